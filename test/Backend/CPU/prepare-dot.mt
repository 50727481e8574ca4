// RUN: mt-opt -passes=prepare-dot %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=prepare-dot %t.mt | diff %t.mt -

// Narrow operands and accumulators become f32; the sum is rounded once.
// CHECK-LABEL: func @narrow
// CHECK:      %3 = cast %0 : block<4x8 x f32>
// CHECK-NEXT: %4 = cast %1 : block<8x2 x f32>
// CHECK-NEXT: %5 = cast %2 : block<4x2 x f32>
// CHECK-NEXT: %6 = dot %3, %4, %5 {precision="ieee"} : block<4x2 x f32>
// CHECK-NEXT: %7 = cast %6 : block<4x2 x f16>
// CHECK-NEXT: return %7
func @narrow(%a: block<4x8 x f16>, %b: block<8x2 x f16>, %c: block<4x2 x f16>) -> (block<4x2 x f16>) {
  %0 = dot %a, %b, %c {precision="ieee"} : block<4x2 x f16>
  return %0
}

// CHECK-LABEL: func @integers
// CHECK:      %3 = cast %0 : block<4x8 x i32>
// CHECK-NEXT: %4 = cast %1 : block<8x2 x i32>
// CHECK-NEXT: %5 = dot %3, %4, %2 : block<4x2 x i32>
func @integers(%a: block<4x8 x u8>, %b: block<8x2 x u8>, %c: block<4x2 x i32>) -> (block<4x2 x i32>) {
  %0 = dot %a, %b, %c : block<4x2 x i32>
  return %0
}

// f64 takes everything along.
// CHECK-LABEL: func @wide
// CHECK:      %3 = cast %0 : block<4x8 x f64>
// CHECK-NEXT: %4 = cast %1 : block<8x2 x f64>
// CHECK-NEXT: %5 = dot %3, %4, %2 : block<4x2 x f64>
func @wide(%a: block<4x8 x f32>, %b: block<8x2 x f32>, %c: block<4x2 x f64>) -> (block<4x2 x f64>) {
  %0 = dot %a, %b, %c : block<4x2 x f64>
  return %0
}

// `c + dot(a, b, 0)` is `dot(a, b, c)`, whatever side the product is on.
// CHECK-LABEL: func @sums
// CHECK:      [[LEFT:%[0-9]+]] = dot %0, %1, %2 : block<4x2 x f32>
// CHECK:      [[RIGHT:%[0-9]+]] = dot %0, %1, %2 : block<4x2 x f32>
// CHECK:      [[USED:%[0-9]+]] = dot %0, %1, %{{[0-9]+}} : block<4x2 x f32>
// CHECK-NEXT: [[SUM:%[0-9]+]] = add [[USED]], %2
// CHECK-NEXT: return [[LEFT]], [[RIGHT]], [[USED]], [[SUM]]
func @sums(%a: block<4x8 x f32>, %b: block<8x2 x f32>, %c: block<4x2 x f32>) -> (block<4x2 x f32>, block<4x2 x f32>, block<4x2 x f32>, block<4x2 x f32>) {
  %0 = zeros {shape=(4, 2), dtype=f32} : block<4x2 x f32>
  %1 = dot %a, %b, %0 : block<4x2 x f32>
  %2 = add %c, %1 : block<4x2 x f32>
  %3 = full 0.0 {shape=(4, 2), dtype=f32} : block<4x2 x f32>
  %4 = dot %a, %b, %3 : block<4x2 x f32>
  %5 = add %4, %c : block<4x2 x f32>
  %6 = dot %a, %b, %3 : block<4x2 x f32>
  %7 = add %6, %c : block<4x2 x f32>
  return %2, %5, %6, %7
}
