// RUN: mt-opt %s -target=cpu -arch=x86-64-v4 -emit=asm | FileCheck %s
// RUN: mt-run %s -grid 2 "x=arange(2000)" "out=zeros(2)" n=1000 | FileCheck %s --check-prefix=SUM

// A row sum is a loop of four independent additions of whole vectors, without
// masks; what is behind n comes in a second loop.

// CHECK-LABEL: row_sum:
// CHECK: vaddps (%[[P:[a-z0-9]+]]), [[A:%zmm[0-9]+]], [[A]]
// CHECK-NEXT: vaddps 64(%[[P]]), [[B:%zmm[0-9]+]], [[B]]
// CHECK-NEXT: vaddps 128(%[[P]]), [[C:%zmm[0-9]+]], [[C]]
// CHECK-NEXT: vaddps 192(%[[P]]), [[D:%zmm[0-9]+]], [[D]]
// CHECK-NEXT: addq
// CHECK-NEXT: addq
// CHECK-NEXT: cmpq
// CHECK-NEXT: jb
// CHECK: vmovups {{.*}} {%k1} {z}

// SUM: out: f32[2], min 499500.0, max 1499500.0

kernel @row_sum(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, n : i32
  %2 = arange {start=0, end=1024} : vector<1024 x i32>
  %3 = cmp_lt %2, n : vector<1024 x bool>
  %4 = addptr x, %1 : ptr<f32>
  %5 = addptr %4, %2 : vector<1024 x ptr<f32>>
  %6 = load %5, %3, 0.0 : vector<1024 x f32>
  %7 = sum %6 : f32
  %8 = addptr out, %0 : ptr<f32>
  store %8, %7, none
}
