// RUN: mt-run %s -target cpu -kernel add -grid 4 "x=arange(1000)" "y=ones(1000)" "out=zeros(1000)" n=1000 | FileCheck %s --check-prefix=ADD
// RUN: mt-run %s -target cpu -kernel sum -grid 1 "x=arange(100)" "out=zeros(1)" n=100 | FileCheck %s --check-prefix=SUM

// ADD: out: f32[1000], min 1.0, max 1000.0
// SUM: out: f32[1], min 4950.0

kernel @add(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 256 : i32
  %2 = arange {start=0, end=256} : vector<256 x i32>
  %3 = add %1, %2 : vector<256 x i32>
  %4 = cmp_lt %3, n : vector<256 x bool>
  %5 = addptr x, %3 : vector<256 x ptr<f32>>
  %6 = load %5, %4, 0.0 : vector<256 x f32>
  %7 = addptr y, %3 : vector<256 x ptr<f32>>
  %8 = load %7, %4, 0.0 : vector<256 x f32>
  %9 = add %6, %8 : vector<256 x f32>
  %10 = addptr out, %3 : vector<256 x ptr<f32>>
  store %10, %9, %4
}
kernel @sum(x: ptr<f32>, out: ptr<f32>, n: i32) {
  %4 = for %0 in range(0, n, 1) iter_args(%1 = 0.0) : f32 {
    %2 = addptr x, %0 : ptr<f32>
    %3 = load %2, none, none : f32
    %5 = add %1, %3 : f32
    yield %5
  }
  store out, %4, none
}
