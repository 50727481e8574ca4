// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// The document's tile: one element per thread, on one line of threads.
// CHECK-LABEL: void matrix_add(
// CHECK: int v[[T:[0-9]+]] = threadIdx.x;
// CHECK: = (v[[T]] / 16);
// CHECK: = (v[[T]] % 16);
// CHECK: float v[[X:[0-9]+]] = (v[[M:[0-9]+]] ? x[v[[O:[0-9]+]]] : 0.0f);
// CHECK: if (v[[M]]) {
// CHECK-NEXT: out[v[[O]]] = v
kernel @matrix_add(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, M: i32, N: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 16 : i32
  %2 = arange {start=0, end=16} : vector<16 x i32>
  %3 = expand_dims %2 {axis=1} : block<16x1 x i32>
  %4 = add %1, %3 : block<16x1 x i32>
  %5 = program_id {axis=1} : i32
  %6 = mul %5, 16 : i32
  %7 = expand_dims %2 {axis=0} : block<1x16 x i32>
  %8 = add %6, %7 : block<1x16 x i32>
  %9 = mul %4, N : block<16x1 x i32>
  %10 = add %9, %8 : block<16x16 x i32>
  %11 = cmp_lt %4, M : block<16x1 x bool>
  %12 = cmp_lt %8, N : block<1x16 x bool>
  %13 = and %11, %12 : block<16x16 x bool>
  %14 = addptr x, %10 : block<16x16 x ptr<f32>>
  %15 = load %14, %13, 0.0 : block<16x16 x f32>
  %16 = addptr y, %10 : block<16x16 x ptr<f32>>
  %17 = load %16, %13, 0.0 : block<16x16 x f32>
  %18 = add %15, %17 : block<16x16 x f32>
  %19 = addptr out, %10 : block<16x16 x ptr<f32>>
  store %19, %18, %13
}

// Registers, lanes, then the warps' sums through shared memory: one barrier.
// CHECK-LABEL: void sum_of_a_row(
// CHECK-NEXT: __shared__ __align__(16) unsigned char mt_shared[32];
// CHECK: v[[A:[0-9]+]][r] = (v[[X:[0-9]+]][r] + v[[X]][r ^ 2]);
// CHECK: float v[[B:[0-9]+]] = (v[[A]][0] + v[[A]][1]);
// CHECK: = __shfl_xor_sync(0xffffffff, v[[B]], 1);
// CHECK: = __shfl_xor_sync(0xffffffff, v{{[0-9]+}}, 16);
// CHECK-NEXT: float v[[W:[0-9]+]] = 
// CHECK-NEXT: float* v[[S:[0-9]+]] = (float*)(mt_shared + 0);
// CHECK: if (v{{[0-9]+}}) {
// CHECK-NEXT: v[[S]][v{{[0-9]+}}] = v[[W]];
// CHECK: __syncthreads();
// CHECK-NEXT: float v[[P:[0-9]+]][8];
// CHECK: v[[P]][r] = v[[S]][v{{[0-9]+}}[r]];
// CHECK-NOT: __syncthreads
// CHECK: out[0] =
kernel @sum_of_a_row(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr x, %0 : vector<1024 x ptr<f32>>
  %2 = load %1, none, none : vector<1024 x f32>
  %3 = sum %2 : f32
  store out, %3, none
}

// Padding is filled with what changes nothing.
// CHECK-LABEL: void greatest_of_seven(
// CHECK: bool v[[E:[0-9]+]] = (v{{[0-9]+}} < 7);
// CHECK: = (v[[E]] ? v{{[0-9]+}} : (-2147483647 - 1));
// CHECK: = __shfl_xor_sync(0x000000ff, v{{[0-9]+}}, 1);
kernel @greatest_of_seven(x: ptr<i32>, out: ptr<i32>) {
  %0 = arange {start=0, end=7} : vector<7 x i32>
  %1 = addptr x, %0 : vector<7 x ptr<i32>>
  %2 = load %1, none, none : vector<7 x i32>
  %3 = max %2 : i32
  store out, %3, none
}

// More than 48 KiB are dynamic.
// CHECK-LABEL: void large_flip(
// CHECK-NEXT: extern __shared__ __align__(16) unsigned char mt_shared[];
kernel @large_flip(x: ptr<f32>) {
  %0 = arange {start=0, end=16384} : vector<16384 x i32>
  %1 = addptr x, %0 : vector<16384 x ptr<f32>>
  %2 = load %1, none, none : vector<16384 x f32>
  %3 = flip %2 {axis=0} : vector<16384 x f32>
  store %1, %3, none
}

// CHECK-LABEL: void product(
// CHECK: for (int v[[K:[0-9]+]] = 0; v[[K]] < 32; v[[K]] += 1) {
// CHECK: = fmaf(v{{[0-9]+}}[{{.*}}], v{{[0-9]+}}[{{.*}}], v{{[0-9]+}}[r]);
kernel @product(a: ptr<f32>, b: ptr<f32>, c: ptr<f32>) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = reshape %0 {shape=(32, 32)} : block<32x32 x i32>
  %2 = addptr a, %1 : block<32x32 x ptr<f32>>
  %3 = load %2, none, none : block<32x32 x f32>
  %4 = addptr b, %1 : block<32x32 x ptr<f32>>
  %5 = load %4, none, none : block<32x32 x f32>
  %6 = zeros {shape=(32, 32), dtype=f32} : block<32x32 x f32>
  %7 = dot %3, %5, %6 : block<32x32 x f32>
  %8 = addptr c, %1 : block<32x32 x ptr<f32>>
  store %8, %7, none
}

// CHECK-LABEL: void atomics(
// CHECK: __threadfence();
// CHECK-NEXT: if (v{{[0-9]+}}) {
// CHECK-NEXT: atomicAdd(&x[0], 1);
// CHECK-NEXT: }
// CHECK-NEXT: __threadfence();
// CHECK: int v[[OLD:[0-9]+]];
// CHECK: v[[OLD]] = atomicMax_block(&x[v{{[0-9]+}}], 3);
// CHECK: mt_atomic_cas(&f[v{{[0-9]+}}], 0.0f, 1.0f);
// CHECK: mt_atomic_max(&f[v{{[0-9]+}}], 2.0f, true);
// CHECK: (long long)atomicAdd((unsigned long long*)&l[0], (unsigned long long)5LL);
kernel @atomics(x: ptr<i32>, f: ptr<f32>, l: ptr<i64>) {
  %0 = arange {start=0, end=32} : vector<32 x i32>
  %1 = atomic_add x, 1, none : i32
  %2 = addptr x, %0 : vector<32 x ptr<i32>>
  %3 = full 3:i32 {shape=(32,), dtype=i32} : vector<32 x i32>
  %4 = atomic_max %2, %3, none {sem="relaxed", scope="cta"} : vector<32 x i32>
  store %2, %4, none
  %5 = addptr f, %0 : vector<32 x ptr<f32>>
  %6 = atomic_cas %5, 0.0, 1.0 {sem="relaxed"} : vector<32 x f32>
  %7 = atomic_max %5, 2.0, none {sem="relaxed", scope="sys"} : vector<32 x f32>
  %8 = atomic_add l, 5, none {sem="relaxed"} : i64
}
