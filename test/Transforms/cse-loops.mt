// RUN: mt-opt -passes=cse %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=cse %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @regions_use_what_dominates_them
// CHECK-NEXT: %0 = mul n, n : i32
// CHECK-NEXT: for %1 in range(0, n, 1) {
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: %2 = add %1, %0 : i32
// CHECK-NEXT: store out, %2, none
// CHECK-NEXT: if c {
// CHECK-NEXT: store out, %2, none
kernel @regions_use_what_dominates_them(out: ptr<i32>, n: i32, c: bool) {
  %0 = mul n, n : i32
  for %1 in range(0, n, 1) {
    %2 = mul n, n : i32
    store out, %2, none
    %3 = add %1, %2 : i32
    store out, %3, none
    if c {
      %4 = add %1, %0 : i32
      store out, %4, none
    }
  }
}

// CHECK-LABEL: kernel @nothing_leaves_its_region
// CHECK: if c {
// CHECK-NEXT: %0 = mul n, n : i32
// CHECK-NEXT: store out, %0, none
// CHECK: } else {
// CHECK-NEXT: %1 = mul n, n : i32
// CHECK-NEXT: store out, %1, none
// CHECK: %2 = mul n, n : i32
// CHECK-NEXT: store out, %2, none
kernel @nothing_leaves_its_region(out: ptr<i32>, n: i32, c: bool) {
  if c {
    %0 = mul n, n : i32
    store out, %0, none
  } else {
    %1 = mul n, n : i32
    store out, %1, none
  }
  %2 = mul n, n : i32
  store out, %2, none
}

// CHECK-LABEL: kernel @what_a_loop_changes_is_not_merged
// CHECK: iter_args(%1 = 0.0)
// CHECK-NEXT: %2 = mul %1, x : f32
// CHECK-NEXT: %3 = add %1, %2 : f32
// CHECK-NEXT: yield %3
// CHECK: %5 = mul %4, x : f32
kernel @what_a_loop_changes_is_not_merged(out: ptr<f32>, n: i32, x: f32) {
  %0 = for %1 in range(0, n, 1) iter_args(%2 = 0.0) : f32 {
    %3 = mul %2, x : f32
    %4 = mul %2, x : f32
    %5 = add %2, %4 : f32
    yield %5
  }
  %6 = mul %0, x : f32
  store out, %6, none
}

// CHECK-LABEL: kernel @both_regions_of_a_while
// CHECK: %1 = cmp_lt %0, n : bool
// CHECK: condition %1
// CHECK: do {
// CHECK-NEXT: %2 = cmp_lt %0, n : bool
kernel @both_regions_of_a_while(out: ptr<i32>, flag: ptr<bool>, n: i32) {
  %0 = while iter_args(%1 = 0:i32) : i32 {
    %2 = cmp_lt %1, n : bool
    condition %2
  } do {
    %3 = cmp_lt %1, n : bool
    store flag, %3, none
    %4 = add %1, 1 : i32
    yield %4
  }
  store out, %0, none
}

// The unused product outside does not keep the branch from having its own.
// CHECK-LABEL: kernel @dead_ops_are_not_revived
// CHECK-NEXT: if c {
// CHECK-NEXT: %0 = mul n, n : i32
// CHECK-NEXT: store out, %0, none
kernel @dead_ops_are_not_revived(out: ptr<i32>, n: i32, c: bool) {
  %0 = mul n, n : i32
  if c {
    %1 = mul n, n : i32
    store out, %1, none
  }
}
