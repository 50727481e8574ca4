// Remainders of runs of indices are runs if no dividend is negative.
// RUN: mt-opt -passes=lower-to-threads %s | FileCheck %s

// The quotient by a parameter may be negative; the remainders of -16, -15, … by
// 16 are 0, -15, ….
// RUN: mt-run %s -kernel by_parameter -target interp -grid 2 "x=arange(64,f32)" "out=zeros(32)" n=-1 -o out=%t.interp.npy
// RUN: mt-run %s -kernel by_parameter -target threads -num-warps=1 -grid 2 "x=arange(64,f32)" "out=zeros(32)" n=-1 -o out=%t.threads.npy
// RUN: cmp %t.interp.npy %t.threads.npy
// CHECK-LABEL: kernel @by_parameter(
// CHECK-NOT: load {{.*}}gpu.width
// CHECK: store {{.*}}gpu.width=4
kernel @by_parameter(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}, n: i32) attributes {num_warps=1} {
  %p = program_id {axis=0} : i32
  %q = div %p, n : i32
  %s = mul %q, 16 : i32
  %i = arange {start=0, end=128} : vector<128 x i32>
  %a = add %s, %i : vector<128 x i32>
  %r = mod %a, 16 : vector<128 x i32>
  %b = add %r, 32 : vector<128 x i32>
  %src = addptr x, %b : vector<128 x ptr<f32>>
  %in = cmp_lt %i, 16 : vector<128 x bool>
  %v = load %src, %in, 0.0 : vector<128 x f32>
  %t = mul %p, 16 : i32
  %o = add %t, %i : vector<128 x i32>
  %dst = addptr out, %o : vector<128 x ptr<f32>>
  store %dst, %v, %in
}

// A divisor of either sign cuts runs of what is not negative at the same places.
// RUN: mt-run %s -kernel negative_divisor -target interp -grid 1 "x=arange(128,f32)" "out=zeros(128)" n=-64 -o out=%t.interp.npy
// RUN: mt-run %s -kernel negative_divisor -target threads -grid 1 "x=arange(128,f32)" "out=zeros(128)" n=-64 -o out=%t.threads.npy
// RUN: cmp %t.interp.npy %t.threads.npy
// CHECK-LABEL: kernel @negative_divisor(
// CHECK: load {{.*}}gpu.width=4
kernel @negative_divisor(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}, n: i32 {divisible=16}) attributes {num_warps=1} {
  %i = arange {start=0, end=128} : vector<128 x i32>
  %r = mod %i, n : vector<128 x i32>
  %src = addptr x, %r : vector<128 x ptr<f32>>
  %v = load %src, none, none : vector<128 x f32>
  %dst = addptr out, %i : vector<128 x ptr<f32>>
  store %dst, %v, none
}

// Tiles in groups: not negative in a grid of as many programs as there are tiles.
// CHECK-LABEL: kernel @any_grid(
// CHECK-NOT: load {{.*}}gpu.width
// CHECK-LABEL: kernel @tiles(
// CHECK: load {{.*}}gpu.width=4
kernel @any_grid(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}, M: i32 {divisible=16}, N: i32 {divisible=16}) attributes {num_warps=1} {
  %p = program_id {axis=0} : i32
  %n = add N, 127 : i32
  %tn = div %n, 128 : i32
  %per = mul %tn, 8 : i32
  %g = div %p, %per : i32
  %first = mul %g, 8 : i32
  %m = add M, 127 : i32
  %tm = div %m, 128 : i32
  %left = sub %tm, %first : i32
  %size = minimum %left, 8 : i32
  %in = mod %p, %per : i32
  %tile = div %in, %size : i32
  %s = mul %tile, 128 : i32
  %i = arange {start=0, end=128} : vector<128 x i32>
  %a = add %s, %i : vector<128 x i32>
  %c = mod %a, N : vector<128 x i32>
  %src = addptr x, %c : vector<128 x ptr<f32>>
  %v = load %src, none, none : vector<128 x f32>
  %dst = addptr out, %i : vector<128 x ptr<f32>>
  store %dst, %v, none
}

kernel @tiles(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}, M: i32 {divisible=16}, N: i32 {divisible=16}) attributes {num_warps=1, assume=["grid.x <= cdiv(M, 128) * cdiv(N, 128)"]} {
  %p = program_id {axis=0} : i32
  %n = add N, 127 : i32
  %tn = div %n, 128 : i32
  %per = mul %tn, 8 : i32
  %g = div %p, %per : i32
  %first = mul %g, 8 : i32
  %m = add M, 127 : i32
  %tm = div %m, 128 : i32
  %left = sub %tm, %first : i32
  %size = minimum %left, 8 : i32
  %in = mod %p, %per : i32
  %tile = div %in, %size : i32
  %s = mul %tile, 128 : i32
  %i = arange {start=0, end=128} : vector<128 x i32>
  %a = add %s, %i : vector<128 x i32>
  %c = mod %a, N : vector<128 x i32>
  %src = addptr x, %c : vector<128 x ptr<f32>>
  %v = load %src, none, none : vector<128 x f32>
  %dst = addptr out, %i : vector<128 x ptr<f32>>
  store %dst, %v, none
}
