// RUN: mt-opt -passes=pipeline-loads,loop-simplify,cse,dce %s | FileCheck %s
// RUN: mt-opt -passes=pipeline-loads,insert-barriers %s | FileCheck %s --check-prefix=BARRIERS
// RUN: mt-opt '-passes=pipeline-loads<num-stages=1>' %s | FileCheck %s --check-prefix=ONE
// RUN: mt-opt -passes=pipeline-loads,insert-barriers %s | mt-run - -target interp -kernel sum -grid 1 "x=arange(1000)" "out=zeros(32)" n=7 | FileCheck %s --check-prefix=RESULT
// RUN: mt-opt -passes=pipeline-loads,insert-barriers %s | mt-run - -target interp -kernel swapped -grid 1 "x=arange(1000)" "out=zeros(128)" n=7 | FileCheck %s --check-prefix=SWAPPED
// ONE-NOT: async_copy

// Two copies in front of the loop, one in it, of the iteration after next; the
// pointer is carried for it alone, two iterations ahead.
// CHECK-LABEL: kernel @sum
// CHECK: %[[B:.*]] = shared_alloc : shared<96 x f32>
// CHECK: async_copy %{{.*}}, %[[B]], {{.*}} {width=1}
// CHECK-NEXT: async_commit
// CHECK: async_copy %{{.*}}, %[[B]], {{.*}} {width=1}
// CHECK-NEXT: async_commit
// CHECK: for %{{.*}} iter_args(%{{.*}} = 0.0, %[[P:.*]] = %{{.*}}, %[[R:.*]] = 0, %[[W:.*]] = 2)
// CHECK-NEXT: async_wait {pending=1}
// CHECK: async_copy %[[P]], %[[B]], {{.*}} {width=1}
// CHECK-NEXT: async_commit
// CHECK-NOT: shared_store
// CHECK: %[[F:.*]] = mul %[[R]], 32
// CHECK: %[[I:.*]] = add %{{.*}}, %[[F]]
// CHECK: shared_load %[[B]], %[[I]]
// CHECK: yield
// CHECK: async_wait {pending=0}
// BARRIERS-LABEL: kernel @sum
// BARRIERS-NOT: barrier
// BARRIERS: async_wait
// BARRIERS: barrier
// BARRIERS-NEXT: async_copy
// BARRIERS-NOT: barrier
// BARRIERS-LABEL: kernel @writes
// RESULT: out: f32[32], min 672.0, max 889.0
kernel @sum(x: ptr<f32>, out: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = sub 31, %0 : i32
  %2 = addptr x, %0 : ptr<f32>
  %3, %4 = for %i in range(0, n, 1) iter_args(%a = 0.0:f32, %p = %2) : f32, ptr<f32> {
    %5 = load %p, none, none : f32
    %6 = shared_alloc : shared<32 x f32>
    shared_store %6, %0, %5, none
    %7 = shared_load %6, %1 : f32
    %8 = add %a, %7 : f32
    %9 = addptr %p, 32:i32 : ptr<f32>
    yield %8, %9
  }
  %10 = addptr out, %0 : ptr<f32>
  store %10, %3, none
}

// What the loop writes might be what is read ahead; another value for masked
// lanes, or a step that may be negative, is not taken either.
// CHECK-LABEL: kernel @writes
// CHECK-NOT: async_copy
// CHECK-LABEL: kernel @other
// CHECK-NOT: async_copy
// CHECK-LABEL: kernel @any_step
// CHECK-NOT: async_copy
// CHECK-LABEL: kernel @changed
// CHECK-NOT: async_copy
kernel @writes(x: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = sub 31, %0 : i32
  %2 = addptr x, %0 : ptr<f32>
  for %i in range(0, n, 1) {
    %3 = load %2, none, none : f32
    %4 = shared_alloc : shared<32 x f32>
    shared_store %4, %0, %3, none
    %5 = shared_load %4, %1 : f32
    store %2, %5, none
  }
}

kernel @other(x: ptr<f32>, out: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = sub 31, %0 : i32
  %2 = addptr x, %0 : ptr<f32>
  %3 = cmp_lt %0, n : bool
  %4 = for %i in range(0, n, 1) iter_args(%a = 0.0:f32) : f32 {
    %5 = load %2, %3, 1.0 : f32
    %6 = shared_alloc : shared<32 x f32>
    shared_store %6, %0, %5, none
    %7 = shared_load %6, %1 : f32
    %8 = add %a, %7 : f32
    yield %8
  }
  store out, %4, none
}

kernel @any_step(x: ptr<f32>, out: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = sub 31, %0 : i32
  %2 = addptr x, %0 : ptr<f32>
  %3 = for %i in range(0, 100, n) iter_args(%a = 0.0:f32) : f32 {
    %4 = load %2, none, none : f32
    %5 = shared_alloc : shared<32 x f32>
    shared_store %5, %0, %4, none
    %6 = shared_load %5, %1 : f32
    %7 = add %a, %6 : f32
    yield %7
  }
  store out, %3, none
}

// The elements are changed on their way.
kernel @changed(x: ptr<f32>, out: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = sub 31, %0 : i32
  %2 = addptr x, %0 : ptr<f32>
  %3 = for %i in range(0, n, 1) iter_args(%a = 0.0:f32) : f32 {
    %4 = load %2, none, none : f32
    %5 = neg %4 : f32
    %6 = shared_alloc : shared<32 x f32>
    shared_store %6, %0, %5, none
    %7 = shared_load %6, %1 : f32
    %8 = add %a, %7 : f32
    yield %8
  }
  store out, %3, none
}

// One product of two k-steps: three iterations are copied ahead, and the next
// iteration's first fragments are read in front of the last k-step. Whatever
// the depth, the result is the same.
// RUN: mt-opt '-passes=pipeline-loads<num-stages=1>,insert-barriers' %s | mt-run - -target interp -kernel product -grid 1 "a=rand(2000,f16,seed=3)" "out=zeros(128)" n=7 > %t.1
// RUN: mt-opt '-passes=pipeline-loads<num-stages=2>,insert-barriers' %s | mt-run - -target interp -kernel product -grid 1 "a=rand(2000,f16,seed=3)" "out=zeros(128)" n=7 > %t.2
// RUN: mt-opt '-passes=pipeline-loads<num-stages=5>,insert-barriers' %s | mt-run - -target interp -kernel product -grid 1 "a=rand(2000,f16,seed=3)" "out=zeros(128)" n=7 > %t.5
// RUN: diff %t.1 %t.2
// RUN: diff %t.1 %t.5
// CHECK-LABEL: kernel @product
// CHECK-COUNT-3: async_copy
// CHECK: async_wait {pending=2}
// CHECK-COUNT-2: shared_load_matrix
// CHECK: for
// CHECK-NOT: mma
// CHECK: shared_load_matrix
// CHECK-NOT: async_copy
// CHECK: mma
// CHECK: async_wait {pending=1}
// CHECK: async_copy
// CHECK-NEXT: async_commit
// CHECK-COUNT-2: shared_load_matrix
// CHECK: mma
// CHECK-NEXT: yield
// BARRIERS-LABEL: kernel @product
// BARRIERS-NOT: barrier
// BARRIERS: async_wait {pending=2}
// BARRIERS: barrier
// BARRIERS: for
// BARRIERS-NOT: barrier
// BARRIERS: async_wait {pending=1}
// BARRIERS: barrier
// BARRIERS-NEXT: async_copy
// BARRIERS-NOT: barrier
kernel @product(a: ptr<f16>, out: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = mul %0, 8 : i32
  %2 = addptr a, %1 : ptr<f16>
  %3 = splat 0.0:f32 : frag<4 x f32>
  %4 = fragment_index 0:i32 {stride=1} : frag<8 x i32>
  %5, %6 = for %i in range(0, n, 1) iter_args(%acc = %3, %p = %2) : frag<4 x f32>, ptr<f16> {
    %7 = addptr %p, %4 : frag<8 x ptr<f16>>
    %8 = load %7, none, none {gpu.width=8} : frag<8 x f16>
    %9 = shared_alloc : shared<256 x f16>
    %10 = add %4, %1 : frag<8 x i32>
    shared_store %9, %10, %8, none {gpu.width=8}
    %11 = shared_load_matrix %9, %1 {matrices=4} : frag<8 x f16>
    %12 = shared_load_matrix %9, %1 {matrices=2} : frag<4 x f16>
    %13 = xor %1, 8 : i32
    %14 = shared_load_matrix %9, %13 {matrices=4} : frag<8 x f16>
    %20 = splat 1.0:f16 : frag<4 x f16>
    %15 = mma %11, %12, %acc {shape=(16, 8, 16)} : frag<4 x f32>
    %16 = mma %14, %20, %15 {shape=(16, 8, 16)} : frag<4 x f32>
    %17 = addptr %p, 256:i32 : ptr<f16>
    yield %16, %17
  }
  %18 = fragment_index %0 {stride=32} : frag<4 x i32>
  %19 = addptr out, %18 : frag<4 x ptr<f32>>
  store %19, %5, none
}

// The slot is added to the thread's part of a place, before registers and
// constants change it: all places of a slot are computed from one register.
// CHECK-LABEL: kernel @swapped
// BARRIERS-LABEL: kernel @swapped
// CHECK: for {{.*}} iter_args({{.*}}, %[[SLOT:.*]] = 0, %{{.*}} = 2)
// CHECK: %[[SF:.*]] = mul %[[SLOT]], 128
// CHECK-NEXT: %[[T:.*]] = add %{{.*}}, %[[SF]] : i32
// CHECK-NEXT: %[[R:.*]] = fragment_index %[[T]] {stride=32} : frag<4 x i32>
// CHECK-NEXT: %[[X:.*]] = xor %[[R]], 8 : frag<4 x i32>
// CHECK-NEXT: shared_load %{{.*}}, %[[X]]
// An exclusive or with more than lies in one buffer would change the slot.
// CHECK: %[[WIDE:.*]] = xor %{{.*}}, 128 : i32
// CHECK-NEXT: %[[MOVED:.*]] = add %[[WIDE]], %[[SF]] : i32
// CHECK-NEXT: shared_load %{{.*}}, %[[MOVED]]
// SWAPPED: out: f32[128], min 5432.0, max 6426.0, mean 5929: [5432.0, 5446.0,
kernel @swapped(x: ptr<f32>, out: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = fragment_index %0 {stride=32} : frag<4 x i32>
  %2 = addptr x, %1 : frag<4 x ptr<f32>>
  %z = splat 0.0:f32 : frag<4 x f32>
  %3, %4 = for %i in range(0, n, 1) iter_args(%a = %z, %p = %2) : frag<4 x f32>, frag<4 x ptr<f32>> {
    %5 = load %p, none, none : frag<4 x f32>
    %6 = shared_alloc : shared<128 x f32>
    shared_store %6, %1, %5, none
    %7 = xor %1, 8 : frag<4 x i32>
    %8 = shared_load %6, %7 : frag<4 x f32>
    %9 = or %0, 128 : i32
    %10 = xor %9, 128 : i32
    %11 = shared_load %6, %10 : f32
    %12 = add %a, %8 : frag<4 x f32>
    %13 = add %12, %11 : frag<4 x f32>
    %14 = addptr %p, 128:i32 : frag<4 x ptr<f32>>
    yield %13, %14
  }
  %15 = addptr out, %1 : frag<4 x ptr<f32>>
  store %15, %3, none
}
