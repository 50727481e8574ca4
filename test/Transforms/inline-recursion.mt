// RUN: mt-opt -passes=inline -verify-diagnostics %s

kernel @k(out: ptr<f32>, a: f32) {
  // expected-note@+1 {{'@even' is called here}}
  %0 = call @even(a) : f32
  store out, %0, none
}

func @even(%0: f32) -> (f32) {
  // expected-note@+1 {{'@odd' is called here}}
  %1 = call @odd(%0) : f32
  return %1
}

func @odd(%0: f32) -> (f32) {
  // expected-error@+1 {{recursive call of '@even'}}
  %1 = call @even(%0) : f32
  return %1
}
