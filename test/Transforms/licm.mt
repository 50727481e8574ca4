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

// The assert may be what keeps the load inside its array.
// CHECK-LABEL: kernel @loads_stay_behind_asserts
// CHECK-NEXT: for
// CHECK: assert
// CHECK-NEXT: load x
kernel @loads_stay_behind_asserts(x: ptr<f32>, n: i32) {
  %r = for %i in range(0, 4:i32, 1) iter_args(%acc = 0.0) : f32 {
    %c = cmp_lt %i, n : bool
    assert %c, none {message="short"}
    %v = load x, none, none : f32
    %s = add %acc, %v : f32
    yield %s
  }
  store x, %r, none
}

// What another program wrote before it released the lock is seen behind the
// atomic that takes it, in each iteration.
// CHECK-LABEL: kernel @loads_stay_behind_atomics
// CHECK: for
// CHECK-NEXT: atomic_xchg
// CHECK-NEXT: load
kernel @loads_stay_behind_atomics(x: ptr<i32>) {
  %p = addptr x, 1:i32 : ptr<i32>
  %r = for %i in range(0, 4:i32, 1) iter_args(%acc = 0) : i32 {
    %o = atomic_xchg x, 1, none : i32
    %v = load %p, none, none : i32
    %s = add %acc, %v : i32
    yield %s
  }
  store %p, %r, none
}

// The carried pointer moves, and what is loaded through it does.
// CHECK-LABEL: kernel @loads_through_a_carried_pointer_stay
// CHECK-NEXT: for
// CHECK-NEXT: load
kernel @loads_through_a_carried_pointer_stay(x: ptr<i32>) {
  %r, %q = for %i in range(0, 4:i32, 1) iter_args(%acc = 0, %p = x) : i32, ptr<i32> {
    %v = load %p, none, none : i32
    %s = add %acc, %v : i32
    %n = addptr %p, 1:i32 : ptr<i32>
    yield %s, %n
  }
  store x, %r, none
}

// The load runs only where the condition holds.
// CHECK-LABEL: kernel @loads_in_a_branch_stay
// CHECK-NEXT: for
// CHECK-NEXT: if
// CHECK-NEXT: load
kernel @loads_in_a_branch_stay(x: ptr<i32>, c: bool) {
  %r = for %i in range(0, 4:i32, 1) iter_args(%acc = 0) : i32 {
    %w = if c : i32 {
      %v = load x, none, none : i32
      yield %v
    } else {
      yield 7
    }
    %s = add %acc, %w : i32
    yield %s
  }
  store x, %r, none
}
