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

kernel @matrices(p: ptr<f16>, n: i32) {
  %h8 = splat 1.0:f16 : frag<8 x f16>
  %h4 = splat 1.0:f16 : frag<4 x f16>
  %d4 = splat 1.0:f64 : frag<4 x f64>
  %f4 = splat 0.0:f32 : frag<4 x f32>
  %f8 = splat 0.0:f32 : frag<8 x f32>
  // expected-error@+1 {{'mma': no instruction multiplies f64 by f64 and adds f32}}
  %0 = mma %d4, %d4, %f4 {shape=(16, 8, 16)} : frag<4 x f32>
  // expected-error@+1 {{'mma': the shape for f16 is (16, 8, 16)}}
  %1 = mma %h8, %h4, %f4 {shape=(16, 8, 8)} : frag<4 x f32>
  // expected-error@+1 {{'mma': frag<8 x f16>, frag<4 x f16> and frag<8 x f32> are not the tiles of one product}}
  %2 = mma %h8, %h4, %f8 {shape=(16, 8, 16)} : frag<8 x f32>
  // expected-error@+1 {{'mma': the result has the type of c, frag<4 x f32>, not frag<8 x f32>}}
  %3 = mma %h8, %h4, %f4 {shape=(16, 8, 16)} : frag<8 x f32>
  %buffer = shared_alloc : shared<64 x f16>
  %wide = shared_alloc : shared<64 x f32>
  // expected-error@+1 {{'shared_load_matrix': matrices is 3, not 1, 2 or 4}}
  %4 = shared_load_matrix %buffer, n {matrices=3} : frag<6 x f16>
  // expected-error@+1 {{'shared_load_matrix': cannot load transposed matrices of f32}}
  %5 = shared_load_matrix %wide, n {matrices=2, transposed=true} : frag<2 x f32>
  %bytes = shared_alloc : shared<256 x i8>
  // expected-error@+1 {{'shared_load_matrix': matrices of i8 are transposed in pairs: matrices is 1, not 2 or 4}}
  %bytes1 = shared_load_matrix %bytes, n {matrices=1, transposed=true} : frag<4 x i8>
  // expected-error@+1 {{'shared_load_matrix': loads 8 registers of f16, not frag<4 x f16>}}
  %6 = shared_load_matrix %buffer, n {matrices=4} : frag<4 x f16>
  // expected-error@+1 {{'async_copy': cannot keep f16 in shared<64 x f32>}}
  async_copy p, %wide, n, none {width=8}
  // expected-error@+1 {{'async_copy': copies 2 bytes at once, not 4, 8 or 16}}
  async_copy p, %buffer, n, none {width=1}
  %at = fragment_index n {stride=1} : frag<4 x i32>
  // expected-error@+1 {{'async_copy': frag<4 x i32> does not fit the pointers ptr<f16>}}
  async_copy p, %buffer, %at, none {width=8}
  // expected-error@+1 {{'async_wait': pending is -1, outside [0, 64]}}
  async_wait {pending=-1}
}
