// Copies that run beside the threads, in the interpreter: a missing wait and a
// missing barrier are errors, and so is a source that changes.

// RUN: mt-run %s -target interp -kernel waits -grid 1 "x=arange(128)" "out=zeros(128)" | FileCheck %s
// CHECK: out: f32[128], min 0.0, max 127.0, mean {{.*}}: [124.0, 125.0, 126.0, 127.0, 120.0,
kernel @waits(x: ptr<f32>, out: ptr<f32>) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = mul %0, 4 : i32
  %2 = shared_alloc : shared<128 x f32>
  %3 = addptr x, %1 : ptr<f32>
  async_copy %3, %2, %1, none {width=4}
  async_commit
  async_wait {pending=0}
  barrier
  %4 = sub 124, %1 : i32
  %5 = fragment_index %4 {stride=1} : frag<4 x i32>
  %6 = shared_load %2, %5 : frag<4 x f32>
  %7 = fragment_index %1 {stride=1} : frag<4 x i32>
  %8 = addptr out, %7 : frag<4 x ptr<f32>>
  store %8, %6, none
}

// RUN: grep -v "barrier" %s | not mt-run - -target interp -kernel waits -grid 1 "x=arange(128)" "out=zeros(128)" 2>&1 | FileCheck %s --check-prefix=BARRIER
// BARRIER: threads {{[0-9]+}} and {{[0-9]+}} of a program meet in shared memory with no barrier between them ('shared_load')
// RUN: grep -v "async_wait" %s | not mt-run - -target interp -kernel waits -grid 1 "x=arange(128)" "out=zeros(128)" 2>&1 | FileCheck %s --check-prefix=WAIT
// WAIT: thread {{[0-9]+}} touches shared memory that a copy under way fills ('shared_load'); an async_wait must come first

// A wait leaves the last groups alone; lanes whose mask is false bring zeros.
// RUN: mt-run %s -target interp -kernel groups -grid 1 "x=ones(64)" "out=full(32,7)" | FileCheck %s --check-prefix=GROUPS
// GROUPS: out: f32[32], min 0.0, max 1.0, mean 0.25
kernel @groups(x: ptr<f32>, out: ptr<f32>) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = shared_alloc : shared<64 x f32>
  %2 = addptr x, %0 : ptr<f32>
  %3 = cmp_lt %0, 8 : bool
  async_copy %2, %1, %0, %3 {width=1}
  async_commit
  %4 = add %0, 32 : i32
  async_copy %2, %1, %4, none {width=1}
  async_commit
  async_wait {pending=1}
  %5 = shared_load %1, %0 : f32
  %6 = addptr out, %0 : ptr<f32>
  store %6, %5, none
}

// RUN: not mt-run %s -target interp -kernel changed -grid 1 "x=ones(64)" 2>&1 | FileCheck %s --check-prefix=CHANGED
// CHANGED: thread 0 writes to what a copy under way reads ('store'); an async_wait must come first
kernel @changed(x: ptr<f32>) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = shared_alloc : shared<64 x f32>
  %2 = addptr x, %0 : ptr<f32>
  async_copy %2, %1, %0, none {width=1}
  store %2, 3.0, none
}

// RUN: not mt-run %s -target interp -kernel half_a_warp -grid 1 2>&1 | FileCheck %s --check-prefix=WARP
// WARP: 'shared_load_matrix' takes whole warps, and a program has 16 threads
kernel @half_a_warp() attributes {num_threads=16} {
  %0 = thread_id : i32
  %1 = shared_alloc : shared<64 x f16>
  %2 = shared_load_matrix %1, %0 {matrices=1} : frag<2 x f16>
}

// RUN: not mt-run %s -target interp -kernel crooked -grid 1 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: thread 1 names a row at byte 2 of shared memory, no multiple of 16
kernel @crooked() attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = shared_alloc : shared<64 x f16>
  %2 = shared_load_matrix %1, %0 {matrices=1} : frag<2 x f16>
}
