// RUN: mt-opt -passes=launch-facts %s | FileCheck %s
// RUN: mt-opt -passes=launch-facts -Rpass=launch-facts -disable-output %s 2>&1 | FileCheck --check-prefix=REMARK %s

// REMARK: remark: loop runs once
// REMARK: remark: remainder dropped: it changes nothing
// REMARK: remark: mask dropped: it always holds

// A multiple of the step leaves no rest.
// CHECK-LABEL: kernel @multiple(
// CHECK-SAME: M: i32 {divisible=8}
// CHECK: load {{%[0-9]+}}, none, none
kernel @multiple(x: ptr<f32>, M: i32) attributes {assume=["M % 8 == 0"]} {
  %r = arange {start=0, end=8} : vector<8 x i32>
  for %i in range(0, M, 8) {
    %at = add %i, %r : vector<8 x i32>
    %p = addptr x, %at : vector<8 x ptr<f32>>
    %ok = cmp_lt %at, M : vector<8 x bool>
    %v = load %p, %ok, 0.0 : vector<8 x f32>
    store %p, %v, none
  }
}

// Half a block is not enough, nor is nothing.
// CHECK-LABEL: kernel @half_a_block(
// CHECK: load {{%[0-9]+}}, {{%[0-9]+}}, 0.0
kernel @half_a_block(x: ptr<f32>, M: i32) attributes {assume=["M % 4 == 0"]} {
  %r = arange {start=0, end=8} : vector<8 x i32>
  for %i in range(0, M, 8) {
    %at = add %i, %r : vector<8 x i32>
    %p = addptr x, %at : vector<8 x ptr<f32>>
    %ok = cmp_lt %at, M : vector<8 x bool>
    %v = load %p, %ok, 0.0 : vector<8 x f32>
    store %p, %v, none
  }
}

// CHECK-LABEL: kernel @no_fact(
// CHECK: load {{%[0-9]+}}, {{%[0-9]+}}, 0.0
kernel @no_fact(x: ptr<f32>, M: i32) {
  %r = arange {start=0, end=8} : vector<8 x i32>
  for %i in range(0, M, 8) {
    %at = add %i, %r : vector<8 x i32>
    %p = addptr x, %at : vector<8 x ptr<f32>>
    %ok = cmp_lt %at, M : vector<8 x bool>
    %v = load %p, %ok, 0.0 : vector<8 x f32>
    store %p, %v, none
  }
}

// A block that reaches beyond the step may end behind M.
// CHECK-LABEL: kernel @longer_than_the_step(
// CHECK: load {{%[0-9]+}}, {{%[0-9]+}}, 0.0
kernel @longer_than_the_step(x: ptr<f32>, M: i32) attributes {assume=["M % 8 == 0"]} {
  %r = arange {start=0, end=16} : vector<16 x i32>
  for %i in range(0, M, 8) {
    %at = add %i, %r : vector<16 x i32>
    %p = addptr x, %at : vector<16 x ptr<f32>>
    %ok = cmp_lt %at, M : vector<16 x bool>
    %v = load %p, %ok, 0.0 : vector<16 x f32>
    store %p, %v, none
  }
}

// CHECK-LABEL: kernel @runs_once(
// CHECK: range(0:i32, 8, 8)
kernel @runs_once(x: ptr<f32>, N: i32) attributes {assume=["1 <= N <= 8"]} {
  for %i in range(0, N, 8) {
    %p = addptr x, %i : ptr<f32>
    store %p, 1.0, none
  }
}

// Zero would run it never, nine twice.
// CHECK-LABEL: kernel @may_run_never(
// CHECK: range(0, N, 8)
kernel @may_run_never(x: ptr<f32>, N: i32) attributes {assume=["0 <= N <= 8"]} {
  for %i in range(0, N, 8) {
    %p = addptr x, %i : ptr<f32>
    store %p, 1.0, none
  }
}

// CHECK-LABEL: kernel @may_run_twice(
// CHECK: range(0, N, 8)
kernel @may_run_twice(x: ptr<f32>, N: i32) attributes {assume=["1 <= N <= 9"]} {
  for %i in range(0, N, 8) {
    %p = addptr x, %i : ptr<f32>
    store %p, 1.0, none
  }
}

// A grid that fits keeps every row inside.
// CHECK-LABEL: kernel @wrap(
// CHECK-NOT: mod
// CHECK: store {{%[0-9]+}}, 1.0, none
kernel @wrap(x: ptr<f32>, M: i32) attributes {assume=["grid.x * 8 <= M"]} {
  %pid = program_id {axis=0} : i32
  %r = arange {start=0, end=8} : vector<8 x i32>
  %b = mul %pid, 8 : i32
  %at = add %b, %r : vector<8 x i32>
  %w = mod %at, M : vector<8 x i32>
  %p = addptr x, %w : vector<8 x ptr<f32>>
  %ok = cmp_lt %at, M : vector<8 x bool>
  store %p, 1.0, %ok
}

// Another axis, a smaller grid block, a multiple alone: the grid may be larger.
// CHECK-LABEL: kernel @wrap_of_another_axis(
// CHECK: mod
kernel @wrap_of_another_axis(x: ptr<f32>, M: i32) attributes {assume=["grid.y * 8 <= M", "grid.x * 7 <= M", "M % 8 == 0"]} {
  %pid = program_id {axis=0} : i32
  %r = arange {start=0, end=8} : vector<8 x i32>
  %b = mul %pid, 8 : i32
  %at = add %b, %r : vector<8 x i32>
  %w = mod %at, M : vector<8 x i32>
  %p = addptr x, %w : vector<8 x ptr<f32>>
  store %p, 1.0, none
}

// The last program may start before -8: a remainder is not its operand there.
// CHECK-LABEL: kernel @negative_index(
// CHECK: mod
kernel @negative_index(x: ptr<f32>, M: i32) attributes {assume=["grid.x * 8 <= M"]} {
  %pid = program_id {axis=0} : i32
  %b = mul %pid, 8 : i32
  %at = sub %b, 1 : i32
  %w = mod %at, M : i32
  %p = addptr x, %w : ptr<f32>
  store %p, 1.0, none
}

// Sums that may wrap prove nothing: M + 8 <= 8 does not follow from M <= 0 ...
// CHECK-LABEL: kernel @overflow(
// CHECK: store x, 1.0, {{%[0-9]+}}
kernel @overflow(x: ptr<f32>, M: i32) attributes {assume=["1 <= M <= 2147483647"]} {
  %a = add M, 8 : i32
  %ok = cmp_gt %a, 8 : bool
  store x, 1.0, %ok
}

// ... and holds where they cannot.
// CHECK-LABEL: kernel @no_overflow(
// CHECK: store x, 1.0, none
kernel @no_overflow(x: ptr<f32>, M: i32) attributes {assume=["1 <= M <= 2147483639"]} {
  %a = add M, 8 : i32
  %ok = cmp_gt %a, 8 : bool
  store x, 1.0, %ok
}

// Rows and columns are different coordinates though they come from one range.
// CHECK-LABEL: kernel @rows_are_not_columns(
// CHECK: store {{%[0-9]+}}, 1.0, {{%[0-9]+}}
kernel @rows_are_not_columns(x: ptr<f32>, M: i32) attributes {assume=["M % 8 == 0"]} {
  %r = arange {start=0, end=8} : vector<8 x i32>
  %row = expand_dims %r {axis=1} : block<8x1 x i32>
  %col = expand_dims %r {axis=0} : block<1x8 x i32>
  %at = add %row, %col : block<8x8 x i32>
  %p = addptr x, %at : block<8x8 x ptr<f32>>
  %ok = cmp_le %row, %col : block<8x8 x bool>
  store %p, 1.0, %ok
}

// One condition of two goes.
// CHECK-LABEL: kernel @one_of_two(
// CHECK: [[OK:%[0-9]+]] = cmp_lt {{%[0-9]+}}, N : block<1x8 x bool>
// CHECK: [[ALL:%[0-9]+]] = broadcast [[OK]] {shape=(8, 8)}
// CHECK: store {{%[0-9]+}}, 1.0, [[ALL]]
kernel @one_of_two(x: ptr<f32>, M: i32, N: i32) attributes {assume=["grid.x * 8 <= M"]} {
  %pid = program_id {axis=0} : i32
  %r = arange {start=0, end=8} : vector<8 x i32>
  %b = mul %pid, 8 : i32
  %at = add %b, %r : vector<8 x i32>
  %row = expand_dims %at {axis=1} : block<8x1 x i32>
  %col = expand_dims %r {axis=0} : block<1x8 x i32>
  %i = mul %row, N : block<8x1 x i32>
  %j = add %i, %col : block<8x8 x i32>
  %p = addptr x, %j : block<8x8 x ptr<f32>>
  %a = cmp_lt %row, M : block<8x1 x bool>
  %c = cmp_lt %col, N : block<1x8 x bool>
  %ok = and %a, %c : block<8x8 x bool>
  store %p, 1.0, %ok
}

// A load that its mask stretches keeps it.
// CHECK-LABEL: kernel @mask_gives_the_shape(
// CHECK: load x, {{%[0-9]+}}, 0.0 : vector<8 x f32>
kernel @mask_gives_the_shape(x: ptr<f32>, M: i32) attributes {assume=["8 <= M <= 8"]} {
  %r = arange {start=0, end=8} : vector<8 x i32>
  %ok = cmp_lt %r, M : vector<8 x bool>
  %v = load x, %ok, 0.0 : vector<8 x f32>
  %p = addptr x, %r : vector<8 x ptr<f32>>
  store %p, %v, none
}

// Quotients are known for positive divisors only, and no negative dividend.
// CHECK-LABEL: kernel @quotients(
// CHECK: store x, 1.0, {{%[0-9]+}}
// CHECK: store x, 2.0, {{%[0-9]+}}
// CHECK: store x, 3.0, none
kernel @quotients(x: ptr<f32>, M: i32) attributes {assume=["-8 <= M <= 8"]} {
  %pid = program_id {axis=0} : i32
  %a = div %pid, M : i32
  %oka = cmp_ge %a, 0 : bool
  store x, 1.0, %oka
  %b = sub %pid, 4 : i32
  %c = div %b, 2 : i32
  %okc = cmp_ge %c, 0 : bool
  store x, 2.0, %okc
  %d = div %pid, 3 : i32
  %okd = cmp_le %d, %pid : bool
  store x, 3.0, %okd
}
