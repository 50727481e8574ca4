// -emit and -target choose what is written; -save-temps keeps what lies between.
// RUN: mt-opt -emit=cuda %s | FileCheck %s --check-prefix=CUDA
// CUDA: extern "C" __global__
// CUDA: void copy(float* x, float* y)
// RUN: mt-opt -emit=thread -target=cuda %s | FileCheck %s --check-prefix=THREAD
// THREAD: kernel @copy({{.*}}) attributes {num_threads=64
// THREAD: thread_id
// RUN: mt-opt -emit=ssa %s | FileCheck %s --check-prefix=SSA
// RUN: mt-opt -emit=ssa -target=cuda %s | FileCheck %s --check-prefix=SSA
// SSA: arange {start=0, end=64} : vector<64 x i32>

// RUN: rm -rf %t
// RUN: mt-opt -emit=cuda -save-temps=%t/new/dir %s -o %t.cu
// RUN: FileCheck %s --check-prefix=SSA --input-file=%t/new/dir/emit.ssa.mt
// RUN: FileCheck %s --check-prefix=THREAD --input-file=%t/new/dir/emit.cuda-cuda.mt
// RUN: diff %t.cu %t/new/dir/emit.cuda.cuda

// RUN: not mt-opt -emit=qasm %s 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=NOSTAGE --input-file=%t.err
// NOSTAGE: mt-opt: error: no target has a stage 'qasm'; there are ssa, {{.*}}cuda
// RUN: not mt-opt -emit=cuda -target=interp %s 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: mt-opt: error: target 'interp' has no stage 'cuda'; it has ssa
// RUN: not mt-opt -target=abacus %s 2>&1 | FileCheck %s --check-prefix=NOTARGET
// NOTARGET: mt-opt: error: unknown target 'abacus'; this build has {{.*}}interp
// RUN: not mt-opt -emit=cuda -save-temps=%s/below-a-file %s 2>&1 | FileCheck %s --check-prefix=NODIR
// NODIR: mt-opt: error: cannot make directory '{{.*}}below-a-file': Not a directory

kernel @copy(x: ptr<f32>, y: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = load %1, none, none : vector<64 x f32>
  %3 = addptr y, %0 : vector<64 x ptr<f32>>
  store %3, %2, none
}
