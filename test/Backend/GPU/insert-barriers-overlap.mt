// What a launch whose arrays overlap runs: barriers wherever they might matter,
// also if a first run has left them out.
// RUN: mt-opt -passes='lower-to-threads,cse,insert-barriers<no-assume-disjoint>' %s | FileCheck %s
// RUN: mt-opt -passes='lower-to-threads,cse,insert-barriers,insert-barriers<no-assume-disjoint>' %s | FileCheck %s

// CHECK-LABEL: kernel @copy(
// CHECK: load
// CHECK-NOT: store
// CHECK: barrier
// CHECK-NEXT: store
kernel @copy(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = load %1, none, none : vector<64 x f32>
  %3 = addptr out, %0 : vector<64 x ptr<f32>>
  store %3, %2, none
}

// Reads alone need none.
// CHECK-LABEL: kernel @reads(
// CHECK-NOT: barrier
// CHECK: add
kernel @reads(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = load %1, none, none : vector<64 x f32>
  %3 = addptr y, %0 : vector<64 x ptr<f32>>
  %4 = load %3, none, none : vector<64 x f32>
  %5 = add %2, %4 : vector<64 x f32>
}
