// What lanes and registers exchange by shuffles is what tile IR says: rows and
// columns of one warp's tile change places, with one bit and with two.
// RUN: mt-opt -passes=lower-to-threads,cse,dce %s | FileCheck %s --implicit-check-not=shared_alloc
// RUN: mt-run %s -kernel swapped -target interp -grid 1 "x=rand(64)" "out=zeros(64)" -o out=%t.interp.npy
// RUN: mt-run %s -kernel swapped -target threads -grid 1 "x=rand(64)" "out=zeros(64)" -o out=%t.threads.npy
// RUN: cmp %t.interp.npy %t.threads.npy
// RUN: mt-run %s -kernel swapped4 -target interp -grid 1 "x=rand(128)" "out=zeros(128)" -o out=%t.interp.npy
// RUN: mt-run %s -kernel swapped4 -target threads -grid 1 "x=rand(128)" "out=zeros(128)" -o out=%t.threads.npy
// RUN: cmp %t.interp.npy %t.threads.npy

// CHECK-LABEL: kernel @swapped(
// CHECK: %[[X:.*]] = load
// CHECK: select
// CHECK-COUNT-2: shuffle %{{.*}}, %{{.*}} : f32
// CHECK: concat_registers
// CHECK: %[[Y:.*]] = select
// CHECK: store %{{.*}}, %[[Y]], none {gpu.width=2}
kernel @swapped(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}) attributes {num_warps=1} {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = load %1, none, none : vector<64 x f32>
  %3 = reshape %2 {shape=(32, 2)} : block<32x2 x f32>
  %4 = trans %3 {order=(1, 0)} : block<2x32 x f32>
  %5 = reshape %4 {shape=(64,)} : vector<64 x f32>
  %6 = addptr out, %0 : vector<64 x ptr<f32>>
  store %6, %5, none
}

// CHECK-LABEL: kernel @swapped4(
// CHECK-COUNT-4: shuffle %{{.*}}, %{{.*}} : f32
// CHECK: store {{.*}} {gpu.width=4}
kernel @swapped4(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}) attributes {num_warps=1} {
  %0 = arange {start=0, end=128} : vector<128 x i32>
  %1 = addptr x, %0 : vector<128 x ptr<f32>>
  %2 = load %1, none, none : vector<128 x f32>
  %3 = reshape %2 {shape=(32, 4)} : block<32x4 x f32>
  %4 = trans %3 {order=(1, 0)} : block<4x32 x f32>
  %5 = reshape %4 {shape=(128,)} : vector<128 x f32>
  %6 = addptr out, %0 : vector<128 x ptr<f32>>
  store %6, %5, none
}
