// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// CHECK-LABEL: void relu(
// CHECK: float v6 = (v5 ? x[v3] : 0.0f);
// CHECK-NEXT: float v7 = (v6 > 0.0f || v6 != v6 ? v6 : 0.0f);
// CHECK-NEXT: if (v5) {
// CHECK-NEXT:   out[v3] = v7;
kernel @relu(x: ptr<f32>, out: ptr<f32>, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 128 : i32
  %2 = arange {start=0, end=128} : vector<128 x i32>
  %3 = add %1, %2 : vector<128 x i32>
  %4 = addptr x, %3 : vector<128 x ptr<f32>>
  %5 = cmp_lt %3, n : vector<128 x bool>
  %6 = load %4, %5, 0.0 : vector<128 x f32>
  %7 = maximum %6, 0.0 : vector<128 x f32>
  %8 = addptr out, %3 : vector<128 x ptr<f32>>
  store %8, %7, %5
}

// CHECK-LABEL: void leaky_relu(
// CHECK: bool v3 = (v2 > 0.0f);
// CHECK-NEXT: float v4 = (v2 * 0.01f);
// CHECK-NEXT: float v5 = (v3 ? v2 : v4);
kernel @leaky_relu(x: ptr<f32>, out: ptr<f32>) {
  %1 = arange {start=0, end=64} : vector<64 x i32>
  %2 = addptr x, %1 : vector<64 x ptr<f32>>
  %unused = add %1, 1 : vector<64 x i32>
  %3 = load %2, none, none : vector<64 x f32>
  %4 = cmp_gt %3, 0.0 : vector<64 x bool>
  %5 = mul %3, 0.01 : vector<64 x f32>
  %6 = select %4, %3, %5 : vector<64 x f32>
  %7 = addptr out, %1 : vector<64 x ptr<f32>>
  store %7, %6, none
}

// CHECK-LABEL: void sigmoid(
// CHECK: float v3 = (-v2);
// CHECK-NEXT: float v4 = mt_exp(v3);
// CHECK-NEXT: float v5 = (v4 + 1.0f);
// CHECK-NEXT: float v6 = (1.0f / v5);
kernel @sigmoid(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = load %1, none, none : vector<64 x f32>
  %3 = neg %2 : vector<64 x f32>
  %4 = exp %3 : vector<64 x f32>
  %5 = add %4, 1.0 : vector<64 x f32>
  %6 = div 1.0, %5 : vector<64 x f32>
  %7 = addptr out, %0 : vector<64 x ptr<f32>>
  store %7, %6, none
}

// A product and a sum round separately unless they are to be fused.
// CHECK-LABEL: void fused(
// CHECK: = fmaf(v2, v2, v2);
kernel @fused(x: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = load %1, none, none : vector<64 x f32>
  %3 = mul %2, %2 : vector<64 x f32>
  %4 = add %3, %2 : vector<64 x f32>
  store %1, %4, none
}
