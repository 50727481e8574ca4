// RUN: mt-opt -verify-diagnostics %s | count 0

kernel @levels(n: i32, f: f32) {
  %tile = arange {start=0, end=4} : vector<4 x i32>
  %frag = fragment_index n {stride=32} : frag<4 x i32>
  // expected-error@+1 {{'add': mixes the tile type vector<4 x i32> with the fragment type frag<4 x i32>}}
  %0 = add %tile, %frag : vector<4 x i32>
  // expected-error@+1 {{'fragment_index': is an op of thread IR, got the tile type vector<4 x i32>}}
  %1 = fragment_index n {stride=32} : vector<4 x i32>
  // expected-error@+1 {{'fragment_index': makes i32 or a fragment of it, not frag<4 x i64>}}
  %2 = fragment_index n {stride=32} : frag<4 x i64>
  // expected-error@+1 {{'fragment_index': the base must be a scalar, got frag<4 x i32>}}
  %3 = fragment_index %frag {stride=32} : frag<4 x i32>
  // expected-error@+1 {{'splat': makes a fragment of f32, not f32}}
  %4 = splat f : f32
  // expected-error@+2 {{'add': operand shapes frag<4 x i32> and frag<8 x i32> do not broadcast}}
  %wide = fragment_index n {stride=32} : frag<8 x i32>
  %5 = add %frag, %wide : frag<8 x i32>
}

// expected-error@+1 {{kernel @parameters: parameter 't' has type vector<4 x i32>; parameters of kernels are scalars}}
kernel @parameters(t: vector<4 x i32>) {
}
