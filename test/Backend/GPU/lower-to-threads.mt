// RUN: mt-opt -passes=lower-to-threads %s | FileCheck %s
// RUN: mt-opt -passes=lower-to-threads,lower-to-threads %s | FileCheck %s
// RUN: mt-opt -passes=lower-to-threads %s | mt-opt | FileCheck %s
// RUN: mt-opt -passes="lower-to-threads<num-warps=2>" %s | FileCheck %s -check-prefix=WARPS

// CHECK-LABEL: kernel @one_element_per_thread({{.*}}) attributes {num_threads=256} {
// CHECK-NEXT: %0 = program_id {axis=0} : i32
// CHECK-NEXT: %1 = mul %0, 256 : i32
// CHECK-NEXT: %2 = thread_id : i32
// CHECK-NEXT: %3 = add %1, %2 : i32
// CHECK-NEXT: %4 = addptr x, %3 : ptr<f32>
// CHECK-NEXT: %5 = cmp_lt %3, n : bool
// CHECK-NEXT: store %4, 1.0, %5
// WARPS-LABEL: kernel @one_element_per_thread({{.*}}) attributes {num_threads=64} {
// WARPS: %2 = thread_id : i32
// WARPS-NEXT: %3 = fragment_index %2 {stride=64} : frag<4 x i32>
// WARPS-NEXT: %4 = add %1, %3 : frag<4 x i32>
// WARPS-NEXT: %5 = addptr x, %4 : frag<4 x ptr<f32>>
// WARPS-NEXT: %6 = cmp_lt %4, n : frag<4 x bool>
// WARPS-NEXT: store %5, 1.0, %6
kernel @one_element_per_thread(x: ptr<f32>, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 256 : i32
  %2 = arange {start=0, end=256} : vector<256 x i32>
  %3 = add %1, %2 : vector<256 x i32>
  %4 = addptr x, %3 : vector<256 x ptr<f32>>
  %5 = cmp_lt %3, n : vector<256 x bool>
  store %4, 1.0, %5
}

// The kernel's own number of warps wins over the option.
// CHECK-LABEL: kernel @own_warps({{.*}}) attributes {num_warps=1, num_threads=32} {
// CHECK: fragment_index %{{.*}} {stride=32} : frag<8 x i32>
// WARPS-LABEL: kernel @own_warps({{.*}}) attributes {num_warps=1, num_threads=32} {
kernel @own_warps(x: ptr<i32>) attributes {num_warps=1} {
  %0 = arange {start=0, end=256} : vector<256 x i32>
  %1 = addptr x, %0 : vector<256 x ptr<i32>>
  store %1, %0, none
}

// Scalars stay scalars; a broadcast of one is the scalar itself.
// CHECK-LABEL: kernel @shared_values
// CHECK: %0 = add n, 1 : i32
// CHECK-NEXT: %1 = mul %0, 2 : i32
// CHECK-NEXT: %2 = thread_id : i32
// CHECK-NEXT: %3 = add %2, %1 : i32
kernel @shared_values(x: ptr<i32>, n: i32) {
  %0 = add n, 1 : i32
  %1 = broadcast %0 {shape=(128,)} : vector<128 x i32>
  %2 = mul %1, 2 : vector<128 x i32>
  %3 = arange {start=0, end=128} : vector<128 x i32>
  %4 = add %3, %2 : vector<128 x i32>
  %5 = addptr x, %4 : vector<128 x ptr<i32>>
  store %5, %4, none
}

// Carried tiles are fragments from the first iteration on.
// CHECK-LABEL: kernel @carried
// CHECK: %[[ZERO:.*]] = splat 0.0:f32 : frag<2 x f32>
// CHECK: for %{{.*}} in range(0, n, 1) iter_args(%{{.*}} = %[[ZERO]]) : frag<2 x f32> {
// CHECK: %[[ONE:.*]] = splat 1.0:f32 : frag<2 x f32>
// CHECK: yield %[[ONE]]
kernel @carried(x: ptr<f32>, n: i32) {
  %0 = broadcast 0.0:f32 {shape=(512,)} : vector<512 x f32>
  %1 = for %i in range(0, n, 1) iter_args(%a = %0) : vector<512 x f32> {
    %2 = broadcast 1.0:f32 {shape=(512,)} : vector<512 x f32>
    yield %2
  }
  %3 = arange {start=0, end=512} : vector<512 x i32>
  %4 = addptr x, %3 : vector<512 x ptr<f32>>
  store %4, %1, none
}

// Extents are padded to powers of two, and the padding masked.
// CHECK-LABEL: kernel @threads_past_the_tile({{.*}}) attributes {num_threads=256} {
// CHECK-NEXT: %0 = thread_id : i32
// CHECK-NEXT: %1 = fragment_index %0 {stride=256} : frag<2 x i32>
// CHECK-NEXT: %2 = cmp_lt %1, 300 : frag<2 x bool>
// CHECK: store %{{.*}}, 1.0, %2
kernel @threads_past_the_tile(x: ptr<f32>) {
  %0 = arange {start=0, end=300} : vector<300 x i32>
  %1 = addptr x, %0 : vector<300 x ptr<f32>>
  store %1, 1.0, none
}

// CHECK-LABEL: kernel @scalars_only({{.*}}) attributes {num_threads=1} {
// CHECK-NEXT: store x, 1.0, none
// WARPS-LABEL: kernel @scalars_only({{.*}}) attributes {num_threads=64} {
// WARPS-NEXT: %0 = thread_id : i32
// WARPS-NEXT: %1 = cmp_eq %0, 0 : bool
// WARPS-NEXT: store x, 1.0, %1
kernel @scalars_only(x: ptr<f32>) {
  store x, 1.0, none
}
