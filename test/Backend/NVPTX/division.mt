// REQUIRES: nvptx
// RUN: mt-opt -emit=ptx -target=nvptx -fp-fusion=false %s | FileCheck %s

// f32 divides fast unless the program asks for more; f16 stays exact.
// CHECK-LABEL: .visible .entry division(
// CHECK: div.full.f32
// CHECK: div.rn.f32
// CHECK: div.rn.f32
// CHECK: cvt.rn.f16.f32
// CHECK: div.rn.f64
// CHECK: sqrt.rn.f32
kernel @division(x: ptr<f32>, h: ptr<f16>, d: ptr<f64>, y: f32, z: f16, w: f64) {
  %0 = load x, none, none : f32
  %1 = div %0, y : f32
  %2 = div %1, y {math.exact=true} : f32
  %3 = load h, none, none : f16
  %4 = div %3, z : f16
  store h, %4, none
  %5 = load d, none, none : f64
  %6 = div %5, w : f64
  store d, %6, none
  %7 = sqrt %2 : f32
  store x, %7, none
}

// Sums are never fused by LLVM or the assembler.
// CHECK-LABEL: .visible .entry unfused(
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK-NOT: fma
kernel @unfused(x: ptr<f32>, y: f32) {
  %0 = load x, none, none : f32
  %1 = mul %0, y : f32
  %2 = add %1, y : f32
  store x, %2, none
}
