// The target threads runs what GPU targets make of a kernel; calls are inlined.
// RUN: mt-run %s -target threads -kernel reversed -grid 1 "x=arange(100)" "out=zeros(100)" | FileCheck %s
// RUN: mt-run %s -target threads -check -kernel reversed -grid 1 "x=arange(100)" "out=zeros(100)" | FileCheck %s
// CHECK: out: f32[100], min 0.0, max 99.0, mean 49.5: [99.0, 98.0, 97.0, 96.0,
// RUN: not mt-run %s -target threads -check -kernel reversed -grid 1 "x=arange(100)" "out=zeros(99)" 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: mt-opt %s -target=threads -emit=thread | FileCheck %s --check-prefix=STAGE
kernel @reversed(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=100} : vector<100 x i32>
  %1 = addptr x, %0 : vector<100 x ptr<f32>>
  %2 = load %1, none, none : vector<100 x f32>
  %3 = call @reverse(%2) : vector<100 x f32>
  %4 = addptr out, %0 : vector<100 x ptr<f32>>
// BOUNDS: threads.mt:[[@LINE+1]]:3: error: store to out[99] is out of bounds: out has 99 elements (program (0, 0, 0), thread 99)
  store %4, %3, none
}
// STAGE: kernel @reversed({{.*}}num_threads=128
// STAGE: shared_store
// STAGE: barrier
// STAGE-NEXT: shared_load
func @reverse(%0: vector<100 x f32>) -> (vector<100 x f32>) {
  %1 = flip %0 {axis=0} : vector<100 x f32>
  return %1
}

// A missing barrier ends the launch.
// RUN: mt-opt %s -target=threads -emit=thread -o %t.mt
// RUN: grep -v barrier %t.mt | not mt-run - -target interp -kernel reversed -grid 1 "x=arange(100)" "out=zeros(100)" 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: <stdin>:{{[0-9]+}}:{{[0-9]+}}: threads {{[0-9]+}} and {{[0-9]+}} of a program meet in shared memory with no barrier between them ('shared_load')
