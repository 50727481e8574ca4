// RUN: mt-opt -passes=insert-barriers %s | FileCheck %s
// RUN: mt-opt -passes=insert-barriers,insert-barriers %s | FileCheck %s

// Read after write, and write after read by the next iteration.
// CHECK-LABEL: kernel @exchange
// CHECK: for
// CHECK: barrier
// CHECK-NEXT: shared_store
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_load
// CHECK-NOT: barrier
kernel @exchange(out: ptr<f32>, n: i32) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = sub 63, %0 : i32
  %2 = shared_alloc {offset=0} : shared<64 x f32>
  %3 = addptr out, %0 : ptr<f32>
  %4 = for %i in range(0, n, 1) iter_args(%v = 1.0:f32) : f32 {
    shared_store %2, %0, %v, none
    %5 = shared_load %2, %1 : f32
    yield %5
  }
  store %3, %4, none
}

// Two stores fill one buffer; another buffer is none of its business, unless
// it has the same memory.
// CHECK-LABEL: kernel @buffers
// CHECK: shared_store %[[A:.*]], %0, 1.0
// CHECK-NEXT: shared_store %[[A]], %0, 2.0
// CHECK-NEXT: shared_store %[[B:.*]], %0, 3.0
// CHECK-NEXT: barrier
// CHECK-NEXT: shared_store %{{.*}}, %0, 4.0
kernel @buffers() attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = shared_alloc {offset=0} : shared<64 x f32>
  %2 = shared_alloc {offset=256} : shared<64 x f32>
  %3 = shared_alloc {offset=128} : shared<8 x f32>
  shared_store %1, %0, 1.0, none
  shared_store %1, %0, 2.0, none
  shared_store %2, %0, 3.0, none
  shared_store %3, %0, 4.0, none
}

// An atomic releases what all threads have done, and later accesses wait for
// what it acquires; a relaxed one does neither.
// CHECK-LABEL: kernel @atomics
// CHECK: store
// CHECK: barrier
// CHECK-NEXT: atomic_add
// CHECK-NEXT: barrier
// CHECK-NEXT: load
// CHECK-LABEL: kernel @relaxed
// CHECK-NOT: barrier
kernel @atomics(x: ptr<i32>, flag: ptr<i32>) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = addptr x, %0 : ptr<i32>
  store %1, 7, none
  %2 = cmp_eq %0, 0 : bool
  %3 = atomic_add flag, 1, %2 : i32
  %4 = load %1, none, none : i32
  store %1, %4, none
}

kernel @relaxed(x: ptr<i32>, flag: ptr<i32>) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = addptr x, %0 : ptr<i32>
  store %1, 7, none
  %2 = cmp_eq %0, 0 : bool
  %3 = atomic_add flag, 1, %2 {sem="relaxed"} : i32
  %4 = load %1, none, none : i32
  store %1, %4, none
}

// The owners' stores are read by the other threads that hold copies.
// CHECK-LABEL: kernel @copies
// CHECK: store
// CHECK-NEXT: barrier
// CHECK-NEXT: load
kernel @copies(x: ptr<i32>, out: ptr<i32>) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = mod %0, 16 : i32
  %2 = addptr x, %1 : ptr<i32>
  %3 = cmp_lt %0, 16 : bool
  store %2, %0, %3
  %4 = load %2, none, none : i32
  %5 = addptr out, %0 : ptr<i32>
  store %5, %4, none
}

// What a loop reads again and again is waited for once, in front of it.
// CHECK-LABEL: kernel @read_in_loop
// CHECK: shared_store
// CHECK-NEXT: barrier
// CHECK-NEXT: for
// CHECK-NOT: barrier
kernel @read_in_loop(out: ptr<f32>, n: i32) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = shared_alloc {offset=0} : shared<64 x f32>
  shared_store %1, %0, 1.0, none
  %2 = for %i in range(0, n, 1) iter_args(%v = 1.0:f32) : f32 {
    %3 = sub 63, %i : i32
    %4 = shared_load %1, %3 : f32
    %5 = add %v, %4 : f32
    yield %5
  }
  %6 = addptr out, %0 : ptr<f32>
  store %6, %2, none
}
