// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}
// RUN: %if nvptx %{ mt-opt -emit=ptx -target=nvptx %s | FileCheck %s --check-prefix=PTX %}
// RUN: %if nvptx %{ mt-opt -emit=mlir -target=mlir %s | FileCheck %s --check-prefix=MLIR %}
// RUN: %if mlir-plugin %{ mt-opt -emit=ptx -target=mlir %s | FileCheck %s --check-prefix=PTX %}

// A kernel has launch bounds or a number of registers.
// CHECK: __global__ __maxnreg__(40){{$}}
// PTX-LABEL: .visible .entry few(
// PTX: .maxntid 128
// PTX: .maxnreg 40
// MLIR: gpu.func @few({{.*}}nvvm.maxnreg = 40 : i32}
kernel @few(x: ptr<f32>) attributes {num_warps=4, max_registers=40} {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr x, %0 : vector<1024 x ptr<f32>>
  %2 = load %1, none, none : vector<1024 x f32>
  %3 = add %2, 1.0 : vector<1024 x f32>
  store %1, %3, none
}

// A program of 1024 threads has 64 for each.
// CHECK: __global__ __maxnreg__(64){{$}}
// PTX-LABEL: .visible .entry many(
// PTX: .maxnreg 64
// MLIR: gpu.func @many({{.*}}nvvm.maxnreg = 64 : i32}
kernel @many(x: ptr<f32>) attributes {num_warps=32, max_registers=255} {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr x, %0 : vector<1024 x ptr<f32>>
  store %1, 0.0, none
}
