// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// The document's loop: v1 is the accumulator at the start of an iteration, v5
// what the iterations have made of it.
// CHECK-LABEL: void runtime_sum_kernel(
// CHECK-NEXT: float v5 = 0.0f;
// CHECK-NEXT: for (int v0 = 0; v0 < K; v0 += 1) {
// CHECK-NEXT:     float v1 = v5;
// CHECK-NEXT:     float v3 = x[v0];
// CHECK-NEXT:     float v4 = (v1 + v3);
// CHECK-NEXT:     v5 = v4;
// CHECK-NEXT: }
// CHECK-NEXT: out[0] = v5;
kernel @runtime_sum_kernel(x: ptr<f32>, out: ptr<f32>, K: i32) {
  %5 = for %0 in range(0, K, 1) iter_args(%1 = 0.0:f32) : f32 {
    %2 = addptr x, %0 : ptr<f32>
    %3 = load %2, none, none : f32
    %4 = add %1, %3 : f32
    yield %4
  }
  store out, %5, none
}

// Values may trade places between iterations.
// CHECK-LABEL: void swap(
// CHECK: float v5 = v1;
// CHECK-NEXT: float v6 = v0;
// CHECK-NEXT: for (int v2 = n; v2 > 0; v2 += -1) {
// CHECK-NEXT:     float v3 = v5;
// CHECK-NEXT:     float v4 = v6;
// CHECK-NEXT:     v5 = v4;
// CHECK-NEXT:     v6 = v3;
// CHECK-NEXT: }
kernel @swap(x: ptr<f32>, n: i32) {
  %0 = load x, none, none : f32
  %1 = neg %0 : f32
  %5, %6 = for %2 in range(n, 0, -1) iter_args(%3 = %1, %4 = %0) : f32, f32 {
    yield %4, %3
  }
  store x, %5, none
  store x, %6, none
}

// A step that might leave the index's type counts in a wider one.
// CHECK-LABEL: void wide_step(
// CHECK: for (long long mt_i0 = 0; mt_i0 < n; mt_i0 += 1000) {
// CHECK-NEXT: int v0 = (int)mt_i0;
// CHECK: for (int v2 = 0; v2 < 64; v2 += 16) {
kernel @wide_step(x: ptr<i32>, n: i32) {
  for %0 in range(0, n, 1000) {
    %1 = addptr x, %0 : ptr<i32>
    for %2 in range(0:i32, 64, 16) {
      store %1, %2, none
    }
  }
}

// A runtime step may go either way.
// The helper stands in front of all kernels.
// CHECK-LABEL: void runtime_step(
// CHECK: unsigned long long mt_n0 = mt_trip_count((long long)0, (long long)n, (long long)s);
// CHECK-NEXT: for (unsigned long long mt_i0 = 0; mt_i0 < mt_n0; ++mt_i0) {
// CHECK-NEXT: int v0 = (int)((unsigned long long)0 + mt_i0 * (unsigned long long)s);
kernel @runtime_step(x: ptr<i32>, n: i32, s: i32) {
  for %0 in range(0, n, s) {
    %1 = addptr x, %0 : ptr<i32>
    store %1, %0, none
  }
}

// CHECK-LABEL: void carried_registers(
// CHECK: float v{{[0-9]+}}[2];
// CHECK: for (int v[[I:[0-9]+]] = 0; v[[I]] < n; v[[I]] += 1) {
// CHECK-NEXT: float v[[A:[0-9]+]][2];
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int r = 0; r < 2; ++r)
// CHECK-NEXT:   v[[A]][r] = v{{[0-9]+}}[r];
kernel @carried_registers(x: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=512} : vector<512 x i32>
  %1 = addptr x, %0 : vector<512 x ptr<f32>>
  %2 = load %1, none, none : vector<512 x f32>
  %3 = for %i in range(0, n, 1) iter_args(%a = %2) : vector<512 x f32> {
    %4 = add %a, %2 : vector<512 x f32>
    yield %4
  }
  store %1, %3, none
}
