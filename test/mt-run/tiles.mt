// Ops on tiles, run by the interpreter.
// RUN: mt-run %s -kernel softmax -target interp -grid 2 x='rand(16,f32,seed=3)' out='zeros(16,f32)' | FileCheck %s --check-prefix=SOFTMAX
// RUN: mt-run %s -kernel shapes -target interp -grid 1 out='zeros(12,i32)' | FileCheck %s --check-prefix=SHAPES
// RUN: mt-run %s -kernel scans -target interp -grid 1 out='zeros(8,i32)' | FileCheck %s --check-prefix=SCANS
// RUN: mt-run %s -kernel product -target interp -grid 1 out='zeros(4,f32)' | FileCheck %s --check-prefix=PRODUCT
// RUN: mt-run %s -kernel atomics -target interp -check -grid 5 x='zeros(2,i32)' old='full(5,9,i32)' | FileCheck %s --check-prefix=ATOMICS
// RUN: not mt-run %s -kernel racy -target interp -check -grid 2 x='zeros(2,i32)' 2>&1 | FileCheck %s --check-prefix=RACY
// RUN: not mt-run %s -kernel undefined -target interp -check -grid 1 x='zeros(4,f32)' 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not mt-run %s -kernel asserts -target interp -grid 1 n=3 2>&1 | FileCheck %s --check-prefix=ASSERT

// Rows sum to 1: the mean of 16 elements in two rows is 1/8.
// SOFTMAX: mean 0.125
kernel @softmax(x: ptr<f32>, out: ptr<f32>) {
  %row = program_id {axis=0} : i32
  %start = mul %row, 8 : i32
  %r = arange {start=0, end=8} : vector<8 x i32>
  %o = add %start, %r : vector<8 x i32>
  %p = addptr x, %o : vector<8 x ptr<f32>>
  %v = load %p, none, none : vector<8 x f32>
  %m = max %v : f32
  %d = sub %v, %m : vector<8 x f32>
  %e = exp %d : vector<8 x f32>
  %s = sum %e : f32
  %q = div %e, %s : vector<8 x f32>
  %t = addptr out, %o : vector<8 x ptr<f32>>
  store %t, %q, none
}

// The 3x4 ramp, transposed and flipped along its first axis.
// SHAPES: [3, 7, 11, 2, 6, 10, 1, 5
kernel @shapes(out: ptr<i32>) {
  %r = arange {start=0, end=12} : vector<12 x i32>
  %b = reshape %r {shape=(3, 4)} : block<3x4 x i32>
  %t = trans %b {order=(1, 0)} : block<4x3 x i32>
  %f = flip %t {axis=0} : block<4x3 x i32>
  %l = reshape %f {shape=(12,)} : vector<12 x i32>
  %p = addptr out, %r : vector<12 x ptr<i32>>
  store %p, %l, none
}

// SCANS: [28, 28, 27, 25, 22, 18, 13, 7
kernel @scans(out: ptr<i32>) {
  %r = arange {start=0, end=8} : vector<8 x i32>
  %s = scan %r {axis=0, reverse=true} : vector<8 x i32> combine(%a, %b) {
    %c = add %a, %b : i32
    yield %c
  }
  %p = addptr out, %r : vector<8 x ptr<i32>>
  store %p, %s, none
}

// [[0 1 2] [3 4 5]] times its transpose, plus ones.
// PRODUCT: [6.0, 15.0, 15.0, 51.0]
kernel @product(out: ptr<f32>) {
  %r = arange {start=0, end=6} : vector<6 x i32>
  %f = cast %r : vector<6 x f32>
  %a = reshape %f {shape=(2, 3)} : block<2x3 x f32>
  %b = trans %a {order=(1, 0)} : block<3x2 x f32>
  %one = full 1.0 {shape=(2, 2), dtype=f32} : block<2x2 x f32>
  %d = dot %a, %b, %one : block<2x2 x f32>
  %l = reshape %d {shape=(4,)} : vector<4 x f32>
  %i = arange {start=0, end=4} : vector<4 x i32>
  %p = addptr out, %i : vector<4 x ptr<f32>>
  store %p, %l, none
}

// ATOMICS: x: {{.*}}[10, 4]
// ATOMICS: old: {{.*}}[0, 0, 1, 3, 6]
kernel @atomics(x: ptr<i32>, old: ptr<i32>) {
  %pid = program_id {axis=0} : i32
  %o = atomic_add x, %pid, none : i32
  %q = addptr x, 1:i32 : ptr<i32>
  %m = atomic_max %q, %pid, none : i32
  %p = addptr old, %pid : ptr<i32>
  store %p, %o, none
}

// RACY: error: race between programs: x[0] is written
kernel @racy(x: ptr<i32>) {
  %0 = atomic_add x, 1, none : i32
  store x, 1, none
}

// UNDEFINED: error: the stored value is undefined
// UNDEFINED: note: it comes from this 'empty'
kernel @undefined(x: ptr<f32>) {
  %e = empty {shape=(4,), dtype=f32} : vector<4 x f32>
  %r = arange {start=0, end=4} : vector<4 x i32>
  %p = addptr x, %r : vector<4 x ptr<f32>>
  store %p, %e, none
}

// ASSERT: tiles.mt:[[#@LINE+3]]:3: assertion failed: n is even
kernel @asserts(n: i32) {
  %c = cmp_ne n, 3 : bool
  assert %c, none {message="n is even"}
}
