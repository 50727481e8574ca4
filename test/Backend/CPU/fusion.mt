// Which accesses share a loop.

// RUN: mt-opt -target=cpu -arch=x86-64-v4 -emit=llvm %s | FileCheck %s

// One array in place needs no test: each lane reads what it writes.
// CHECK-LABEL: define i32 @in_place(
// CHECK-NOT: load float
// CHECK: {{^}}}

// Two arrays may overlap: the loop is entered if they do not, or if the store
// is not ahead of the load.
// CHECK-LABEL: define i32 @two_arrays(
// CHECK: %[[#AHEAD:]] = sub i64
// CHECK: icmp uge i64 {{.*}}, 4095
// CHECK: {{^}}}

// A store through addresses that were loaded may hit what a later load reads:
// the load stays behind, in a loop of its own.
// CHECK-LABEL: define i32 @scatter_then_load(
// CHECK: call void @llvm.masked.scatter
// CHECK-NOT: @llvm.masked.scatter
// CHECK: load <16 x float>
// CHECK: {{^}}}

kernel @in_place(x: ptr<f32>) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr x, %0 : vector<1024 x ptr<f32>>
  %2 = load %1, none, none : vector<1024 x f32>
  %3 = add %2, 1.0 : vector<1024 x f32>
  store %1, %3, none
}
kernel @two_arrays(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr x, %0 : vector<1024 x ptr<f32>>
  %2 = load %1, none, none : vector<1024 x f32>
  %3 = addptr out, %0 : vector<1024 x ptr<f32>>
  store %3, %2, none
}
kernel @scatter_then_load(index: ptr<i32>, x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr index, %0 : vector<1024 x ptr<i32>>
  %2 = load %1, none, none : vector<1024 x i32>
  %3 = addptr x, %2 : vector<1024 x ptr<f32>>
  store %3, 1.0, none
  %4 = addptr x, %0 : vector<1024 x ptr<f32>>
  %5 = load %4, none, none : vector<1024 x f32>
  %6 = addptr out, %0 : vector<1024 x ptr<f32>>
  store %6, %5, none
}
