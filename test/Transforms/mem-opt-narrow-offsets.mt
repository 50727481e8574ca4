// RUN: mt-opt -passes=mem-opt %s | FileCheck %s
// RUN: mt-fuzz %s -passes=mem-opt -cpu-every=0
// Offsets of i8 wrap: 100 + 100 + 56 is 0, so the store may write what was
// loaded. 100 + 27 is not.
// CHECK-LABEL: @wraps
// CHECK: load
// CHECK: store
// CHECK: load
kernel @wraps(p: ptr<i32> {fuzz.buffer=0, fuzz.size=256}, out: ptr<i32> {fuzz.buffer=1, fuzz.size=1}, i: i8 {fuzz.value=3}) attributes {fuzz.seed=1} {
  %0 = full i {shape=(1,), dtype=i8} : vector<1 x i8>
  %1 = addptr p, %0 : vector<1 x ptr<i32>>
  %2 = load %1, none, none : vector<1 x i32>
  %3 = add %0, 100 : vector<1 x i8>
  %4 = add %3, 100 : vector<1 x i8>
  %5 = add %4, 56 : vector<1 x i8>
  %6 = addptr p, %5 : vector<1 x ptr<i32>>
  store %6, 77, none
  %7 = load %1, none, none : vector<1 x i32>
  %8 = add %2, %7 : vector<1 x i32>
  %9 = sum %8 : i32
  store out, %9, none
}
// CHECK-LABEL: @apart
// CHECK: load
// CHECK-NOT: load
kernel @apart(p: ptr<i32>, out: ptr<i32>, i: i8) {
  %0 = full i {shape=(1,), dtype=i8} : vector<1 x i8>
  %1 = addptr p, %0 : vector<1 x ptr<i32>>
  %2 = load %1, none, none : vector<1 x i32>
  %3 = add %0, 100 : vector<1 x i8>
  %4 = add %3, 27 : vector<1 x i8>
  %5 = addptr p, %4 : vector<1 x ptr<i32>>
  store %5, 77, none
  %6 = load %1, none, none : vector<1 x i32>
  %7 = add %2, %6 : vector<1 x i32>
  %8 = sum %7 : i32
  store out, %8, none
}
