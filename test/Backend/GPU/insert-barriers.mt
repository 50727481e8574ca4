// RUN: mt-opt -passes=lower-to-threads,cse,insert-barriers %s | FileCheck %s
// RUN: mt-opt -passes=lower-to-threads,cse,insert-barriers,insert-barriers %s | FileCheck %s

// Each thread reads and writes its own elements: nothing to wait for.
// CHECK-LABEL: kernel @in_place({{.*}}) attributes {num_threads=64} {
// CHECK-NOT: barrier
kernel @in_place(x: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = load %1, none, none : vector<64 x f32>
  %3 = neg %2 : vector<64 x f32>
  store %1, %3, none
  %4 = load %1, none, none : vector<64 x f32>
  %5 = add %4, 1.0 : vector<64 x f32>
  store %1, %5, none
}

// Neighbours read what this thread overwrites.
// CHECK-LABEL: kernel @shift({{.*}}) attributes {num_threads=64} {
// CHECK: load
// CHECK-NEXT: barrier
// CHECK-NEXT: store
kernel @shift(x: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = addptr x, 1:i32 : ptr<f32>
  %3 = addptr %2, %0 : vector<64 x ptr<f32>>
  %4 = load %3, none, none : vector<64 x f32>
  store %1, %4, none
}

// Arrays of different parameters are taken as disjoint, which the launcher
// must check.
// CHECK-LABEL: kernel @two_arrays({{.*}}) attributes {num_threads=64, assume_disjoint=true} {
// CHECK-NOT: barrier
kernel @two_arrays(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = load %1, none, none : vector<64 x f32>
  %3 = addptr out, %0 : vector<64 x ptr<f32>>
  store %3, %2, none
}

// Thread 0 writes a scalar that all threads read, before and after.
// CHECK-LABEL: kernel @scalar
// CHECK: load x
// CHECK-NEXT: %{{.*}} = add
// CHECK-NEXT: barrier
// CHECK-NEXT: store x
// CHECK-NEXT: barrier
// CHECK-NEXT: load x
kernel @scalar(x: ptr<f32>, out: ptr<f32>) {
  %0 = load x, none, none : f32
  %1 = add %0, 1.0 : f32
  store x, %1, none
  %2 = load x, none, none : f32
  %3 = arange {start=0, end=64} : vector<64 x i32>
  %4 = addptr out, %3 : vector<64 x ptr<f32>>
  store %4, %2, none
}

// An iteration meets the accesses of the one before.
// CHECK-LABEL: kernel @loop
// CHECK: for
// CHECK: barrier
// CHECK-NEXT: load
// CHECK-NEXT: store
// CHECK: kernel @loop_in_place
// CHECK-NOT: barrier
kernel @loop(x: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  for %i in range(0, n, 1) {
    %1 = addptr x, %i : ptr<f32>
    %2 = addptr %1, %0 : vector<64 x ptr<f32>>
    %3 = load %2, none, none : vector<64 x f32>
    store %2, %3, none
  }
}

kernel @loop_in_place(x: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  for %i in range(0, n, 1) {
    %2 = load %1, none, none : vector<64 x f32>
    %3 = add %2, 1.0 : vector<64 x f32>
    store %1, %3, none
  }
}

// One thread has nobody to wait for.
// CHECK-LABEL: kernel @one_thread({{.*}}) attributes {num_threads=1} {
// CHECK-NOT: barrier
kernel @one_thread(x: ptr<f32>) {
  %0 = load x, none, none : f32
  %1 = add %0, 1.0 : f32
  store x, %1, none
  %2 = load x, none, none : f32
  store x, %2, none
}

// A while ends behind its condition: the barrier in its body orders nothing of
// the last condition.
// CHECK-LABEL: kernel @while_condition
// CHECK: do
// CHECK: barrier
// CHECK: barrier
// CHECK-NEXT: load
kernel @while_condition(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr x, %0 : vector<64 x ptr<f32>>
  %2 = addptr x, 1:i32 : ptr<f32>
  %3 = addptr %2, %0 : vector<64 x ptr<f32>>
  %4 = while iter_args(%a = 0:i32) : i32 {
    store %1, 1.0, none
    %5 = cmp_lt %a, 3 : bool
    condition %5
  } do {
    %6 = load %3, none, none : vector<64 x f32>
    %7 = max %6 : f32
    %8 = cast %7 : i32
    %9 = add %8, %a : i32
    yield %9
  }
  %10 = load %3, none, none : vector<64 x f32>
  %11 = addptr out, %0 : vector<64 x ptr<f32>>
  store %11, %10, none
}

// Rows and columns of a tile are bits of the thread's index: each thread is
// alone with its element, unless rows share some.
// CHECK-LABEL: kernel @in_place_2d
// CHECK-NOT: barrier
// CHECK-LABEL: kernel @overlapping_rows
// CHECK: load
// CHECK: barrier
// CHECK: store
kernel @in_place_2d(x: ptr<f32>) {
  %0 = arange {start=0, end=16} : vector<16 x i32>
  %1 = arange {start=0, end=32} : vector<32 x i32>
  %2 = expand_dims %0 {axis=1} : block<16x1 x i32>
  %3 = expand_dims %1 {axis=0} : block<1x32 x i32>
  %4 = mul %2, 64 : block<16x1 x i32>
  %5 = add %4, %3 : block<16x32 x i32>
  %6 = addptr x, %5 : block<16x32 x ptr<f32>>
  %7 = load %6, none, none : block<16x32 x f32>
  %8 = neg %7 : block<16x32 x f32>
  store %6, %8, none
}

kernel @overlapping_rows(x: ptr<f32>) {
  %0 = arange {start=0, end=16} : vector<16 x i32>
  %1 = arange {start=0, end=32} : vector<32 x i32>
  %2 = expand_dims %0 {axis=1} : block<16x1 x i32>
  %3 = expand_dims %1 {axis=0} : block<1x32 x i32>
  %4 = mul %2, 16 : block<16x1 x i32>
  %5 = add %4, %3 : block<16x32 x i32>
  %6 = addptr x, %5 : block<16x32 x ptr<f32>>
  %7 = load %6, none, none : block<16x32 x f32>
  %8 = neg %7 : block<16x32 x f32>
  store %6, %8, none
}

// Iterations that write one block behind the other never meet; if blocks
// overlap by one element, they do.
// CHECK-LABEL: kernel @blocks(
// CHECK-NOT: barrier
// CHECK-LABEL: kernel @overlapping_blocks(
// CHECK: barrier
// CHECK-NEXT: store
kernel @blocks(out: ptr<f32>, n: i32) attributes {num_threads=64} {
  %0 = thread_id : i32
  for %i in range(0, n, 64) {
    %1 = add %i, %0 : i32
    %2 = addptr out, %1 : ptr<f32>
    %3 = cmp_lt %1, n : bool
    store %2, 1.0, %3
  }
}
kernel @overlapping_blocks(out: ptr<f32>, n: i32) attributes {num_threads=64} {
  %0 = thread_id : i32
  for %i in range(0, n, 63) {
    %1 = add %i, %0 : i32
    %2 = addptr out, %1 : ptr<f32>
    %3 = cmp_lt %1, n : bool
    store %2, 1.0, %3
  }
}

// Thread 0 alone takes the lock, writes and gives it back: what it did before is
// its own. All others wait for what it acquired.
// CHECK-LABEL: kernel @lock
// CHECK: masked_cas
// CHECK-NEXT: barrier
// CHECK-NEXT: load data
// CHECK-NEXT: add
// CHECK-NEXT: barrier
// CHECK-NEXT: store data
// CHECK-NEXT: atomic_xchg
// CHECK: barrier
// CHECK-NEXT: store
kernel @lock(lock: ptr<i32>, data: ptr<f32>, out: ptr<f32>) {
  %0 = atomic_cas lock, 0, 1 : i32
  %1 = load data, none, none : f32
  %2 = add %1, 1.0 : f32
  store data, %2, none
  %3 = atomic_xchg lock, 0, none : i32
  %4 = arange {start=0, end=64} : vector<64 x i32>
  %5 = addptr out, %4 : vector<64 x ptr<f32>>
  store %5, %2, none
}
