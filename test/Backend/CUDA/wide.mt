// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// Aligned arrays and a mask that cuts no group of four: 16 bytes at a time.
// CHECK-LABEL: void aligned(
// CHECK: = (v[[T:[0-9]+]] * 4);
// CHECK: v{{[0-9]+}}[r] = (v{{[0-9]+}} + (v{{[0-9]+}} + r));
// CHECK: __align__(16) float v[[X:[0-9]+]][4];
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int r = 0; r < 4; ++r)
// CHECK-NEXT:     v[[X]][r] = 0.0f;
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int r = 0; r < 4; r += 4) {
// CHECK-NEXT:     *(uint4*)&v[[X]][r] = mt_load((const uint4*)&x[v[[O:[0-9]+]][r]], *(uint4*)&v[[X]][r], v[[M:[0-9]+]][r]);
// CHECK-NEXT: }
// CHECK: __align__(16) float v[[Y:[0-9]+]][4];
// CHECK: for (int r = 0; r < 4; r += 4) {
// CHECK-NEXT:     if (v[[M]][r]) {
// CHECK-NEXT:         *(uint4*)&out[v[[O]][r]] = *(uint4*)&v[[Y]][r];
kernel @aligned(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}, n: i32 {divisible=16}) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 1024 : i32
  %2 = arange {start=0, end=1024} : vector<1024 x i32>
  %3 = add %1, %2 : vector<1024 x i32>
  %4 = cmp_lt %3, n : vector<1024 x bool>
  %5 = addptr x, %3 : vector<1024 x ptr<f32>>
  %6 = load %5, %4, 0.0 : vector<1024 x f32>
  %7 = add %6, 1.0 : vector<1024 x f32>
  %8 = addptr out, %3 : vector<1024 x ptr<f32>>
  store %8, %7, %4
}

// Rows whose length keeps the alignment: eight f16 of a row at a time.
// CHECK-LABEL: void rows(
// CHECK: __align__(16) __half v[[X:[0-9]+]][16];
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int r = 0; r < 16; r += 8) {
// CHECK-NEXT:     *(uint4*)&v[[X]][r] = *(const uint4*)&x[
kernel @rows(x: ptr<f16> {divisible=16}, out: ptr<f16> {divisible=16}, stride: i32 {divisible=16}) {
  %0 = arange {start=0, end=32} : vector<32 x i32>
  %1 = expand_dims %0 {axis=1} : block<32x1 x i32>
  %2 = arange {start=0, end=128} : vector<128 x i32>
  %3 = expand_dims %2 {axis=0} : block<1x128 x i32>
  %4 = mul %1, stride : block<32x1 x i32>
  %5 = add %4, %3 : block<32x128 x i32>
  %6 = addptr x, %5 : block<32x128 x ptr<f16>>
  %7 = load %6, none, none : block<32x128 x f16>
  %8 = addptr out, %5 : block<32x128 x ptr<f16>>
  store %8, %7, none
}

// What is not known to be aligned, or may be cut by the mask, is not.
// CHECK-LABEL: void unaligned(
// CHECK-NOT: uint
kernel @unaligned(x: ptr<f32>, y: ptr<f32> {divisible=16}, z: ptr<f32> {divisible=4}, n: i32) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr x, %0 : vector<1024 x ptr<f32>>
  %2 = load %1, none, none : vector<1024 x f32>
  %3 = cmp_lt %0, n : vector<1024 x bool>
  %4 = addptr y, %0 : vector<1024 x ptr<f32>>
  store %4, %2, %3
  %5 = addptr z, %0 : vector<1024 x ptr<f32>>
  store %5, %2, none
  %6 = arange {start=1, end=1025} : vector<1024 x i32>
  %7 = addptr y, %6 : vector<1024 x ptr<f32>>
  store %7, %2, none
  %8 = mul %0, 2 : vector<1024 x i32>
  %9 = addptr y, %8 : vector<1024 x ptr<f32>>
  store %9, %2, none
}

// Hints hold for any width.
// CHECK-LABEL: void hinted(
// CHECK: *(uint4*)&v{{[0-9]+}}[r] = mt_load_evict_first((const uint4*)&x[{{.*}}], uint4(), true);
// CHECK: *(uint2*)&v{{[0-9]+}}[r] = mt_load_evict_last((const uint2*)&h[{{.*}}], *(uint2*)&v{{[0-9]+}}[r], v{{[0-9]+}}[r]);
// CHECK: mt_store_evict_last((uint4*)&x[{{.*}}], *(uint4*)&v
// CHECK: mt_store_evict_first((uint2*)&h[{{.*}}], *(uint2*)&v
kernel @hinted(x: ptr<f32> {divisible=16}, h: ptr<f16> {divisible=16}, n: i32 {divisible=16}) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = cmp_lt %0, n : vector<1024 x bool>
  %2 = addptr x, %0 : vector<1024 x ptr<f32>>
  %3 = load %2, none, none {eviction="evict_first"} : vector<1024 x f32>
  %4 = addptr h, %0 : vector<1024 x ptr<f16>>
  %5 = load %4, %1, 1.0 {eviction="evict_last"} : vector<1024 x f16>
  %6 = mul %3, 2.0 : vector<1024 x f32>
  store %2, %6, none {eviction="evict_last"}
  %7 = mul %5, 2.0 : vector<1024 x f16>
  store %4, %7, %1 {eviction="evict_first"}
}
