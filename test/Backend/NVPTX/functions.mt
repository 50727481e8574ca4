// REQUIRES: nvptx, cuda-toolkit
// RUN: mt-opt -emit=llvm -target=nvptx %s | FileCheck %s
// RUN: env CUDA_HOME=/nowhere CUDA_PATH=/nowhere mt-opt -emit=cubin -target=nvptx %s -o %t.cubin

// Functions without an instruction are libdevice's, inlined; nothing else of it
// is left. Flushing of denormals is off in them.
// CHECK-LABEL: define ptx_kernel void @functions(
// CHECK-NOT: call {{.*}}@__
// CHECK: ret void
// CHECK-NOT: define
kernel @functions(x: ptr<f32>, d: ptr<f64>) {
  %0 = load x, none, none : f32
  %1 = sin %0 : f32
  %2 = log %1 : f32
  %3 = mod %2, 3.0 : f32
  store x, %3, none
  %4 = load d, none, none : f64
  %5 = exp %4 : f64
  store d, %5, none
}
