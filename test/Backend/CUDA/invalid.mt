// RUN: mt-opt -emit=cuda -target=cuda -split-input-file -verify-diagnostics %s
// RUN: mt-opt -emit=cubin -target=nvptx -split-input-file -verify-diagnostics %s -disable-output

// A combine function works lane by lane.
kernel @branch_in_combine(x: ptr<f32>, p: ptr<f32>) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = reduce %0 {axis=0} : i32 combine(%a, %b) {
    %2 = cmp_lt %a, %b : bool
    %3 = if %2 : i32 { // expected-error {{'if' in a combine function has no lowering to GPU threads; use arithmetic and `where` only}}
      yield %a
    } else {
      yield %b
    }
    yield %3
  }
  %4 = scan %0 {axis=0} : vector<8 x i32> combine(%a, %b) {
    %5 = load x, none, none : f32 // expected-error {{'load' in a combine function has no lowering to GPU threads}}
    %6 = add %a, %b : i32
    yield %6
  }
}

// -----

kernel @float8_sum(x: ptr<f8e5m2>) {
  %0 = zeros {shape=(8,), dtype=f8e5m2} : vector<8 x f8e5m2>
  %1 = sum %0 : f8e5m2 // expected-error {{'sum' computes in f8e5m2, which GPUs only store; cast to f16 or f32 first}}
  store x, %1, none
}

// -----

// 512 KiB do not fit into a program's shared memory.
kernel @too_much_shared(x: ptr<f64>) {
  %0 = arange {start=0, end=65536} : vector<65536 x i32>
  %1 = addptr x, %0 : vector<65536 x ptr<f64>>
  %2 = load %1, none, none : vector<65536 x f64>
  %3 = flip %2 {axis=0} : vector<65536 x f64> // expected-error {{this op needs a tile in shared memory, and kernel '@too_much_shared' then needs 524288 bytes of it; a program has at most 232448; use smaller blocks}}
  store %1, %3, none
}

// -----

kernel @float8(x: ptr<f8e5m2>) {
  %0 = load x, none, none : f8e5m2
  %1 = add %0, %0 : f8e5m2 // expected-error {{'add' computes in f8e5m2, which GPUs only store; cast to f16 or f32 first}}
  store x, %1, none
}

// -----

kernel @no_type(x: ptr<f8e5m2fnuz>) { // expected-error {{parameter 'x' has type ptr<f8e5m2fnuz>, which NVIDIA's GPUs do not have}}
}

// -----

kernel @warps(x: ptr<f32>) attributes {num_warps=33} { // expected-error {{num_warps of kernel '@warps' is 33; it must be a power of two from 1 to 32}}
}

// -----

kernel @odd_warps(x: ptr<f32>) attributes {num_warps=6} { // expected-error {{num_warps of kernel '@odd_warps' is 6; it must be a power of two from 1 to 32}}
}
