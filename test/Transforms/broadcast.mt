// RUN: mt-opt -passes=broadcast %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=broadcast %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @operands_take_the_shape_of_their_op
// CHECK-NEXT: %0 = arange {start=0, end=8} : vector<8 x i32>
// CHECK-NEXT: %1 = broadcast n {shape=(8,)} : vector<8 x i32>
// CHECK-NEXT: %2 = add %1, %0 : vector<8 x i32>
// CHECK-NEXT: %3 = broadcast x {shape=(8,)} : vector<8 x ptr<f32>>
// CHECK-NEXT: %4 = addptr %3, %2 : vector<8 x ptr<f32>>
// CHECK-NEXT: %5 = broadcast c {shape=(8,)} : vector<8 x bool>
// CHECK-NEXT: %6 = load %4, %5, 0.0 : vector<8 x f32>
// CHECK-NEXT: %7 = broadcast v {shape=(8,)} : vector<8 x f32>
// CHECK-NEXT: %8 = broadcast c {shape=(8,)} : vector<8 x bool>
// CHECK-NEXT: store %4, %7, %8
kernel @operands_take_the_shape_of_their_op(x: ptr<f32>, n: i32, c: bool, v: f32) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = add n, %0 : vector<8 x i32>
  %2 = addptr x, %1 : vector<8 x ptr<f32>>
  %3 = load %2, c, 0.0 : vector<8 x f32>
  store %2, v, c
}

// CHECK-LABEL: kernel @extents_of_one_are_repeated
// CHECK: %1 = broadcast %0 {shape=(4, 1)} : block<4x1 x i32>
// CHECK: %4 = broadcast %1 {shape=(4, 8)} : block<4x8 x i32>
// CHECK-NEXT: %5 = broadcast %3 {shape=(4, 8)} : block<4x8 x i32>
// CHECK-NEXT: %6 = mul %4, %5 : block<4x8 x i32>
kernel @extents_of_one_are_repeated(out: ptr<i32>, n: i32) {
  %0 = add n, 1 : i32
  %1 = broadcast %0 {shape=(4, 1)} : block<4x1 x i32>
  %2 = arange {start=0, end=8} : vector<8 x i32>
  %3 = broadcast %2 {shape=(1, 8)} : block<1x8 x i32>
  %4 = mul %1, %3 : block<4x8 x i32>
  %5 = addptr out, %4 : block<4x8 x ptr<i32>>
  store %5, %4, none
}

// CHECK-LABEL: kernel @literals_and_scalars_stay
// CHECK-NEXT: %0 = mul n, n : i32
// CHECK-NEXT: %1 = arange
// CHECK-NEXT: %2 = add %1, 5 : vector<8 x i32>
// CHECK-NEXT: %3 = broadcast out {shape=(8,)} : vector<8 x ptr<i32>>
// CHECK-NEXT: %4 = addptr %3, %2 : vector<8 x ptr<i32>>
// CHECK-NEXT: store %4, 7, true
// CHECK-NEXT: store out, %0, none
kernel @literals_and_scalars_stay(out: ptr<i32>, n: i32) {
  %0 = mul n, n : i32
  %1 = arange {start=0, end=8} : vector<8 x i32>
  %2 = add %1, 5 : vector<8 x i32>
  %3 = addptr out, %2 : vector<8 x ptr<i32>>
  store %3, 7, true
  store out, %0, none
}

// CHECK-LABEL: kernel @inside_loops
// CHECK: for
// CHECK-NEXT: broadcast
// CHECK-NEXT: add
kernel @inside_loops(out: ptr<i32>, n: i32) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = addptr out, %0 : vector<8 x ptr<i32>>
  for %2 in range(0, n, 1) {
    %3 = add %0, %2 : vector<8 x i32>
    store %1, %3, none
  }
}
