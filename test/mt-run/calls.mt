// A func is inlined before a target that has no calls lowers the kernel.
// RUN: mt-run %s -target cpu -grid 2 "x=arange(8,i32)" "out=zeros(8,i32)" | FileCheck %s
// RUN: mt-run %s -target interp -grid 2 "x=arange(8,i32)" "out=zeros(8,i32)" | FileCheck %s
// RUN: mt-opt %s -target=cuda -emit=cuda | FileCheck %s --check-prefix=CUDA
// CHECK: out: i32[8], min 0, max 77, mean 28.5: [0, 1, 4, 9, 32, 45, 60, 77]
// CUDA: int v5 = x[v3];
// CUDA: out[v3] = v7;
func @scaled(%0: vector<4 x i32>, %1: i32) -> (vector<4 x i32>) {
  %2 = add %0, %1 : vector<4 x i32>
  return %2
}
kernel @k(x: ptr<i32>, out: ptr<i32>) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 4 : i32
  %2 = arange {start=0, end=4} : vector<4 x i32>
  %3 = add %1, %2 : vector<4 x i32>
  %4 = addptr x, %3 : vector<4 x ptr<i32>>
  %5 = load %4, none, none : vector<4 x i32>
  %6 = call @scaled(%5, %1) : vector<4 x i32>
  %7 = mul %5, %6 : vector<4 x i32>
  %8 = addptr out, %3 : vector<4 x ptr<i32>>
  store %8, %7, none
}
