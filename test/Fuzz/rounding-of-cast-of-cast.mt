// RUN: mt-fuzz %s -passes=fold
// RUN: mt-opt %s -passes=fold | FileCheck %s
// A cast that reads through another one keeps its rounding only where a
// rounding can be spelt, and has an effect.
// CHECK-LABEL: @k
kernel @k(p: ptr<bf16> {fuzz.buffer=0, fuzz.size=8}, q: ptr<f16> {fuzz.buffer=1, fuzz.size=8}, r: ptr<f8e5m2> {fuzz.buffer=2, fuzz.size=8}, s: ptr<f32> {fuzz.buffer=3, fuzz.size=8}) attributes {fuzz.seed=3} {
  // CHECK: %[[X:.*]] = load p
  %0 = load p, none, none : bf16
  // CHECK: %[[WIDE:.*]] = cast %[[X]] : f32
  %1 = cast %0 : f32
  // bf16 to f16 loses bits: the order of rounding shows.
  // CHECK: %[[Q:.*]] = cast %[[WIDE]] {rounding="rtz"} : f16
  %2 = cast %1 {rounding="rtz"} : f16
  store q, %2, none
  // CHECK: %[[R:.*]] = cast %[[X]] {rounding="rtz"} : f8e5m2
  %3 = cast %1 {rounding="rtz"} : f8e5m2
  store r, %3, none
  // CHECK: %[[S:.*]] = cast %[[X]] : f32
  // CHECK: store s, %[[S]]
  %4 = cast %0 : f64
  %5 = cast %4 {rounding="rtz"} : f32
  store s, %5, none
  // CHECK: store p, %[[X]]
  %6 = cast %1 {rounding="rtz"} : bf16
  store p, %6, none
}
