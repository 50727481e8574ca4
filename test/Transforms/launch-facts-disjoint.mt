// RUN: mt-opt -passes=launch-facts,mem-opt %s | FileCheck %s

// What is loaded again after a store to another array is known.
// CHECK-LABEL: kernel @disjoint(
// CHECK-SAME: assume_disjoint=true
// CHECK: load x
// CHECK-NOT: load
kernel @disjoint(x: ptr<f32>, y: ptr<i32>, z: ptr<f32>) attributes {assume=["disjoint"]} {
  %a = load x, none, none : f32
  store y, 1, none
  %b = load x, none, none : f32
  %c = add %a, %b : f32
  store z, %c, none
}

// Not if it may be the same array, or is.
// CHECK-LABEL: kernel @unknown(
// CHECK: load x
// CHECK: load x
kernel @unknown(x: ptr<f32>, y: ptr<i32>, z: ptr<f32>) {
  %a = load x, none, none : f32
  store y, 1, none
  %b = load x, none, none : f32
  %c = add %a, %b : f32
  store z, %c, none
}

// CHECK-LABEL: kernel @same_array(
// CHECK: load x
// CHECK: load x
kernel @same_array(x: ptr<f32>, i: i32, z: ptr<f32>) attributes {assume=["disjoint"]} {
  %a = load x, none, none : f32
  %p = addptr x, i : ptr<f32>
  store %p, 1.0, none
  %b = load x, none, none : f32
  %c = add %a, %b : f32
  store z, %c, none
}
