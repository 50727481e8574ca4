// RUN: mt-opt -passes=allocate-shared %s | FileCheck %s
// RUN: mt-opt -passes=allocate-shared,allocate-shared %s | FileCheck %s

// Buffers that live one behind the other share memory.
// CHECK-LABEL: kernel @one_behind_the_other({{.*}}) attributes {num_threads=64, shared_bytes=256}
// CHECK: shared_alloc {offset=0} : shared<64 x f32>
// CHECK: shared_alloc {offset=0} : shared<32 x f64>
kernel @one_behind_the_other(out: ptr<f32>) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = shared_alloc : shared<64 x f32>
  shared_store %1, %0, 1.0, none
  %2 = shared_load %1, %0 : f32
  %3 = shared_alloc : shared<32 x f64>
  %4 = and %0, 31 : i32
  %5 = shared_load %3, %4 : f64
  store out, %2, none
}

// The largest comes first; others stand behind it at multiples of 16 bytes.
// CHECK-LABEL: kernel @at_the_same_time({{.*}}) attributes {num_threads=64, shared_bytes=274}
// CHECK: shared_alloc {offset=272} : shared<1 x i16>
// CHECK: shared_alloc {offset=0} : shared<65 x f32>
kernel @at_the_same_time(out: ptr<f32>) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = shared_alloc : shared<1 x i16>
  %2 = shared_alloc : shared<65 x f32>
  shared_store %2, %0, 1.0, none
  shared_store %1, 0:i32, 7, none
}

// What a loop reads lives until its last iteration.
// CHECK-LABEL: kernel @across_a_loop({{.*}}) attributes {num_threads=64, shared_bytes=512}
// CHECK: shared_alloc {offset=0} : shared<64 x f32>
// CHECK: for
// CHECK: shared_alloc {offset=256} : shared<64 x f32>
// CHECK: shared_alloc {offset=256} : shared<64 x f32>
kernel @across_a_loop(n: i32) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = shared_alloc : shared<64 x f32>
  for %i in range(0, n, 1) {
    %2 = shared_load %1, %0 : f32
    %3 = shared_alloc : shared<64 x f32>
    shared_store %3, %0, %2, none
    %4 = shared_alloc : shared<64 x f32>
    shared_store %4, %0, %2, none
  }
}

// CHECK-LABEL: kernel @none({{.*}}) attributes {num_threads=64} {
kernel @none(n: i32) attributes {num_threads=64} {
}

// The scratch of reductions has memory of its own each: one barrier for each,
// between writing and reading it.
// CHECK-LABEL: kernel @scratch({{.*}}) attributes {num_threads=64, shared_bytes=24}
// CHECK: shared_alloc {offset=0} : shared<2 x f32>
// CHECK: shared_alloc {offset=16} : shared<2 x f32>
kernel @scratch(out: ptr<f32>) attributes {num_threads=64} {
  %0 = thread_id : i32
  %1 = div %0, 32 : i32
  %2 = shared_alloc : shared<2 x f32>
  shared_store %2, %1, 1.0, none
  %3 = shared_load %2, %1 : f32
  %4 = shared_alloc : shared<2 x f32>
  shared_store %4, %1, %3, none
  %5 = shared_load %4, %1 : f32
  %6 = addptr out, %0 : ptr<f32>
  store %6, %5, none
}
