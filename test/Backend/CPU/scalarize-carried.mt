// RUN: mt-opt -passes=scalarize-carried,verify %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=scalarize-carried %t.mt | diff %t.mt -

// Pointers and indices that move as a whole; the result is the last position.
// CHECK-LABEL: kernel @moves
// CHECK:      %[[FIRST:[0-9]+]] = addptr x,
// CHECK:      for %{{[0-9]+}} in range(0, n, 1) iter_args(%[[D:[0-9]+]] = 0, %[[I:[0-9]+]] = 0, %[[SUM:[0-9]+]] = %{{[0-9]+}}) : i64, i32, vector<8 x f32> {
// CHECK-NEXT:   %[[INDEX:[0-9]+]] = add %0, %[[I]] : vector<8 x i32>
// CHECK-NEXT:   %[[POINTERS:[0-9]+]] = addptr %[[FIRST]], %[[D]] : vector<8 x ptr<f32>>
// CHECK:        load %[[POINTERS]],
// CHECK-DAG:    %[[WIDE:[0-9]+]] = cast stride : i64
// CHECK-NOT:    addptr
// CHECK:        yield
// CHECK-NEXT: }
// CHECK-DAG:  addptr %[[FIRST]], %{{[0-9]+}} : vector<8 x ptr<f32>>
// CHECK-DAG:  add %0, %{{[0-9]+}} : vector<8 x i32>
kernel @moves(x: ptr<f32>, n: i32, stride: i32, out: ptr<f32>) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = addptr x, %0 : vector<8 x ptr<f32>>
  %2 = zeros {shape=(8), dtype=f32} : vector<8 x f32>
  %r, %s, %t = for %i in range(0, n, 1) iter_args(%p = %1, %q = %0, %u = %2) : vector<8 x ptr<f32>>, vector<8 x i32>, vector<8 x f32> {
    %3 = cmp_lt %q, 100 : vector<8 x bool>
    %4 = load %p, %3, 0.0 : vector<8 x f32>
    %5 = add %u, %4 : vector<8 x f32>
    %6 = addptr %p, stride : vector<8 x ptr<f32>>
    %7 = addptr %6, 3:i64 : vector<8 x ptr<f32>>
    %8 = broadcast %i {shape=(8)} : vector<8 x i32>
    %9 = add %8, %q : vector<8 x i32>
    yield %7, %9, %5
  }
  store %r, %t, none
  %10 = addptr out, %s : vector<8 x ptr<f32>>
  store %10, %t, none
}

// What moves lane by lane, or is no position, stays.
// CHECK-LABEL: kernel @stays
// CHECK: iter_args({{.*}}) : vector<8 x ptr<f32>>, vector<8 x i32>, vector<8 x f32> {
kernel @stays(x: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = addptr x, %0 : vector<8 x ptr<f32>>
  %2 = cast %0 : vector<8 x f32>
  %r, %s, %t = for %i in range(0, n, 1) iter_args(%p = %1, %q = %0, %u = %2) : vector<8 x ptr<f32>>, vector<8 x i32>, vector<8 x f32> {
    %3 = addptr %p, %q : vector<8 x ptr<f32>>
    %4 = mul %q, 2 : vector<8 x i32>
    %5 = add %u, 1.0 : vector<8 x f32>
    yield %3, %4, %5
  }
  store %r, %t, none
}
