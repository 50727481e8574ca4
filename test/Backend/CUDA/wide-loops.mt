// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// Pointers that a loop moves by multiples of 16 bytes stay aligned; so do
// those that a branch leaves where they are.
// CHECK-LABEL: void carried(
// CHECK: for (long long mt_i{{[0-9]+}} = 0; mt_i{{[0-9]+}} < k;
// CHECK: *(uint4*)&v{{[0-9]+}}[r] = *(const uint4*)&v{{[0-9]+}}[r][0];
// CHECK: *(uint4*)&out[
kernel @carried(x: ptr<f16> {divisible=16}, out: ptr<f16> {divisible=16}, stride: i32 {divisible=16}, k: i32) {
  %0 = arange {start=0, end=2048} : vector<2048 x i32>
  %1 = addptr x, %0 : vector<2048 x ptr<f16>>
  %2 = zeros {shape=(2048,), dtype=f16} : vector<2048 x f16>
  %3 = mul stride, 64 : i32
  %4, %5 = for %i in range(0, k, 64) iter_args(%a = %2, %p = %1) : vector<2048 x f16>, vector<2048 x ptr<f16>> {
    %6 = load %p, none, none : vector<2048 x f16>
    %7 = add %a, %6 : vector<2048 x f16>
    %8 = cmp_lt %i, 512 : bool
    %9 = if %8 : vector<2048 x ptr<f16>> {
      %10 = addptr %p, %3 : vector<2048 x ptr<f16>>
      yield %10
    } else {
      yield %p
    }
    yield %7, %9
  }
  %11 = addptr out, %0 : vector<2048 x ptr<f16>>
  store %11, %4, none
}

// One that it moves by anything else does not.
// CHECK-LABEL: void shifted(
// CHECK-NOT: uint4
// CHECK: unsigned int*)&v{{[0-9]+}}[r] = *(const unsigned int*)
kernel @shifted(x: ptr<f16> {divisible=16}, out: ptr<f32>, k: i32) {
  %0 = arange {start=0, end=2048} : vector<2048 x i32>
  %1 = addptr x, %0 : vector<2048 x ptr<f16>>
  %2 = zeros {shape=(2048,), dtype=f16} : vector<2048 x f16>
  %3, %4 = for %i in range(0, k, 1) iter_args(%a = %2, %p = %1) : vector<2048 x f16>, vector<2048 x ptr<f16>> {
    %5 = load %p, none, none : vector<2048 x f16>
    %6 = add %a, %5 : vector<2048 x f16>
    %7 = addptr %p, 2:i32 : vector<2048 x ptr<f16>>
    yield %6, %7
  }
  %8 = cast %3 : vector<2048 x f32>
  %9 = addptr out, %0 : vector<2048 x ptr<f32>>
  store %9, %8, none
}

// Indices that wrap around at a multiple of 16 do so between accesses.
// CHECK-LABEL: void wraps(
// CHECK: *(uint4*)&v{{[0-9]+}}[r] = *(const uint4*)&x[
// CHECK-LABEL: void wraps_anywhere(
// CHECK-NOT: uint4
kernel @wraps(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}, n: i32 {divisible=16}) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 1024 : i32
  %2 = arange {start=0, end=1024} : vector<1024 x i32>
  %3 = add %1, %2 : vector<1024 x i32>
  %4 = mod %3, n : vector<1024 x i32>
  %5 = addptr x, %4 : vector<1024 x ptr<f32>>
  %6 = load %5, none, none : vector<1024 x f32>
  %7 = addptr out, %3 : vector<1024 x ptr<f32>>
  store %7, %6, none
}
kernel @wraps_anywhere(x: ptr<f32> {divisible=16}, out: ptr<f32>, n: i32, start: i32 {divisible=16}, m: i32 {divisible=16}) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = mod %0, n : vector<1024 x i32>
  %2 = addptr x, %1 : vector<1024 x ptr<f32>>
  %3 = load %2, none, none : vector<1024 x f32>
  // A dividend that may be negative is cut behind multiples of the divisor.
  %4 = add start, %0 : vector<1024 x i32>
  %5 = mod %4, m : vector<1024 x i32>
  %6 = addptr x, %5 : vector<1024 x ptr<f32>>
  %7 = load %6, none, none : vector<1024 x f32>
  %8 = add %3, %7 : vector<1024 x f32>
  %9 = addptr out, %0 : vector<1024 x ptr<f32>>
  store %9, %8, none
}

// What a program promises counts.
// CHECK-LABEL: void promised(
// CHECK: *(uint4*)&v{{[0-9]+}}[r] = *(const uint4*)&x[
kernel @promised(x: ptr<f32> {divisible=16}, index: ptr<i32>, out: ptr<f32>) {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = addptr index, %0 : vector<1024 x ptr<i32>>
  %2 = load %1, none, none : vector<1024 x i32>
  %3 = add %2, 16 {hint.max_contiguous=(16,), hint.multiple_of=(16,)} : vector<1024 x i32>
  %4 = addptr x, %3 : vector<1024 x ptr<f32>>
  %5 = load %4, none, none : vector<1024 x f32>
  %6 = addptr out, %0 : vector<1024 x ptr<f32>>
  store %6, %5, none
}
