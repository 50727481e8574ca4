// RUN: mt-opt -passes=fold,dce %s | FileCheck %s

// What did not wrap in two steps may in one: n + 1 wraps back and forth.
// CHECK-LABEL: kernel @merged(
// CHECK-NEXT: add n, 2147483647 : i32
kernel @merged(x: ptr<i32>, n: i32) {
  %0 = add n, -2147483648 : i32
  %1 = add %0, -1 {nowrap=true} : i32
  store x, %1, none
}

// Facts stay with operands that only change places, and with other attributes.
// CHECK-LABEL: kernel @kept(
// CHECK-NEXT: add n, 1 {nowrap=true} : i32
// CHECK: div n, 2 {nonneg=true, note.kept=1} : i32
kernel @kept(x: ptr<i32>, n: i32) {
  %0 = add 1, n {nowrap=true} : i32
  store x, %0, none
  %1 = div n, 2 {nonneg=true, note.kept=1} : i32
  store x, %1, none
}
