// REQUIRES: nvptx
// RUN: mt-opt -emit=llvm -target=nvptx %s | FileCheck %s
// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s --check-prefix=CUDA
// RUN: %if cuda-toolkit %{ mt-opt -emit=cubin -target=nvptx %s -o /dev/null %}
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// Four quotients or more by one scalar take its reciprocal, scaled into range;
// both emitters do the same.
// CHECK-LABEL: define ptx_kernel void @many(
// CHECK: [[SIZE:%[0-9]+]] = call float @llvm.fabs.f32(float %y)
// CHECK: [[LARGE:%[0-9]+]] = fcmp ogt float [[SIZE]], 0x47D0000000000000
// CHECK: [[SMALL:%[0-9]+]] = fcmp olt float [[SIZE]], 0x3810000000000000
// CHECK: [[OTHER:%[0-9]+]] = select i1 [[SMALL]], float 0x4170000000000000, float 1.000000e+00
// CHECK: [[SCALE:%[0-9]+]] = select i1 [[LARGE]], float 0x3E70000000000000, float [[OTHER]]
// CHECK: [[SCALED:%[0-9]+]] = fmul float %y, [[SCALE]]
// CHECK: [[R:%[0-9]+]] = call float @llvm.nvvm.rcp.approx.ftz.f(float [[SCALED]])
// CHECK: [[Q:%[0-9]+]] = fmul float %{{[0-9]+}}, [[R]]
// CHECK: fmul float [[Q]], [[SCALE]]
// CHECK-NOT: div
// CUDA: float scale = size > 0x1p126f ? 0x1p-24f : size < 0x1p-126f ? 0x1p24f : 1.0f;
// CUDA-LABEL: void many(
// CUDA: mt_divisor mt_d[[N:[0-9]+]] = mt_invert(y);
// CUDA: v[[N]][r] = (v{{[0-9]+}}[r] * mt_d[[N]].reciprocal * mt_d[[N]].scale);
kernel @many(x: ptr<f32>, y: f32) attributes {num_warps=4} {
  %0 = arange {start=0, end=512} : vector<512 x i32>
  %1 = addptr x, %0 : vector<512 x ptr<f32>>
  %2 = load %1, none, none : vector<512 x f32>
  %3 = div %2, y : vector<512 x f32>
  store %1, %3, none
}

// Few quotients, literals and exact division are divided.
// CHECK-LABEL: define ptx_kernel void @others(
// CHECK: @llvm.nvvm.div.full(float %{{[0-9]+}}, float %y)
// CHECK: @llvm.nvvm.div.full(float %{{[0-9]+}}, float 3.000000e+00)
// CHECK: fdiv float
// CHECK-NOT: rcp
// CUDA-LABEL: void others(
// CUDA-NOT: mt_invert
kernel @others(x: ptr<f32>, y: f32) attributes {num_warps=4} {
  %0 = arange {start=0, end=256} : vector<256 x i32>
  %1 = addptr x, %0 : vector<256 x ptr<f32>>
  %2 = load %1, none, none : vector<256 x f32>
  %3 = div %2, y : vector<256 x f32>
  store %1, %3, none
  %4 = arange {start=0, end=512} : vector<512 x i32>
  %5 = addptr x, %4 : vector<512 x ptr<f32>>
  %6 = load %5, none, none : vector<512 x f32>
  %7 = div %6, 3.0 : vector<512 x f32>
  %8 = div %7, y {math.exact=true} : vector<512 x f32>
  store %5, %8, none
}
