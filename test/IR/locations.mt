// loc(...) round-trips; an op without one stands where its text does.
// RUN: mt-opt -print-locs %s | FileCheck %s
// RUN: mt-opt -print-locs %s | mt-opt -print-locs | FileCheck %s
// RUN: mt-opt %s | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: loc(
kernel @locations(x: ptr<f32>, n: i32) {
  // CHECK: %0 = add n, 1 : i32 loc("k.py":3:4 to 3:9)
  %0 = add n, 1 : i32 loc("k.py":3:4 to 3:9)
  // CHECK: %1 = add n, 2 : i32 loc(callsite("h.py":7:1 at callsite("g.py":5:2 to 6:3 at "k.py":4:1)))
  %1 = add n, 2 : i32 loc(callsite("h.py":7:1 at callsite("g.py":5:2 to 6:3 at "k.py":4:1)))
  // CHECK: %2 = add n, 3 : i32 loc(unknown)
  %2 = add n, 3 : i32 loc(unknown)
  // CHECK: %3 = add n, 4 : i32 loc("{{.*}}locations.mt":[[@LINE+1]]:3 to [[@LINE+1]]:21)
  %3 = add n, 4 : i32
  // CHECK: if true {
  // CHECK-NEXT: store x, 1.0, none loc("k.py":8:1)
  // CHECK-NEXT: } loc("k.py":7:1 to 9:2)
  if true {
    store x, 1.0, none loc("k.py":8:1)
  } loc("k.py":7:1 to 9:2)
}
