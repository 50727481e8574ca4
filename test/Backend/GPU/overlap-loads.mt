// RUN: mt-opt -passes="overlap-loads<num-warps=4>" %s | FileCheck %s
// RUN: mt-opt -passes="overlap-loads<num-warps=4>,lower-to-threads<num-warps=4>,cse,dce" %s -o /dev/null

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
