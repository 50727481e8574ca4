// RUN: mt-opt -passes="overlap-loads<num-warps=4>" %s | FileCheck %s
// RUN: mt-opt -passes="overlap-loads<num-warps=4>,lower-to-threads<num-warps=4>,cse,dce" %s | FileCheck %s --check-prefix=LOWER

// Four iterations together, as sixteen registers hold what each loads; their
// loads come first. What is left of the iterations follows.
// CHECK-LABEL: kernel @sum(
// CHECK: %[[T:.*]] = div n, 8192 : i32
// CHECK: %[[MAIN:.*]] = for %[[I:.*]] in range(0, %[[T]], 1) iter_args(%[[A:.*]] = %{{.*}}) : vector<1024 x f32> {
// CHECK: %[[S:.*]] = mul %[[I]], 8192 : i32
// CHECK-COUNT-4: load
// CHECK: %[[X:.*]] = add %[[A]], %{{.*}} : vector<1024 x f32>
// CHECK-NOT: load
// CHECK-COUNT-3: add %{{.*}}, %{{.*}} : vector<1024 x f32>
// CHECK-NEXT: yield
// CHECK: %[[R:.*]] = mul %[[T]], 8192 : i32
// CHECK: for %{{.*}} in range(%[[R]], n, 2048) iter_args(%{{.*}} = %[[MAIN]])
kernel @sum(x: ptr<f32>, out: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = zeros {shape=(1024,), dtype=f32} : vector<1024 x f32>
  %2 = for %i in range(0, n, 2048) iter_args(%a = %1) : vector<1024 x f32> {
    %3 = add %0, %i : vector<1024 x i32>
    %4 = addptr x, %3 : vector<1024 x ptr<f32>>
    %5 = load %4, none, none : vector<1024 x f32>
    %6 = add %a, %5 : vector<1024 x f32>
    yield %6
  }
  %7 = addptr out, %0 : vector<1024 x ptr<f32>>
  store %7, %2, none
}

// A loop that stores stays as it is; in straight code loads move in front of
// what uses earlier ones, but not of stores.
// CHECK-LABEL: kernel @straight(
// CHECK: load
// CHECK: load
// CHECK: neg
// CHECK: add
// CHECK: store
// CHECK: load
// CHECK: for %{{.*}} in range(0, n, 16)
// CHECK-NOT: for
kernel @straight(x: ptr<f32>, out: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr x, %0 : vector<1024 x ptr<f32>>
  %2 = load %1, none, none : vector<1024 x f32>
  %3 = neg %2 : vector<1024 x f32>
  %4 = addptr %1, 1024:i32 : vector<1024 x ptr<f32>>
  %5 = load %4, none, none : vector<1024 x f32>
  %6 = add %3, %5 : vector<1024 x f32>
  %7 = addptr out, %0 : vector<1024 x ptr<f32>>
  store %7, %6, none
  %8 = load %1, none, none : vector<1024 x f32>
  for %i in range(0, n, 16) {
    %9 = addptr %7, %i : vector<1024 x ptr<f32>>
    store %9, %8, none
  }
}

// One element per thread: nothing to gain that the assembler does not see.
// CHECK-LABEL: kernel @narrow(
// CHECK-NEXT: for
// CHECK-NOT: for
kernel @narrow(x: ptr<f32>, out: ptr<f32>, n: i32) attributes {num_warps=1} {
  %0 = for %i in range(0, n, 1) iter_args(%a = 0.0:f32) : f32 {
    %1 = addptr x, %i : ptr<f32>
    %2 = load %1, none, none : f32
    %3 = add %a, %2 : f32
    yield %3
  }
  store out, %0, none
}

// Iterations that walk along rows, one column each, load rows instead; threads
// read four columns at once and take them apart.
// CHECK-LABEL: kernel @rows(
// CHECK: for %{{.*}} in range(0, %{{.*}}, 1)
// CHECK: %[[W:.*]] = load %{{.*}}, none, none : block<64x4 x f32>
// CHECK: reshape %[[W]] {shape=(64, 2, 2)} : block<64x2x2 x f32>
// CHECK-COUNT-3: split
// CHECK: for %{{.*}} in range(%{{.*}}, n, 1)
// CHECK: load %{{.*}}, none, none : block<64x1 x f32>
// LOWER: load %{{.*}}, none, none {gpu.width=4} : frag<16 x f32>
// LOWER-NOT: shared
kernel @rows(a: ptr<f32> {divisible=16}, b: ptr<f32> {divisible=16}, c: ptr<f32> {divisible=16}, n: i32 {divisible=16}) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = expand_dims %0 {axis=1} : block<64x1 x i32>
  %2 = expand_dims %0 {axis=0} : block<1x64 x i32>
  %3 = zeros {shape=(64, 64), dtype=f32} : block<64x64 x f32>
  %4 = mul %1, n : block<64x1 x i32>
  %5 = addptr a, %4 : block<64x1 x ptr<f32>>
  %6 = for %i in range(0, n, 1) iter_args(%acc = %3) : block<64x64 x f32> {
    %7 = addptr %5, %i : block<64x1 x ptr<f32>>
    %8 = load %7, none, none : block<64x1 x f32>
    %9 = mul %i, 64 : i32
    %10 = add %2, %9 : block<1x64 x i32>
    %11 = addptr b, %10 : block<1x64 x ptr<f32>>
    %12 = load %11, none, none : block<1x64 x f32>
    %13 = fma %8, %12, %acc : block<64x64 x f32>
    yield %13
  }
  %15 = mul %1, 64 : block<64x1 x i32>
  %16 = add %15, %2 : block<64x64 x i32>
  %17 = addptr c, %16 : block<64x64 x ptr<f32>>
  store %17, %6, none
}
