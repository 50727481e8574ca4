// The example plugin.
// RUN: mt-opt -load-pass-plugin=%plugins/cheap-div.so -passes=cheap-div %s | FileCheck %s
// RUN: mt-opt -load-pass-plugin=%plugins/cheap-div.so -passes=cheap-div,cheap-div -stats %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: mt-opt -load-pass-plugin=%plugins/cheap-div.so -passes='cheap-div<no-floats>' %s | FileCheck %s --check-prefix=NOFLOATS
// TWICE: 5 cheap-div - divisions replaced

// CHECK-LABEL: @powers_of_two
// NOFLOATS-LABEL: @powers_of_two
kernel @powers_of_two(x: ptr<f32>, h: ptr<f16>, u: ptr<u32>) {
  %0 = load x, none, none : f32
  // CHECK: mul %0, 0.125 : f32
  // NOFLOATS: div %0, 8.0 : f32
  %1 = div %0, 8.0 : f32
  // CHECK: mul %1, -2.0 : f32
  %2 = div %1, -0.5 : f32
  store x, %2, none
  %3 = load h, none, none : f16
  // CHECK: mul %3, 0.25 : f16
  %4 = div %3, 4.0 : f16
  store h, %4, none
  %5 = load u, none, none : u32
  // CHECK: shr %5, 31 : u32
  // NOFLOATS: shr %5, 31 : u32
  %6 = div %5, 2147483648 : u32
  // CHECK: and %5, 7 : u32
  %7 = mod %5, 8 : u32
  %8 = add %6, %7 : u32
  store u, %8, none
}

// CHECK-LABEL: @kept
kernel @kept(x: ptr<f32>, i: ptr<i32>, u: ptr<u32>) {
  %0 = load x, none, none : f32
  // 1/3 is not a float, nor is 1/2^-149; 0 has no reciprocal.
  // CHECK: div %0, 3.0
  %1 = div %0, 3.0 : f32
  // CHECK: div %1, 1e-45
  %2 = div %1, 1e-45 : f32
  // CHECK: div %2, 0.0
  %3 = div %2, 0.0 : f32
  // CHECK: mod %3, 2.0
  %4 = mod %3, 2.0 : f32
  store x, %4, none
  %5 = load i, none, none : i32
  // CHECK: div %5, 8 : i32
  %6 = div %5, 8 : i32
  // CHECK: mod %6, 8 : i32
  %7 = mod %6, 8 : i32
  store i, %7, none
  %8 = load u, none, none : u32
  // CHECK: div %8, 6 : u32
  %9 = div %8, 6 : u32
  // CHECK: div 8, %9 : u32
  %10 = div 8, %9 : u32
  store u, %10, none
}
