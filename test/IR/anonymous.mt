// A body without header is one anonymous kernel and prints back as one.
// RUN: mt-opt %s | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:params x: ptr<f32> {divisible=16}, n: i32
// CHECK-NEXT:%0 = addptr x, n : ptr<f32>
// CHECK-NEXT:store %0, 1.0, none

params x: ptr<f32> {divisible=16}, n: i32
%p = addptr x, n : ptr<f32>
store %p, 1.0
