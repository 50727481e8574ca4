// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// CHECK-LABEL: void branches(
// CHECK-NEXT: bool v0 = (n > 3);
// CHECK-NEXT: int v3;
// CHECK-NEXT: int v4;
// CHECK-NEXT: if (v0) {
// CHECK-NEXT:     int v1 = (int)((unsigned)n + 1u);
// CHECK-NEXT:     v3 = v1;
// CHECK-NEXT:     v4 = 5;
// CHECK-NEXT: } else {
// CHECK-NEXT:     int v2 = (~n);
// CHECK-NEXT:     v3 = n;
// CHECK-NEXT:     v4 = v2;
// CHECK-NEXT: }
// CHECK-NEXT: bool v5 = (v3 == v4);
// CHECK-NEXT: if (v5) {
// CHECK-NEXT:     x[0] = v3;
// CHECK-NEXT: }
// CHECK-NEXT: {{^}}}
kernel @branches(x: ptr<i32>, n: i32) {
  %0 = cmp_gt n, 3 : bool
  %3, %4 = if %0 : i32, i32 {
    %1 = add n, 1 : i32
    yield %1, 5:i32
  } else {
    %2 = not n : i32
    yield n, %2
  }
  %5 = cmp_eq %3, %4 : bool
  if %5 {
    store x, %3, none
  }
}

// CHECK-LABEL: void collatz(
// CHECK-NEXT: int v9 = n;
// CHECK-NEXT: int v10 = 0;
// CHECK-NEXT: while (true) {
// CHECK-NEXT:     int v0 = v9;
// CHECK-NEXT:     int v1 = v10;
// CHECK-NEXT:     bool v2 = (v0 > 1);
// CHECK-NEXT:     if (!v2) {
// CHECK-NEXT:         break;
// CHECK-NEXT:     }
// CHECK:          v9 = v7;
// CHECK-NEXT:     v10 = v8;
// CHECK-NEXT: }
// CHECK-NEXT: x[0] = v10;
kernel @collatz(x: ptr<i32>, n: i32) {
  %9, %10 = while iter_args(%0 = n, %1 = 0:i32) : i32, i32 {
    %2 = cmp_gt %0, 1 : bool
    condition %2
  } do {
    %3 = and %0, 1 : i32
    %4 = cast %3 : bool
    %5 = mul %0, 3 : i32
    %6 = shr %0, 1 : i32
    %7 = select %4, %5, %6 : i32
    %8 = add %1, 1 : i32
    yield %7, %8
  }
  store x, %10, none
}
