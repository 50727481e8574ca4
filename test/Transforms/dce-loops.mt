// RUN: mt-opt -passes=dce %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=dce %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @loops_without_effects_go
// CHECK-NEXT: }
kernel @loops_without_effects_go(x: ptr<f32>, n: i32, c: bool) {
  %0 = mul n, 2 : i32
  %1 = for %2 in range(0, %0, 1) iter_args(%3 = 0.0) : f32 {
    %4 = load x, none, none : f32
    %5 = if c : f32 {
      yield %4
    } else {
      yield 1.0
    }
    %6 = add %3, %5 : f32
    yield %6
  }
}

// CHECK-LABEL: kernel @loops_that_store_stay_and_shrink
// CHECK-NEXT: for %0 in range(0, n, 1) {
// CHECK-NEXT: store x, 1.0, none
// CHECK-NEXT: }
// CHECK-NEXT: }
kernel @loops_that_store_stay_and_shrink(x: ptr<f32>, n: i32) {
  %0 = add n, 1 : i32
  for %1 in range(0, n, 1) {
    %2 = add %1, %0 : i32
    store x, 1.0, none
  }
}

// CHECK-LABEL: kernel @values_used_by_inner_regions_stay
// CHECK-NEXT: %0 = add n, 1 : i32
// CHECK-NEXT: if c {
// CHECK-NEXT: store x, %0, none
kernel @values_used_by_inner_regions_stay(x: ptr<i32>, n: i32, c: bool) {
  %0 = add n, 1 : i32
  if c {
    store x, %0, none
  }
}

// CHECK-LABEL: kernel @carried_values_stay
// CHECK: for %0 in range(0, n, 1) iter_args(%1 = 0.0) : f32 {
// CHECK-NEXT: %2 = add %1, 1.0 : f32
// CHECK-NEXT: store x, %2, none
// CHECK-NEXT: yield %2
kernel @carried_values_stay(x: ptr<f32>, n: i32) {
  %0 = for %1 in range(0, n, 1) iter_args(%2 = 0.0) : f32 {
    %3 = add %2, 1.0 : f32
    store x, %3, none
    yield %3
  }
}

// A while may run for ever.
// CHECK-LABEL: kernel @whiles_stay
// CHECK: while
kernel @whiles_stay(c: bool) {
  while {
    condition c
  } do {
  }
}

// CHECK-LABEL: kernel @loops_around_whiles_stay
// CHECK-NEXT: for
// CHECK-NEXT: while
kernel @loops_around_whiles_stay(n: i32, c: bool) {
  for %0 in range(0, n, 1) {
    while {
      condition c
    } do {
    }
  }
}
