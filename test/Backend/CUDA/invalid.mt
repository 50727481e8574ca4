// RUN: mt-opt -emit=cuda -target=cuda -split-input-file -verify-diagnostics %s

kernel @rank2(x: ptr<f32>) {
  %0 = broadcast 1.0:f32 {shape=(4, 8)} : block<4x8 x f32> // expected-error {{'broadcast' makes a block<4x8 x f32>; only tiles of rank 1 lower to GPU threads}}
  %1 = add %0, 1.0 : block<4x8 x f32> // expected-error {{'add' makes a block<4x8 x f32>}}
}

// -----

kernel @float8(x: ptr<f8e5m2>) {
  %0 = load x, none, none : f8e5m2
  %1 = add %0, %0 : f8e5m2 // expected-error {{'add' computes in f8e5m2, which CUDA C++ only stores; cast to f16 or f32 first}}
  store x, %1, none
}

// -----

kernel @no_type(x: ptr<f8e5m2fnuz>) { // expected-error {{parameter 'x' has type ptr<f8e5m2fnuz>, which CUDA C++ does not have}}
}

// -----

kernel @warps(x: ptr<f32>) attributes {num_warps=33} { // expected-error {{num_warps of kernel '@warps' is 33; it must be 1 to 32}}
}
