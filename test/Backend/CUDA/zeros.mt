// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// Where the assembler's min or max would return the other zero, an addition
// keeps the right one; elsewhere the text stays plain.
// CHECK-LABEL: void zeros(
// CHECK: = ((v{{[0-9]+}} ? v0 : 0.0f) + 0.0f);
// CHECK: = (v{{[0-9]+}} ? v0 : 0.0f);
// CHECK: = (v{{[0-9]+}} ? v1 : 0.0f);
// CHECK: = (-(0.0f - (v{{[0-9]+}} ? v0 : -0.0f)));
// CHECK: = ((v0 < 0.0f ? v0 : 0.0f) + 0.0f);
// CHECK: = (v0 < 0.0f || v0 != v0 ? v0 : 0.0f);
kernel @zeros(x: ptr<f32>, y: ptr<f32>) {
  %0 = load x, none, none : f32
  %1 = load y, none, none : f32
  %2 = cmp_lt %0, 0.0 : bool
  %3 = select %2, %0, 0.0 : f32
  %4 = cmp_gt %0, 0.0 : bool
  %5 = select %4, %0, 0.0 : f32
  %6 = select %2, %1, 0.0 : f32
  %7 = select %4, %0, -0.0 : f32
  %8 = minimum %0, 0.0 {propagate_nan=false} : f32
  %9 = minimum %0, 0.0 : f32
  store x, %3, none
  store x, %5, none
  store x, %6, none
  store x, %7, none
  store x, %8, none
  store x, %9, none
}
