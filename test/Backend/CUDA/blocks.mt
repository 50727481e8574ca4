// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// Several elements per thread are one array per op.
// CHECK-LABEL: void several_registers(
// CHECK: int v0 = threadIdx.x;
// CHECK-NEXT: bool v2[4];
// CHECK-NEXT: {{^}}#pragma unroll
// CHECK-NEXT: for (int r = 0; r < 4; ++r)
// CHECK-NEXT:     v2[r] = ((v0 + r * 256) < n);
// CHECK-NEXT: float v4[4];
// CHECK-NEXT: {{^}}#pragma unroll
// CHECK-NEXT: for (int r = 0; r < 4; ++r)
// CHECK-NEXT:     v4[r] = mt_load(&x[(v0 + r * 256)], 0.0f, v2[r]);
// CHECK-NEXT: {{^}}#pragma unroll
// CHECK-NEXT: for (int r = 0; r < 4; ++r) {
// CHECK-NEXT:     if (v2[r]) {
// CHECK-NEXT:         x[(v0 + r * 256)] = v4[r];
// CHECK-NEXT:     }
// CHECK-NEXT: }
// CHECK-NEXT: {{^}}}
kernel @several_registers(x: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = cmp_lt %0, n : vector<1024 x bool>
  %2 = addptr x, %0 : vector<1024 x ptr<f32>>
  %3 = load %2, %1, none : vector<1024 x f32>
  store %2, %3, %1
}

// Less than a warp, as the document has it: as many threads as elements.
// CHECK-LABEL: void part_of_a_warp(
// CHECK: int v0 = threadIdx.x;
// CHECK-NEXT: float v2 = x[v0];
// CHECK-NEXT: out[v0] = v2;
kernel @part_of_a_warp(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=16} : vector<16 x i32>
  %1 = addptr x, %0 : vector<16 x ptr<f32>>
  %2 = load %1, none, none : vector<16 x f32>
  %3 = addptr out, %0 : vector<16 x ptr<f32>>
  store %3, %2, none
}

// Lanes past the extent do not touch memory.
// CHECK-LABEL: void odd_extent(
// CHECK: int v0 = threadIdx.x;
// CHECK-NEXT: bool v1 = (v0 < 100);
// CHECK: int v2 = (v0 + 5);
// CHECK-NEXT: float v4 = (v1 ? x[v2] : 0.0f);
// CHECK-NEXT: bool v5 = (v4 > 0.0f);
// CHECK: bool v7 = (v5 & v1);
// CHECK-NEXT: if (v7) {
// CHECK-NEXT:   out[v2] = v4;
kernel @odd_extent(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=5, end=105} : vector<100 x i32>
  %1 = addptr x, %0 : vector<100 x ptr<f32>>
  %2 = load %1, none, none : vector<100 x f32>
  %3 = cmp_gt %2, 0.0 : vector<100 x bool>
  %4 = addptr out, %0 : vector<100 x ptr<f32>>
  store %4, %2, %3
}

// One thread, as the document has it.
// CHECK-LABEL: void scalars_only(
// CHECK-NEXT: float v0 = x[0];
// CHECK-NEXT: out[0] = v0;
// CHECK-NEXT: {{^}}}
kernel @scalars_only(x: ptr<f32>, out: ptr<f32>) {
  %0 = load x, none, none : f32
  store out, %0, none
}

// Many threads, of which one writes a scalar.
// CHECK-LABEL: void scalar_beside_a_tile(
// CHECK: int v0 = threadIdx.x;
// CHECK-NEXT: bool v1 = (v0 == 0);
// CHECK: if (v1) {
// CHECK-NEXT:   out[0] = n;
kernel @scalar_beside_a_tile(x: ptr<i32>, out: ptr<i32>, n: i32) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<i32>>
  store %1, %0, none
  store out, n, none
}
