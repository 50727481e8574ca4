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
