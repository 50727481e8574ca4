// RUN: mt-opt -passes='unroll<max-trips=4>,fold' %s | FileCheck %s

// CHECK-LABEL: kernel @short_loop_becomes_straight_code
// CHECK-NOT: for
// CHECK: store out, 10, none
kernel @short_loop_becomes_straight_code(out: ptr<i32>) {
  %r = for %i in range(1:i32, 5, 1) iter_args(%a = 0) : i32 {
    %b = add %a, %i : i32
    yield %b
  }
  store out, %r, none
}

// CHECK-LABEL: kernel @counts_down_too
// CHECK: store out, 741, none
kernel @counts_down_too(out: ptr<i32>) {
  %r = for %i in range(7:i32, 0, -3) iter_args(%a = 0) : i32 {
    %t = mul %a, 10 : i32
    %b = add %t, %i : i32
    yield %b
  }
  store out, %r, none
}

// CHECK-LABEL: kernel @long_and_unknown_loops_stay
// CHECK: for %0 in range(0:i32, 5, 1)
// CHECK: for %1 in range(0, n, 1)
kernel @long_and_unknown_loops_stay(out: ptr<i32>, n: i32) {
  for %i in range(0:i32, 5, 1) {
    store out, %i, none
  }
  for %j in range(0, n, 1) {
    store out, %j, none
  }
}

// A zero step, and bounds that are met from the wrong side, run no iteration.
// CHECK-LABEL: kernel @loops_of_no_iteration
// CHECK-NEXT: store out, 5, none
// CHECK-NEXT: store out, 6, none
// CHECK-NEXT: }
kernel @loops_of_no_iteration(out: ptr<i32>) {
  %0 = for %i in range(0, 4:i32, 0) iter_args(%a = 5) : i32 {
    yield %i
  }
  store out, %0, none
  %1 = for %i in range(4:i32, 0, 1) iter_args(%a = 6) : i32 {
    yield %i
  }
  store out, %1, none
}

// Unsigned bounds count as what they are, and the body of a `while` is not
// counted at all.
// CHECK-LABEL: kernel @unsigned_bounds
// CHECK-NEXT: store out, 253, none
// CHECK-NEXT: store out, 254, none
// CHECK-NEXT: while
kernel @unsigned_bounds(out: ptr<u8>) {
  for %i in range(253:u8, 255, 1) {
    store out, %i, none
  }
  %w = while iter_args(%a = 0:i32) : i32 {
    %c = cmp_lt %a, 2 : bool
    condition %c
  } do {
    %b = add %a, 1 : i32
    yield %b
  }
}
