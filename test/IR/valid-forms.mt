// Everything the grammar offers prints back in its normal form.
// RUN: mt-opt %s | FileCheck %s --match-full-lines --strict-whitespace

// CHECK:kernel @attributes(x: ptr<f32> {divisible=16}, "for": i32 {equals=1}) attributes {num_warps=4} {
kernel @attributes(x : ptr < f32 > {divisible=16}, "for": i32 {equals=1}) attributes {num_warps=4} {
  // CHECK-NEXT:  %0 = arange {start=0, end=8} : vector<8 x i32>
  %a = arange {end=8, start=0} : vector<8 x i32>
  // CHECK-NEXT:  %1 = program_id {axis=1, my.note=(1, [2.5, "q\""], ptr<const i8, 3>)} : i32
  %b = program_id {my.note=(1,[2.5,"q\"",],ptr<const i8,3>), axis=1} : i32
  // CHECK-NEXT:  %2 = broadcast %1 {shape=(2, 4)} : block<2x4 x i32>
  %c = broadcast %b {shape=(2, 4)} : block< 2 x 4 x i32 >
  // CHECK-NEXT:  %3 = cast %2 {bitcast=true} : block<2x4 x f32>
  %d = cast %c {bitcast=true} : block<2x4 x f32>
  // CHECK-NEXT:}
}

// CHECK-EMPTY:
// CHECK-NEXT:kernel @literals(p: ptr<f32>, n: i32, b: bool) {
kernel @literals(p: ptr<f32>, n: i32, b: bool) {
  // A literal's type stands only where nothing else fixes it.
  // CHECK-NEXT:  %0 = add 1, 2 : i64
  %0 = add 1:i64, 2:i64 : i64
  // CHECK-NEXT:  %1 = cmp_lt 1:i64, 2 : bool
  %1 = cmp_lt 1, 2:i64 : bool
  // CHECK-NEXT:  %2 = cmp_lt n, 2 : bool
  %2 = cmp_lt n, 2:i32 : bool
  // CHECK-NEXT:  %3 = select true, 1.0, -0.0 : f16
  %3 = select true, 1, -0.0 : f16
  // CHECK-NEXT:  %4 = addptr p, 3:u8 : ptr<f32>
  %4 = addptr p, 3:u8 : ptr<f32>
  // CHECK-NEXT:  %5 = cast 1:i8 : f32
  %5 = cast 1:i8 : f32
  // CHECK-NEXT:  store p, inf, none
  store p, inf
  // CHECK-NEXT:  %6 = load p, b, nan(0x7f800001) : f32
  %6 = load p, b, nan(0x7f800001) : f32
  // CHECK-NEXT:  %7 = load p, none, none {volatile=true} : f32
  %7 = load p {volatile=true} : f32
  // CHECK-NEXT:}
}

// CHECK-EMPTY:
// CHECK-NEXT:kernel @regions(K: i32, x: ptr<f32>, out: ptr<f32>) {
kernel @regions(K: i32, x: ptr<f32>, out: ptr<f32>) {
  // CHECK-NEXT:  %5 = for %0 in range(0, K, 1) iter_args(%1 = 0.0) : f32 {
  // CHECK-NEXT:    %2 = addptr x, %0 : ptr<f32>
  // CHECK-NEXT:    %3 = load %2, none, none : f32
  // CHECK-NEXT:    %4 = add %1, %3 : f32
  // CHECK-NEXT:    yield %4
  // CHECK-NEXT:  }
  %sum = for %k in range(0, K, 1) iter_args(%acc = 0.0) : f32 {
    %p = addptr x, %k : ptr<f32>
    %v = load %p, none, none : f32
    %next = add %acc, %v : f32
    yield %next
  }
  // CHECK-NEXT:  for %6 in range(0:i64, 10, 2) {
  // CHECK-NEXT:    store out, %5, none
  // CHECK-NEXT:  }
  for %k in range(0:i64, 10:i64, 2:i64) { store out, %sum, none yield }
  // CHECK-NEXT:  %11, %12 = while iter_args(%7 = 0, %8 = %5) : i32, f32 {
  // CHECK-NEXT:    %9 = cmp_lt %7, K : bool
  // CHECK-NEXT:    condition %9
  // CHECK-NEXT:  } do {
  // CHECK-NEXT:    %10 = add %7, 1 : i32
  // CHECK-NEXT:    yield %10, 1.0
  // CHECK-NEXT:  }
  %i, %s = while iter_args(%j = 0, %t = %sum) : i32, f32 {
    %c = cmp_lt %j, K : bool
    condition %c
  } do {
    %n = add %j, 1 : i32
    yield %n, 1.0
  }
  // CHECK-NEXT:  %13 = cmp_eq %11, K : bool
  %c = cmp_eq %i, K : bool
  // CHECK-NEXT:  %15 = if %13 : f32 {
  // CHECK-NEXT:    %14 = call @helper(%12, 2:u8) : f32
  // CHECK-NEXT:    yield %14
  // CHECK-NEXT:  } else {
  // CHECK-NEXT:    yield 0.5
  // CHECK-NEXT:  }
  %r = if %c : f32 {
    %h = call @helper(%s, 2:u8) : f32
    yield %h
  } else {
    yield 0.5
  }
  // CHECK-NEXT:  if %13 {
  // CHECK-NEXT:    store out, %15, none
  // CHECK-NEXT:  }
  if %c {
    store out, %r, none
  } else {
  }
  // CHECK-NEXT:}
}

// CHECK-EMPTY:
// CHECK-NEXT:func @helper(%0: f32, %1: u8) -> (f32) {
func @helper(%x: f32, %y: u8) -> (f32) {
  // CHECK-NEXT:  %2 = cast %1 : f32
  %z = cast %y : f32
  // CHECK-NEXT:  return %2
  return %z
  // CHECK-NEXT:}
}

// CHECK-EMPTY:
// CHECK-NEXT:func @"a \"name\""() -> () {
func @"a \"name\""() -> () {
  // CHECK-NEXT:  return
  return
  // CHECK-NEXT:}
}

// Thread IR is written the same way.
// CHECK-EMPTY:
// CHECK-NEXT:kernel @thread(x: ptr<f32>) {
kernel @thread(x: ptr<f32>) {
  // CHECK-NEXT:  %0 = thread_id : i32
  %t = thread_id : i32
  // CHECK-NEXT:  %1 = fragment_index %0 {stride=128} : frag<4 x i32>
  %i = fragment_index %t {stride=128} : frag<4 x i32>
  // CHECK-NEXT:  %2 = addptr x, %1 : frag<4 x ptr<f32>>
  %p = addptr x, %i : frag<4 x ptr<f32>>
  // CHECK-NEXT:  barrier
  barrier
  // CHECK-NEXT:  store %2, 1.0, none
  store %p, 1.0, none
  // CHECK-NEXT:}
}
