// RUN: mt-opt -passes=cse %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=cse %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @equal_pure_ops_merge
// CHECK-NEXT: %0 = program_id {axis=0} : i32
// CHECK-NEXT: %1 = mul %0, n : i32
// CHECK-NEXT: store out, %1, none
// CHECK-NEXT: store out, %1, none
// CHECK-NEXT: }
kernel @equal_pure_ops_merge(out: ptr<i32>, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, n : i32
  store out, %1, none
  %2 = program_id {axis=0} : i32
  %3 = mul %2, n : i32
  store out, %3, none
}

// CHECK-LABEL: kernel @commutative_ops_merge_either_way
// CHECK-NEXT: %0 = add n, m : i32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: store out, %0, none
kernel @commutative_ops_merge_either_way(out: ptr<i32>, n: i32, m: i32) {
  %0 = add n, m : i32
  store out, %0, none
  %1 = add m, n : i32
  store out, %1, none
}

// CHECK-LABEL: kernel @ordered_ops_do_not
// CHECK-NEXT: %0 = sub n, m : i32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: %1 = sub m, n : i32
// CHECK-NEXT: store out, %1, none
// CHECK-NEXT: %2 = maximum x, y : f32
// CHECK-NEXT: store f, %2, none
// CHECK-NEXT: %3 = maximum y, x : f32
// CHECK-NEXT: store f, %3, none
kernel @ordered_ops_do_not(out: ptr<i32>, f: ptr<f32>, n: i32, m: i32, x: f32, y: f32) {
  %0 = sub n, m : i32
  store out, %0, none
  %1 = sub m, n : i32
  store out, %1, none
  // The right operand wins ties: 0.0 or -0.0.
  %2 = maximum x, y : f32
  store f, %2, none
  %3 = maximum y, x : f32
  store f, %3, none
}

// CHECK-LABEL: kernel @different_attributes_types_and_zeros_do_not
// CHECK: program_id {axis=0}
// CHECK: program_id {axis=1}
// CHECK: cast n : i64
// CHECK: cast n : f32
// CHECK: mul x, 0.0 : f32
// CHECK: mul x, -0.0 : f32
kernel @different_attributes_types_and_zeros_do_not(out: ptr<i32>, wide: ptr<i64>, f: ptr<f32>, n: i32, x: f32) {
  %0 = program_id {axis=0} : i32
  %1 = program_id {axis=1} : i32
  store out, %0, none
  store out, %1, none
  %2 = cast n : i64
  store wide, %2, none
  %3 = cast n : f32
  store f, %3, none
  %4 = mul x, 0.0 : f32
  store f, %4, none
  %5 = mul x, -0.0 : f32
  store f, %5, none
}

// CHECK-LABEL: kernel @loads_do_not_merge_across_a_store
// CHECK: load x, none, none
// CHECK: store x
// CHECK: load x, none, none
kernel @loads_do_not_merge_across_a_store(x: ptr<f32>, y: ptr<f32>) {
  %0 = load x, none, none : f32
  store x, 1.0, none
  %1 = load x, none, none : f32
  %2 = add %0, %1 : f32
  store y, %2, none
}
