// RUN: mt-opt -passes=fold %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=fold %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @loop_without_iterations_gives_its_initial_values
// CHECK-NEXT: store out, 1.5, none
// CHECK-NEXT: store out, 2.5, none
// CHECK-NEXT: store out, 3.5, none
// CHECK-NEXT: }
kernel @loop_without_iterations_gives_its_initial_values(out: ptr<f32>, n: i32) {
  %5 = for %0 in range(7:i32, 7, 1) iter_args(%1 = 1.5) : f32 {
    %2 = add %1, 1.0 : f32
    yield %2
  }
  store out, %5, none
  %6 = for %0 in range(0:i32, 10, -1) iter_args(%1 = 2.5) : f32 {
    yield %1
  }
  store out, %6, none
  %7 = for %0 in range(n, n, 1) iter_args(%1 = 3.5) : f32 {
    yield %1
  }
  store out, %7, none
}

// CHECK-LABEL: kernel @other_loops_stay_and_fold_inside
// CHECK: for %0 in range(0, n, 1)
// CHECK-NEXT: %2 = add %1, 6.0 : f32
kernel @other_loops_stay_and_fold_inside(out: ptr<f32>, n: i32) {
  %5 = for %0 in range(0, n, 1) iter_args(%1 = 0.0) : f32 {
    %2 = mul 2.0:f32, 3.0 : f32
    %3 = add %2, %1 : f32
    yield %3
  }
  store out, %5, none
}

// CHECK-LABEL: kernel @if_with_a_literal_condition
// CHECK-NEXT: store out, 1.0, none
// CHECK-NEXT: store out, x, none
// CHECK-NEXT: }
kernel @if_with_a_literal_condition(out: ptr<f32>, x: f32) {
  %0 = cmp_lt 1:i32, 2 : bool
  if %0 {
    %1 = mul 0.5:f32, 2.0 : f32
    store out, %1, none
  } else {
    store out, 2.0, none
  }
  %2 = if false : f32 {
    yield 3.0
  } else {
    %3 = mul x, 1.0 : f32
    yield %3
  }
  store out, %2, none
}

// CHECK-LABEL: kernel @while_that_never_runs
// CHECK-NEXT: store out, 4.0, none
// CHECK-NEXT: store out, 3.0, none
// CHECK-NEXT: }
kernel @while_that_never_runs(out: ptr<f32>) {
  %0 = while iter_args(%1 = 3.0:f32) : f32 {
    // The condition is computed once, with what it does on the way.
    %2 = add %1, 1.0 : f32
    store out, %2, none
    condition false
  } do {
    store out, 5.0, none
    yield %1
  }
  store out, %0, none
}

// CHECK-LABEL: kernel @while_that_may_run_stays
// CHECK: while
// CHECK: condition
kernel @while_that_may_run_stays(out: ptr<f32>) {
  %0 = while iter_args(%1 = 3.0:f32) : f32 {
    %2 = cmp_lt %1, 10.0 : bool
    condition %2
  } do {
    %3 = mul %1, 2.0 : f32
    yield %3
  }
  store out, %0, none
}
