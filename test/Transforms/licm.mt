// RUN: mt-opt -passes=licm %s | FileCheck %s
// RUN: mt-opt -passes=licm,licm %s | FileCheck %s

// CHECK-LABEL: kernel @pure_ops_leave_both_loops
// CHECK-NEXT: %0 = mul n, 3 : i32
// CHECK-NEXT: for
kernel @pure_ops_leave_both_loops(out: ptr<i32>, n: i32) {
  for %i in range(0, n, 1) {
    for %j in range(0, n, 1) {
      %a = mul n, 3 : i32
      %b = add %a, %j : i32
      store out, %b, none
    }
  }
}

// The loop runs at least once and writes nothing the load reads.
// CHECK-LABEL: kernel @load_leaves_a_loop_that_runs
// CHECK-NEXT: load x, none, none
// CHECK-NEXT: for
kernel @load_leaves_a_loop_that_runs(x: ptr<f32>) {
  %r = for %i in range(0, 4:i32, 1) iter_args(%acc = 0.0) : f32 {
    %v = load x, none, none : f32
    %s = add %acc, %v : f32
    yield %s
  }
  store x, %r, none
}

// CHECK-LABEL: kernel @load_stays_if_no_iteration_is_certain
// CHECK-NEXT: for
// CHECK-NEXT: load x
kernel @load_stays_if_no_iteration_is_certain(x: ptr<f32>, n: i32) {
  %r = for %i in range(0, n, 1) iter_args(%acc = 0.0) : f32 {
    %v = load x, none, none : f32
    %s = add %acc, %v : f32
    yield %s
  }
  store x, %r, none
}

// x and y may be one array.
// CHECK-LABEL: kernel @load_stays_before_a_store_that_may_alias
// CHECK-NEXT: for
// CHECK-NEXT: load x
kernel @load_stays_before_a_store_that_may_alias(x: ptr<f32>, y: ptr<f32>) {
  for %i in range(0, 4:i32, 1) {
    %v = load x, none, none : f32
    %w = add %v, 1.0 : f32
    store y, %w, none
  }
}

// Element 1 is not element 0 of the same array.
// CHECK-LABEL: kernel @load_leaves_past_a_store_beside_it
// CHECK: load x
// CHECK-NEXT: for
kernel @load_leaves_past_a_store_beside_it(x: ptr<f32>) {
  %p = addptr x, 1:i32 : ptr<f32>
  for %i in range(0, 4:i32, 1) {
    %v = load x, none, none : f32
    store %p, %v, none
  }
}

// CHECK-LABEL: kernel @volatile_loads_stay
// CHECK-NEXT: for
kernel @volatile_loads_stay(x: ptr<f32>, y: ptr<f32>) {
  for %i in range(0, 4:i32, 1) {
    %v = load x, none, none {volatile=true} : f32
  }
}
