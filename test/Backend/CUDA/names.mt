// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// Names that C++, CUDA or the text itself use for something else are changed;
// others are not.
// CHECK-LABEL: void exp_(float* v0_, float* float_, float* threadIdx_, int r_, int NULL_, int p_x, int expf_, int rate, int v, int v0x, int float_2)
// CHECK: float v1 = v0_[r_];
// CHECK: float v2 = mt_exp(v1);
kernel @exp(v0: ptr<f32>, float: ptr<f32>, threadIdx: ptr<f32>, r: i32, NULL: i32, __x: i32, expf: i32, rate: i32, v: i32, v0x: i32, float_: i32) {
  %0 = addptr v0, r : ptr<f32>
  %1 = load %0, none, none : f32
  %2 = exp %1 : f32
  store float, %2, none
  store threadIdx, %2, none
}

// CHECK-LABEL: void two_(
kernel @two_() {
}

// CHECK-LABEL: void exp_2(int n)
kernel @exp_(n: i32) {
}
