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

// Results keep their order, a returned parameter is the argument, and the
// effects of a call whose results are unused stay.
// CHECK-LABEL: kernel @results_and_effects
// CHECK-NEXT: %0 = sub a, b : i32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: store out, b, none
// CHECK-NEXT: %1 = sub b, a : i32
// CHECK-NEXT: store out, %1, none
// CHECK-NEXT: store out, a, none
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: }
kernel @results_and_effects(out: ptr<i32>, a: i32, b: i32) {
  %0, %1 = call @two(out, a, b) : i32, i32
  %2, %3 = call @two(out, b, a) : i32, i32
  store out, %0, none
}
func @two(%0: ptr<i32>, %1: i32, %2: i32) -> (i32, i32) {
  %3 = sub %1, %2 : i32
  store %0, %3, none
  store %0, %2, none
  return %3, %2
}
