// RUN: mt-opt -passes=thread-facts %s | FileCheck %s
// RUN: mt-opt "-passes=thread-facts<no-limit-grid>" %s | FileCheck %s --check-prefix=ANY
// What an earlier run wrote does not count, and runs agree.
// RUN: mt-opt -passes=thread-facts,thread-facts %s | FileCheck %s
// RUN: mt-opt "-passes=thread-facts,thread-facts<no-limit-grid>" %s | FileCheck %s --check-prefix=ANY

// 2^31 / 256 programs, and one of 2 elements less for the second sum.
// CHECK-LABEL: kernel @limited(
// CHECK-SAME: attributes {num_threads=256, max_program_id=8388606} {
// CHECK: mul %0, 256 {nowrap=true} : i32
// CHECK: add %1, %2 {nowrap=true} : i32
// CHECK: add %3, 1 {nowrap=true} : i32
// CHECK: mul %2, 4 {nowrap=true} : i32
// CHECK: mul %2, n : i32
// CHECK: sub 7, %2 {nowrap=true} : i32
// CHECK: neg %2 {nowrap=true} : i32
// CHECK: neg n : i32
// CHECK: fragment_index %1 {stride=2, nowrap=true} : frag<4 x i32>
// CHECK: fragment_index n {stride=2} : frag<4 x i32>
// CHECK: add %{{[0-9]+}}, 1 : u32
// CHECK: add f, 1.0 : f32
// Without a limit only what any grid allows.
// ANY-LABEL: kernel @limited(
// ANY-SAME: attributes {num_threads=256} {
// ANY: mul %0, 256 : i32
// ANY: add %1, %2 : i32
// ANY: add %3, 1 : i32
// ANY: mul %2, 4 {nowrap=true} : i32
// ANY: sub 7, %2 {nowrap=true} : i32
// ANY: fragment_index %1 {stride=2} : frag<4 x i32>
kernel @limited(n: i32, f: f32) attributes {num_threads=256} {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 256 : i32
  %2 = thread_id : i32
  %3 = add %1, %2 : i32
  %4 = add %3, 1 : i32
  %5 = mul %2, 4 : i32
  %6 = mul %2, n {nowrap=true} : i32
  %7 = sub 7, %2 : i32
  %8 = neg %2 : i32
  %9 = neg n : i32
  %10 = fragment_index %1 {stride=2} : frag<4 x i32>
  %11 = fragment_index n {stride=2} : frag<4 x i32>
  %12 = cast %2 : u32
  %13 = add %12, 1 : u32
  %14 = add f, 1.0 : f32
}

// A grid of fewer than 65536 programs is not worth a limit.
// CHECK-LABEL: kernel @too_tight(
// CHECK-SAME: attributes {num_threads=32} {
// CHECK: mul %0, 65536 : i32
kernel @too_tight() attributes {num_threads=32} {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 65536 : i32
}

// The quotient of one program is 0, so that less one is negative.
// CHECK-LABEL: kernel @signs(
// CHECK: div %0, 2 {nonneg=true} : i32
// CHECK: sub %1, 1 {nowrap=true} : i32
// CHECK: div %2, 2 : i32
// CHECK: mod %4, 8 {nonneg=true} : i32
// CHECK: mod n, 8 : i32
// CHECK: mod %4, n : i32
// CHECK: div 1.0, f : f32
kernel @signs(n: i32, f: f32) attributes {num_threads=32} {
  %0 = num_programs {axis=0} : i32
  %1 = div %0, 2 : i32
  %2 = sub %1, 1 : i32
  %3 = div %2, 2 : i32
  %4 = thread_id : i32
  %5 = mod %4, 8 : i32
  %6 = mod n, 8 : i32
  %7 = mod %4, n : i32
  %8 = div 1.0, f : f32
}

// The index passes its bound by less than a step.
// CHECK-LABEL: kernel @loops(
// CHECK: range(0, n, 1) {nowrap=true} {
// CHECK: range(n, 0, -1) {nowrap=true} {
// CHECK: range(0, n, 4) {
// CHECK: range(0:i32, 100, 4) {nowrap=true} {
// CHECK: range(0:i8, 127, 2) {
// CHECK: range(0, u, 1) {nowrap=true} {
// CHECK: range(0, n, n) {
kernel @loops(n: i32, u: u32) attributes {num_threads=32} {
  for %i in range(0, n, 1) {
  }
  for %i in range(n, 0, -1) {
  }
  for %i in range(0, n, 4) {
  }
  for %i in range(0:i32, 100, 4) {
  }
  for %i in range(0:i8, 127, 2) {
  }
  for %i in range(0, u, 1) {
  }
  for %i in range(0, n, n) {
  }
}

// CHECK-LABEL: kernel @disjoint(
// CHECK-SAME: x: ptr<f32> {divisible=16, noalias=true, readonly=true}, out: ptr<f32> {noalias=true}, n: i32)
kernel @disjoint(x: ptr<f32> {divisible=16}, out: ptr<f32>, n: i32) attributes {num_threads=32, assume_disjoint=true} {
  %0 = addptr x, n : ptr<f32>
  %1 = load %0, none, none : f32
  store out, %1, none
}

// CHECK-LABEL: kernel @may_overlap(
// CHECK-SAME: x: ptr<f32>, out: ptr<f32>)
kernel @may_overlap(x: ptr<f32> {noalias=true}, out: ptr<f32>) attributes {num_threads=32, assume_disjoint=false} {
  %0 = load x, none, none : f32
  store out, %0, none
}

// Where the pointer that is read comes from is not known.
// CHECK-LABEL: kernel @pointers(
// CHECK-SAME: table: ptr<ptr<f32>>, out: ptr<f32>)
kernel @pointers(table: ptr<ptr<f32>>, out: ptr<f32>) attributes {num_threads=32, assume_disjoint=true} {
  %0 = load table, none, none : ptr<f32>
  %1 = load %0, none, none : f32
  store out, %1, none
}

// Programs that load ahead share a multiprocessor, fewer if they hold much.
// CHECK-LABEL: kernel @ahead(
// CHECK-SAME: min_programs=8} {
kernel @ahead() attributes {num_threads=128, gpu.loads_ahead=true} {
}

// CHECK-LABEL: kernel @holds_much(
// CHECK-SAME: min_programs=4} {
kernel @holds_much() attributes {num_threads=128, gpu.loads_ahead=true} {
  %0 = splat 0.0:f32 : frag<32 x f32>
}

// Sums of 64 registers, twice 24 of operands in words, 56 besides: 3 of 128
// threads have 168 registers. The second k-step adds to the first's sums.
// CHECK-LABEL: kernel @products(
// CHECK-SAME: min_programs=3} {
kernel @products() attributes {num_threads=128} {
  %a = splat 1.0:f16 : frag<32 x f16>
  %b = splat 1.0:f16 : frag<16 x f16>
  %0 = splat 0.0:f32 : frag<64 x f32>
  %1 = mma %a, %b, %0 {shape=(16, 8, 16)} : frag<64 x f32>
  %2 = mma %a, %b, %1 {shape=(16, 8, 16)} : frag<64 x f32>
}
