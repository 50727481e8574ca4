// RUN: mt-opt -passes=inline %s | FileCheck %s --implicit-check-not=func

// CHECK-LABEL: kernel @calls_of_calls
// CHECK-NEXT: %0 = mul a, 2.0 : f32
// CHECK-NEXT: %1 = add %0, 1.0 : f32
// CHECK-NEXT: if c {
// CHECK-NEXT:   %2 = mul %1, 2.0 : f32
// CHECK-NEXT:   store out, %2, none
kernel @calls_of_calls(out: ptr<f32>, a: f32, c: bool) {
  %0 = call @outer(a) : f32
  if c {
    %1 = call @twice(%0) : f32
    store out, %1, none
  }
}

func @twice(%0: f32) -> (f32) {
  %1 = mul %0, 2.0 : f32
  return %1
}

func @outer(%0: f32) -> (f32) {
  %1 = call @twice(%0) : f32
  %2 = add %1, 1.0 : f32
  return %2
}
