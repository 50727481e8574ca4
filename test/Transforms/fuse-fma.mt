// RUN: mt-opt -passes=fuse-fma %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=fuse-fma %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// RUN: mt-opt "-passes=fuse-fma<no-enable_fp_fusion>" %s | FileCheck %s --check-prefix=OFF
// OFF-NOT: fma

// CHECK-LABEL: kernel @sums_of_products
// CHECK-NEXT: %0 = fma a, b, c : f32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: %1 = fma a, b, c : f32
// CHECK-NEXT: store out, %1, none
// CHECK-NEXT: %2 = neg c : f32
// CHECK-NEXT: %3 = fma a, b, %2 : f32
// CHECK-NEXT: store out, %3, none
// CHECK-NEXT: %4 = neg a : f32
// CHECK-NEXT: %5 = fma %4, b, c : f32
// CHECK-NEXT: store out, %5, none
kernel @sums_of_products(out: ptr<f32>, a: f32, b: f32, c: f32) {
  %0 = mul a, b : f32
  %1 = add %0, c : f32
  store out, %1, none
  %2 = mul a, b : f32
  %3 = add c, %2 : f32
  store out, %3, none
  %4 = mul a, b : f32
  %5 = sub %4, c : f32
  store out, %5, none
  %6 = mul a, b : f32
  %7 = sub c, %6 : f32
  store out, %7, none
}

// CHECK-LABEL: kernel @signs_go_into_literals
// CHECK-NEXT: %0 = fma a, b, -2.0 : f32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: %1 = fma a, -2.0, b : f32
// CHECK-NEXT: store out, %1, none
kernel @signs_go_into_literals(out: ptr<f32>, a: f32, b: f32) {
  %0 = mul a, b : f32
  %1 = sub %0, 2.0 : f32
  store out, %1, none
  %2 = mul a, 2.0 : f32
  %3 = sub b, %2 : f32
  store out, %3, none
}

// CHECK-LABEL: kernel @one_of_two_products
// CHECK-NEXT: %0 = mul c, c : f32
// CHECK-NEXT: %1 = fma a, b, %0 : f32
kernel @one_of_two_products(out: ptr<f32>, a: f32, b: f32, c: f32) {
  %0 = mul a, b : f32
  %1 = mul c, c : f32
  %2 = add %0, %1 : f32
  store out, %2, none
}

// CHECK-LABEL: kernel @other_float_types_and_tiles
// CHECK: fma %{{[0-9]+}}, h, %{{[0-9]+}} : vector<8 x f16>
kernel @other_float_types_and_tiles(x: ptr<f16>, h: f16) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = addptr x, %0 : vector<8 x ptr<f16>>
  %2 = load %1, none, none : vector<8 x f16>
  %3 = mul %2, h : vector<8 x f16>
  %4 = add %3, %2 : vector<8 x f16>
  store %1, %4, none
}

// CHECK-LABEL: kernel @accumulators_of_loops
// CHECK: for
// CHECK-NEXT: %2 = load x, none, none : f32
// CHECK-NEXT: %3 = fma %2, %2, %1 : f32
// CHECK-NEXT: yield %3
kernel @accumulators_of_loops(out: ptr<f32>, x: ptr<f32>, n: i32) {
  %0 = for %1 in range(0, n, 1) iter_args(%2 = 0.0) : f32 {
    %3 = load x, none, none : f32
    %4 = mul %3, %3 : f32
    %5 = add %2, %4 : f32
    yield %5
  }
  store out, %0, none
}

// CHECK-LABEL: kernel @integers_and_shared_products_stay
// CHECK-NOT: fma
// CHECK: store ints
kernel @integers_and_shared_products_stay(out: ptr<f32>, ints: ptr<i32>, a: f32, b: f32, n: i32) {
  %0 = mul a, b : f32
  %1 = add %0, a : f32
  store out, %1, none
  store out, %0, none
  %2 = mul a, a : f32
  %3 = add %2, %2 : f32
  store out, %3, none
  %4 = mul n, n : i32
  %5 = add %4, n : i32
  store ints, %5, none
}

// CHECK-LABEL: kernel @switched_off
// CHECK-NOT: fma
// CHECK: store out
kernel @switched_off(out: ptr<f32>, a: f32, b: f32) attributes {enable_fp_fusion=false} {
  %0 = mul a, b : f32
  %1 = add %0, a : f32
  store out, %1, none
}

// The accumulator of a product may come behind it.
// CHECK-LABEL: kernel @products_of_matrices
// CHECK: %[[ACC:.*]] = load
// CHECK-NOT: add
// CHECK: dot %{{.*}}, %{{.*}}, %[[ACC]] {precision="tf32"}
// CHECK-NOT: add %{{.*}} : block
kernel @products_of_matrices(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=16} : vector<16 x i32>
  %1 = expand_dims %0 {axis=1} : block<16x1 x i32>
  %2 = expand_dims %0 {axis=0} : block<1x16 x i32>
  %3 = mul %1, 16 : block<16x1 x i32>
  %4 = or %3, %2 : block<16x16 x i32>
  %5 = addptr x, %4 : block<16x16 x ptr<f32>>
  %6 = load %5, none, none : block<16x16 x f32>
  %7 = zeros {shape=(16, 16), dtype=f32} : block<16x16 x f32>
  %8 = dot %6, %6, %7 {precision="tf32"} : block<16x16 x f32>
  %9 = add %6, %8 : block<16x16 x f32>
  %10 = addptr out, %4 : block<16x16 x ptr<f32>>
  store %10, %9, none
}
