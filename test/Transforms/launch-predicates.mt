// RUN: mt-opt -passes=launch-predicates %s | FileCheck %s
// RUN: mt-opt "-passes=launch-predicates<assume>" %s | FileCheck --check-prefix=ASSUME %s

// Three uses of a row of M elements: a loop that may run once, whose masks may
// always hold, and a store between two loads of x.
// CHECK: kernel @row({{.*}}) attributes {predicates=["1 <= M <= 8", "M % 8 == 0", "disjoint", "M % 4 == 0"]}
// ASSUME: kernel @row({{.*}}) attributes {assume=["1 <= M <= 8", "M % 8 == 0", "disjoint", "M % 4 == 0"]}
kernel @row(x: ptr<f32>, y: ptr<f32>, M: i32) {
  %r = arange {start=0, end=8} : vector<8 x i32>
  for %i in range(0, M, 8) {
    %at = add %i, %r : vector<8 x i32>
    %p = addptr x, %at : vector<8 x ptr<f32>>
    %q = addptr y, %at : vector<8 x ptr<f32>>
    %ok = cmp_lt %at, M : vector<8 x bool>
    %v = load %p, %ok, 0.0 : vector<8 x f32>
    store %q, %v, %ok
  }
}

// A mask of straight code; M is known to be a multiple of 16.
// CHECK: kernel @add({{.*}}) attributes {predicates=["grid.x * 8 <= M"]} {
// ASSUME: kernel @add({{.*}}) attributes {assume=["grid.x * 8 <= M"]} {
kernel @add(x: ptr<f32>, y: ptr<f32>, M: i32 {divisible=16}) {
  %pid = program_id {axis=0} : i32
  %b = mul %pid, 8 : i32
  %r = arange {start=0, end=8} : vector<8 x i32>
  %at = add %b, %r : vector<8 x i32>
  %p = addptr x, %at : vector<8 x ptr<f32>>
  %q = addptr y, %at : vector<8 x ptr<f32>>
  %ok = cmp_lt %at, M : vector<8 x bool>
  %v = load %p, %ok, 0.0 : vector<8 x f32>
  store %q, %v, %ok
}

// The same where M may be anything: whole vectors, by the size of an element.
// CHECK: kernel @add_any({{.*}}) attributes {predicates=["grid.x * 8 <= M", "M % 8 == 0"]} {
kernel @add_any(x: ptr<f16>, y: ptr<f32>, M: i32) {
  %pid = program_id {axis=0} : i32
  %b = mul %pid, 8 : i32
  %r = arange {start=0, end=8} : vector<8 x i32>
  %at = add %b, %r : vector<8 x i32>
  %p = addptr x, %at : vector<8 x ptr<f16>>
  %q = addptr y, %at : vector<8 x ptr<f32>>
  %ok = cmp_lt %at, M : vector<8 x bool>
  %v = load %p, %ok, 0.0 : vector<8 x f16>
  %w = cast %v : vector<8 x f32>
  store %q, %w, %ok
}

// One row per program: all of its places, of which the last is 2 + 7, are
// within M elements.
// CHECK: kernel @whole_row({{.*}}) attributes {predicates=["10 <= M <= 2147483647"]} {
kernel @whole_row(x: ptr<f32>, M: i32 {divisible=16}) {
  %pid = program_id {axis=0} : i32
  %b = mul %pid, M : i32
  %row = addptr x, %b : ptr<f32>
  %r = arange {start=0, end=8} : vector<8 x i32>
  %at = add %r, 2 : vector<8 x i32>
  %p = addptr %row, %at : vector<8 x ptr<f32>>
  %ok = cmp_lt %at, M : vector<8 x bool>
  %v = load %p, %ok, 0.0 : vector<8 x f32>
  store %p, %v, %ok
}

// Two conditions on one tile.
// CHECK: kernel @tile({{.*}}) attributes {predicates=["grid.x * 8 <= M", "4 <= N <= 2147483647"]} {
kernel @tile(x: ptr<f32>, M: i32 {divisible=16}, N: i32 {divisible=16}) {
  %pid = program_id {axis=0} : i32
  %b = mul %pid, 8 : i32
  %r = arange {start=0, end=8} : vector<8 x i32>
  %row = add %b, %r : vector<8 x i32>
  %rows = expand_dims %row {axis=1} : block<8x1 x i32>
  %c = arange {start=0, end=4} : vector<4 x i32>
  %columns = expand_dims %c {axis=0} : block<1x4 x i32>
  %below = cmp_lt %rows, M : block<8x1 x bool>
  %left = cmp_lt %columns, N : block<1x4 x bool>
  %ok = and %below, %left : block<8x4 x bool>
  %scaled = mul %rows, N : block<8x1 x i32>
  %at = add %scaled, %columns : block<8x4 x i32>
  %p = addptr x, %at : block<8x4 x ptr<f32>>
  store %p, 1.0, %ok
}

// A condition that masks nothing.
// CHECK: kernel @flags({{.*}}) {
kernel @flags(x: ptr<bool>, M: i32 {divisible=16}) {
  %r = arange {start=0, end=8} : vector<8 x i32>
  %ok = cmp_lt %r, M : vector<8 x bool>
  %p = addptr x, %r : vector<8 x ptr<bool>>
  store %p, %ok, none
}

// A remainder, and what its grid must fulfil.
// CHECK: kernel @wrap({{.*}}) attributes {predicates=["grid.y * 64 <= M"]} {
kernel @wrap(x: ptr<f32>, M: i32 {divisible=16}) {
  %pid = program_id {axis=1} : i32
  %b = mul %pid, 64 : i32
  %r = arange {start=0, end=64} : vector<64 x i32>
  %at = add %b, %r : vector<64 x i32>
  %w = mod %at, M : vector<64 x i32>
  %p = addptr x, %w : vector<64 x ptr<f32>>
  store %p, 1.0, none
}

// What no fact here would help: a remainder of something unknown, an unsigned
// bound.
// CHECK: kernel @hopeless({{.*}}) {
kernel @hopeless(x: ptr<f32>, i: ptr<i32>, M: i32 {divisible=16}, U: u32) {
  %v = load i, none, none : i32
  %w = mod %v, M : i32
  %p = addptr x, %w : ptr<f32>
  store %p, 1.0, none
}

// Ops of one operand, and of three, are unknown numbers.
// CHECK: kernel @unary({{.*}}) {
kernel @unary(x: ptr<f32>, M: i32 {divisible=16}) {
  %r = arange {start=0, end=64} : vector<64 x i32>
  for %i in range(0, M, 1) {
    %n = not %r : vector<64 x i32>
    %a = abs %n : vector<64 x i32>
    %c = cmp_lt %a, %r : vector<64 x bool>
    %s = select %c, %a, %n : vector<64 x i32>
    %ok = cmp_lt %s, M : vector<64 x bool>
    %p = addptr x, %r : vector<64 x ptr<f32>>
    store %p, 1.0, %ok
  }
}
