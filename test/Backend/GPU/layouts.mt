// RUN: mt-opt -passes=lower-to-threads,cse,dce %s | FileCheck %s
// RUN: mt-opt -passes=lower-to-threads,cse,dce %s | mt-opt | FileCheck %s

// Coordinates of a block are computed where they are wanted; rows that all
// registers of a thread share stay scalars.
// CHECK-LABEL: kernel @rank2({{.*}}) attributes {num_threads=256} {
// CHECK-NEXT: %0 = thread_id : i32
// CHECK-NEXT: %1 = div %0, 64 : i32
// CHECK-NEXT: %2 = fragment_index %1 {stride=4} : frag<4 x i32>
// CHECK-NEXT: %3 = mod %0, 64 : i32
// CHECK-NEXT: %4 = mul %2, 64 : frag<4 x i32>
// CHECK-NEXT: %5 = add %4, %3 : frag<4 x i32>
// CHECK-NEXT: %6 = cmp_lt %3, n : bool
// CHECK-NEXT: %7 = addptr x, %5 : frag<4 x ptr<f32>>
// CHECK-NEXT: store %7, 1.0, %6
kernel @rank2(x: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=16} : vector<16 x i32>
  %1 = expand_dims %0 {axis=1} : block<16x1 x i32>
  %2 = arange {start=0, end=64} : vector<64 x i32>
  %3 = expand_dims %2 {axis=0} : block<1x64 x i32>
  %4 = mul %1, 64 : block<16x1 x i32>
  %5 = add %4, %3 : block<16x64 x i32>
  %6 = cmp_lt %3, n : block<1x64 x bool>
  %7 = addptr x, %5 : block<16x64 x ptr<f32>>
  store %7, 1.0, %6
}

// A reshape keeps all elements where they are; so does a transpose, but what
// is stored then goes through shared memory, where each row starts in another
// bank.
// CHECK-LABEL: kernel @transposed
// CHECK: %[[X:.*]] = load
// CHECK-NOT: shuffle
// CHECK: %[[B:.*]] = shared_alloc : shared<256 x f32>
// CHECK: shared_store %[[B]], %{{.*}}, %[[X]], none
// CHECK: %[[Y:.*]] = shared_load %[[B]], %{{.*}} : f32
// CHECK: store %{{.*}}, %[[Y]], none
kernel @transposed(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=256} : vector<256 x i32>
  %1 = addptr x, %0 : vector<256 x ptr<f32>>
  %2 = load %1, none, none : vector<256 x f32>
  %3 = reshape %2 {shape=(16, 16)} : block<16x16 x f32>
  %4 = trans %3 {order=(1, 0)} : block<16x16 x f32>
  %5 = reshape %4 {shape=(256,)} : vector<256 x f32>
  %6 = addptr out, %0 : vector<256 x ptr<f32>>
  store %6, %5, none
}

// Rows of one lane group each: lanes alone fold them. The result is in all
// lanes of the row, and its owners store it.
// CHECK-LABEL: kernel @row_sums({{.*}}) attributes {num_threads=128} {
// CHECK: %[[X:.*]] = load
// CHECK: %[[A:.*]] = shuffle_xor %[[X]] {mask=1} : f32
// CHECK: add %[[X]], %[[A]] : f32
// CHECK: shuffle_xor %{{.*}} {mask=2} : f32
// CHECK: %[[S:.*]] = add
// CHECK-NOT: shared
// CHECK: store %{{.*}}, %[[S]], %{{.*}}
kernel @row_sums(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=32} : vector<32 x i32>
  %1 = expand_dims %0 {axis=1} : block<32x1 x i32>
  %2 = arange {start=0, end=4} : vector<4 x i32>
  %3 = expand_dims %2 {axis=0} : block<1x4 x i32>
  %4 = mul %1, 4 : block<32x1 x i32>
  %5 = add %4, %3 : block<32x4 x i32>
  %6 = addptr x, %5 : block<32x4 x ptr<f32>>
  %7 = load %6, none, none : block<32x4 x f32>
  %8 = sum %7 {axis=1} : vector<32 x f32>
  %9 = addptr out, %0 : vector<32 x ptr<f32>>
  store %9, %8, none
}

// A tile that a loop makes by a product is carried in the product's layout.
// CHECK-LABEL: kernel @carried_product
// CHECK: %[[ZERO:.*]] = splat 0.0:f32 : frag<4 x f32>
// CHECK: for %{{.*}} in range(0, n, 1) iter_args(%[[ACC:.*]] = %[[ZERO]]) : frag<4 x f32> {
// CHECK: shared_store
// CHECK: shared_store
// CHECK: %[[R:.*]] = for %{{.*}} in range(0:i32, 16, 1) iter_args(%[[SUM:.*]] = %[[ACC]]) : frag<4 x f32> {
// CHECK: fma %{{.*}}, %{{.*}}, %[[SUM]] : frag<4 x f32>
// CHECK: yield %[[R]]
kernel @carried_product(x: ptr<f32>, out: ptr<f32>, n: i32) attributes {num_warps=2} {
  %0 = arange {start=0, end=256} : vector<256 x i32>
  %1 = addptr x, %0 : vector<256 x ptr<f32>>
  %2 = zeros {shape=(16, 16), dtype=f32} : block<16x16 x f32>
  %3 = for %i in range(0, n, 1) iter_args(%acc = %2) : block<16x16 x f32> {
    %4 = load %1, none, none : vector<256 x f32>
    %5 = reshape %4 {shape=(16, 16)} : block<16x16 x f32>
    %6 = dot %5, %5, %acc : block<16x16 x f32>
    yield %6
  }
  %7 = reshape %3 {shape=(256,)} : vector<256 x f32>
  %8 = addptr out, %0 : vector<256 x ptr<f32>>
  store %8, %7, none
}

// Indivisible ops happen once per element: by the threads that own one.
// CHECK-LABEL: kernel @owners({{.*}}) attributes {num_warps=1, num_threads=32} {
// CHECK: %[[OWN:.*]] = cmp_lt %{{.*}}, 8 : bool
// CHECK: %[[FIRST:.*]] = cmp_eq %{{.*}}, 0 : bool
// CHECK: atomic_add %{{.*}}, 1, %[[OWN]] : i32
// CHECK: atomic_add x, 1, %[[FIRST]] : i32
kernel @owners(x: ptr<i32>) attributes {num_warps=1} {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = addptr x, %0 : vector<8 x ptr<i32>>
  %2 = atomic_add %1, 1, none : vector<8 x i32>
  %3 = atomic_add x, 1, none : i32
}

// Rows and columns that only meet in larger tiles are loaded in the layout of
// those, the row four elements at a time: nothing is exchanged in the loop. A
// thread's part of the tile is so shaped that it needs few of both.
// CHECK-LABEL: kernel @outer_products({{.*}}) attributes {num_warps=4, num_threads=128} {
// CHECK: for
// CHECK-NOT: sh
// CHECK: %[[A:.*]] = load %{{.*}}, none, none : frag<4 x f32>
// CHECK: %[[B:.*]] = load %{{.*}}, none, none {gpu.width=4} : frag<8 x f32>
// CHECK: %[[X:.*]] = permute_registers %[[A]] {bases=(0, 0, 0, 1, 2)} : frag<32 x f32>
// CHECK: %[[Y:.*]] = permute_registers %[[B]] {bases=(1, 2, 4, 0, 0)} : frag<32 x f32>
// CHECK: mul %[[X]], %[[Y]] : frag<32 x f32>
// CHECK-NOT: shared
// CHECK: store %{{.*}}, %{{.*}}, none {gpu.width=4}
kernel @outer_products(a: ptr<f32>, b: ptr<f32> {divisible=16}, c: ptr<f32> {divisible=16}, n: i32) attributes {num_warps=4} {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = expand_dims %0 {axis=1} : block<64x1 x i32>
  %2 = expand_dims %0 {axis=0} : block<1x64 x i32>
  %3 = zeros {shape=(64, 64), dtype=f32} : block<64x64 x f32>
  %4 = for %i in range(0, n, 1) iter_args(%acc = %3) : block<64x64 x f32> {
    %5 = add %1, %i : block<64x1 x i32>
    %6 = addptr a, %5 : block<64x1 x ptr<f32>>
    %7 = load %6, none, none : block<64x1 x f32>
    %8 = mul %i, 64 : i32
    %9 = add %2, %8 : block<1x64 x i32>
    %10 = addptr b, %9 : block<1x64 x ptr<f32>>
    %11 = load %10, none, none : block<1x64 x f32>
    %12 = mul %7, %11 : block<64x64 x f32>
    %13 = add %acc, %12 : block<64x64 x f32>
    yield %13
  }
  %14 = mul %1, 64 : block<64x1 x i32>
  %15 = add %14, %2 : block<64x64 x i32>
  %16 = addptr c, %15 : block<64x64 x ptr<f32>>
  store %16, %4, none
}

// What is computed on demand is so in a layout in which each thread reduces it
// alone: products of loaded rows and columns are added without exchange.
// CHECK-LABEL: kernel @sums_of_products({{.*}}) attributes {num_warps=4, num_threads=128} {
// CHECK-NOT: sh
// CHECK: load %{{.*}}, none, none {gpu.width=4} : frag<4 x f32>
// CHECK: load %{{.*}}, none, none {gpu.width=4} : frag<16 x f32>
// CHECK-NOT: sh
// CHECK: store %{{.*}}, %{{.*}}, none {gpu.width=4}
kernel @sums_of_products(a: ptr<f32> {divisible=16}, b: ptr<f32> {divisible=16}, c: ptr<f32> {divisible=16}) attributes {num_warps=4} {
  %0 = arange {start=0, end=16} : vector<16 x i32>
  %1 = expand_dims %0 {axis=1} : block<16x1 x i32>
  %2 = arange {start=0, end=32} : vector<32 x i32>
  %3 = expand_dims %2 {axis=0} : block<1x32 x i32>
  %4 = arange {start=0, end=4} : vector<4 x i32>
  %5 = expand_dims %4 {axis=0} : block<1x4 x i32>
  %6 = expand_dims %4 {axis=1} : block<4x1 x i32>
  %7 = mul %1, 4 : block<16x1 x i32>
  %8 = add %7, %5 : block<16x4 x i32>
  %9 = addptr a, %8 : block<16x4 x ptr<f32>>
  %10 = load %9, none, none : block<16x4 x f32>
  %11 = mul %6, 32 : block<4x1 x i32>
  %12 = add %11, %3 : block<4x32 x i32>
  %13 = addptr b, %12 : block<4x32 x ptr<f32>>
  %14 = load %13, none, none : block<4x32 x f32>
  %15 = expand_dims %10 {axis=2} : block<16x4x1 x f32>
  %16 = expand_dims %14 {axis=0} : block<1x4x32 x f32>
  %17 = mul %15, %16 : block<16x4x32 x f32>
  %18 = sum %17 {axis=1} : block<16x32 x f32>
  %19 = mul %1, 32 : block<16x1 x i32>
  %20 = add %19, %3 : block<16x32 x i32>
  %21 = addptr c, %20 : block<16x32 x ptr<f32>>
  store %21, %18, none
}
