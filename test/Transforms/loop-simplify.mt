// RUN: mt-opt -passes=loop-simplify %s | FileCheck %s
// RUN: mt-opt -passes=loop-simplify,loop-simplify %s | FileCheck %s

// CHECK-LABEL: kernel @invariant_carried_value_goes
// CHECK-NEXT: %3 = for %0 in range(0, n, 1) iter_args(%1 = 0.0) : f32 {
// CHECK-NEXT: add %1, scale
kernel @invariant_carried_value_goes(out: ptr<f32>, n: i32, scale: f32) {
  %r, %s = for %i in range(0, n, 1) iter_args(%acc = 0.0, %k = scale) : f32, f32 {
    %a = add %acc, %k : f32
    yield %a, %k
  }
  %t = mul %r, %s : f32
  store out, %t, none
}

// CHECK-LABEL: kernel @dead_carried_value_goes
// CHECK-NEXT: for %0 in range(0, n, 1) iter_args(%1 = 0.0) : f32 {
// CHECK-NEXT: add %1, 1.0
// CHECK-NEXT: yield
kernel @dead_carried_value_goes(out: ptr<f32>, n: i32) {
  %r, %s = for %i in range(0, n, 1) iter_args(%acc = 0.0, %dead = 1.0) : f32, f32 {
    %a = add %acc, 1.0 : f32
    %b = mul %dead, 2.0 : f32
    yield %a, %b
  }
  store out, %r, none
}

// The second value decides the first one, so both are needed.
// CHECK-LABEL: kernel @carried_value_that_feeds_another_stays
// CHECK: iter_args(%1 = 0.0, %2 = 1.0) : f32, f32
kernel @carried_value_that_feeds_another_stays(out: ptr<f32>, n: i32) {
  %r, %s = for %i in range(0, n, 1) iter_args(%acc = 0.0, %k = 1.0) : f32, f32 {
    %a = add %acc, %k : f32
    %b = mul %k, 2.0 : f32
    yield %a, %b
  }
  store out, %r, none
}

// CHECK-LABEL: kernel @carried_value_that_is_stored_stays
// CHECK: iter_args(%1 = 1.0) : f32
kernel @carried_value_that_is_stored_stays(out: ptr<f32>, n: i32) {
  %r = for %i in range(0, n, 1) iter_args(%k = 1.0) : f32 {
    store out, %k, none
    %b = mul %k, 2.0 : f32
    yield %b
  }
}

// CHECK-LABEL: kernel @loop_of_one_iteration_dissolves
// CHECK-NEXT: %0 = add 7, n : i32
// CHECK-NEXT: store out, %0, none
kernel @loop_of_one_iteration_dissolves(out: ptr<i32>, n: i32) {
  %r = for %i in range(7:i32, 9, 2) iter_args(%a = n) : i32 {
    %b = add %i, %a : i32
    yield %b
  }
  store out, %r, none
}

// CHECK-LABEL: kernel @loop_of_no_iteration_gives_its_initial_values
// CHECK-NEXT: store out, n, none
kernel @loop_of_no_iteration_gives_its_initial_values(out: ptr<i32>, n: i32) {
  %r = for %i in range(9:i32, 7, 2) iter_args(%a = n) : i32 {
    %b = add %i, %a : i32
    yield %b
  }
  store out, %r, none
}

// The condition needs its value although nothing uses the result.
// CHECK-LABEL: kernel @condition_keeps_its_value
// CHECK: while iter_args(%0 = n) : i32
kernel @condition_keeps_its_value(out: ptr<i32>, n: i32) {
  %r = while iter_args(%a = n) : i32 {
    %c = cmp_gt %a, 0 : bool
    condition %c
  } do {
    %b = sub %a, 1 : i32
    yield %b
  }
}

// Two values that change places are invariant only as a pair.
// CHECK-LABEL: kernel @values_that_change_places_stay
// CHECK: iter_args(%{{.*}} = 1, %{{.*}} = 2)
kernel @values_that_change_places_stay(out: ptr<i32>, n: i32) {
  %r, %s = for %i in range(0, n, 1) iter_args(%a = 1, %b = 2) : i32, i32 {
    yield %b, %a
  }
  store out, %r, none
}

// A loop of unknown length may run no iteration: its result is not what the
// only iteration would yield.
// CHECK-LABEL: kernel @unknown_length_stays
// CHECK: for
kernel @unknown_length_stays(out: ptr<i32>, n: i32) {
  %r = for %i in range(0, n, 1) iter_args(%a = 1) : i32 {
    yield 2
  }
  store out, %r, none
}

// A volatile load is an effect: the loop keeps it even if nothing uses it.
// CHECK-LABEL: kernel @volatile_loads_stay
// CHECK: for
// CHECK: load x, none, none {volatile=true}
kernel @volatile_loads_stay(x: ptr<i32>, n: i32) {
  %r = for %i in range(0, n, 1) iter_args(%a = 1) : i32 {
    %v = load x, none, none {volatile=true} : i32
    %s = add %a, %v : i32
    yield %s
  }
}
