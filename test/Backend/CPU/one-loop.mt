// An elementwise kernel is one loop of whole vectors and one masked vector for
// its ends, whatever the size of the block; the code without fusion, for arrays
// that overlap, works on single elements.

// RUN: sed 's/BLOCK/256/g' %s > %t.256.mt
// RUN: sed 's/BLOCK/65536/g' %s > %t.65536.mt
// RUN: mt-opt -target=cpu -arch=x86-64-v4 -emit=llvm %t.256.mt -o %t.256.ll
// RUN: mt-opt -target=cpu -arch=x86-64-v4 -emit=llvm %t.65536.mt -o %t.65536.ll
// RUN: FileCheck %s < %t.256.ll
// RUN: grep -c ' = \| store \| br ' %t.256.ll > %t.256.count
// RUN: grep -c ' = \| store \| br ' %t.65536.ll > %t.65536.count
// RUN: diff %t.256.count %t.65536.count

// CHECK-LABEL: define i32 @sigmoid
// CHECK-NOT: <{{[0-9][0-9][0-9]+}} x
// The masked ends.
// CHECK: call <16 x i1> @llvm.get.active.lane.mask
// CHECK: call <16 x float> @llvm.masked.load.v16f32
// CHECK-NOT: @llvm.masked.load
// CHECK: fdiv <16 x float>
// CHECK: call void @llvm.masked.store.v16f32
// CHECK-NOT: @llvm.masked
// The loop: a plain load; the store bypasses the caches or not.
// CHECK: load <16 x float>
// CHECK-NOT: load <16 x float>
// CHECK: fdiv <16 x float>
// CHECK-NOT: load <16 x float>
// CHECK: fdiv float
// CHECK: {{^}}}

kernel @sigmoid(x: ptr<f32>, out: ptr<f32>, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, BLOCK : i32
  %2 = arange {start=0, end=BLOCK} : vector<BLOCK x i32>
  %3 = add %1, %2 : vector<BLOCK x i32>
  %4 = cmp_lt %3, n : vector<BLOCK x bool>
  %5 = addptr x, %3 : vector<BLOCK x ptr<f32>>
  %6 = load %5, %4, 0.0 : vector<BLOCK x f32>
  %7 = neg %6 : vector<BLOCK x f32>
  %8 = exp %7 : vector<BLOCK x f32>
  %9 = add %8, 1.0 : vector<BLOCK x f32>
  %10 = div 1.0, %9 : vector<BLOCK x f32>
  %11 = addptr out, %3 : vector<BLOCK x ptr<f32>>
  store %11, %10, %4
}
