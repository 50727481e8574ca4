// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// Our integers wrap, C++'s signed ones must not overflow.
// CHECK-LABEL: void wrapping(
// CHECK: = (int)((unsigned)v0 + 1u);
// CHECK: = (int)((unsigned)v0 * (unsigned)n);
// CHECK: = (int)(0u - (unsigned)v0);
// CHECK: = (v0 < 0 ? (int)(0u - (unsigned)v0) : v0);
// CHECK: = (int)((unsigned)v0 << 3);
// CHECK: = (v0 >> (n & 31));
// CHECK: = (long long)((unsigned long long)v{{[0-9]+}} - 9223372036854775807ULL);
// CHECK: short v{{[0-9]+}} = (v[[S:[0-9]+]] * v[[S]]);
// CHECK: unsigned short v{{[0-9]+}} = (unsigned short)((unsigned)v[[U:[0-9]+]] * (unsigned)v[[U]]);
kernel @wrapping(x: ptr<i32>, y: ptr<i64>, z: ptr<i16>, u: ptr<u16>, n: i32) {
  %0 = load x, none, none : i32
  %1 = add %0, 1 : i32
  %2 = mul %0, n : i32
  %3 = neg %0 : i32
  %4 = abs %0 : i32
  %5 = shl %0, 35 : i32
  %6 = shr %0, n : i32
  %7 = cast %0 : i64
  %8 = sub %7, 9223372036854775807 : i64
  %9 = load z, none, none : i16
  %10 = mul %9, %9 : i16
  %11 = load u, none, none : u16
  %12 = mul %11, %11 : u16
  store x, %1, none
  store x, %2, none
  store x, %3, none
  store x, %4, none
  store x, %5, none
  store x, %6, none
  store y, %8, none
  store z, %10, none
  store u, %12, none
}

// What cannot overflow needs no detour. A product of two program indices can.
// CHECK-LABEL: void indices(
// CHECK: int v1 = (v0 * 1024);
// CHECK: = (v1 + 7);
// CHECK: = ((long long)v
// CHECK: = (v{{[0-9]+}} * 4096LL);
// CHECK: = (v{{[0-9]+}} * v{{[0-9]+}});
// CHECK: = (int)((unsigned)v0 * (unsigned)v0);
// CHECK: = (int)((unsigned)v0 * 65536u);
kernel @indices(x: ptr<i32>, y: ptr<i64>) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 1024 : i32
  %2 = add %1, 7 : i32
  %3 = cast %2 : i64
  %4 = mul %3, 4096 : i64
  %5 = program_id {axis=1} : i32
  %6 = mod %5, 64 : i32
  %7 = mul %0, %6 : i32
  %8 = mul %0, %0 : i32
  %9 = mul %0, 65536 : i32
  store y, %4, none
  store x, %7, none
  store x, %8, none
  store x, %9, none
}

// Division by zero, and of the smallest integer by -1, divides by 1.
// CHECK-LABEL: void division(
// CHECK: = (v0 / (n == 0 || (n == -1 && v0 == (-2147483647 - 1)) ? 1 : n));
// CHECK: = (v0 % 7);
// CHECK: = (v0 / (v0 == (-2147483647 - 1) ? 1 : -1));
// CHECK: = (m / (u == 0 ? 1 : u));
kernel @division(x: ptr<i32>, y: ptr<u64>, n: i32, m: u64, u: u64) {
  %0 = load x, none, none : i32
  %1 = div %0, n : i32
  %2 = mod %0, 7 : i32
  %3 = div %0, -1 : i32
  %4 = div m, u : u64
  store x, %1, none
  store x, %2, none
  store x, %3, none
  store y, %4, none
}
