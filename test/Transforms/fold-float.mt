// Floats keep every bit: a rule applies only if it holds for NaN, infinities
// and both zeros.
// RUN: mt-opt -passes=fold,dce %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=fold,dce %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @exact_identities
// CHECK-COUNT-8: store out, x, none
// CHECK-NEXT: }
kernel @exact_identities(out: ptr<f32>, x: f32) {
  %0 = add x, -0.0 : f32
  store out, %0, none
  %1 = sub x, 0.0 : f32
  store out, %1, none
  %2 = mul 1.0, x : f32
  store out, %2, none
  %3 = div x, 1.0 : f32
  store out, %3, none
  %4 = neg x : f32
  %5 = neg %4 : f32
  store out, %5, none
  %6 = maximum x, -inf : f32
  store out, %6, none
  %7 = minimum inf, x : f32
  store out, %7, none
  %8 = maximum x, x : f32
  store out, %8, none
}

// CHECK-LABEL: kernel @signed_zeros_and_nan_are_kept
// CHECK-NEXT: %0 = add x, 0.0 : f32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: %1 = sub x, -0.0 : f32
// CHECK-NEXT: store out, %1, none
// CHECK-NEXT: %2 = mul x, 0.0 : f32
// CHECK-NEXT: store out, %2, none
// CHECK-NEXT: %3 = sub x, x : f32
// CHECK-NEXT: store out, %3, none
// CHECK-NEXT: %4 = div x, x : f32
// CHECK-NEXT: store out, %4, none
// CHECK-NEXT: %5 = sub 0.0, x : f32
// CHECK-NEXT: store out, %5, none
// CHECK-NEXT: %6 = cmp_eq x, x : bool
// CHECK-NEXT: store flag, %6, none
// CHECK-NEXT: %7 = maximum x, -inf {propagate_nan=false} : f32
// CHECK-NEXT: store out, %7, none
// CHECK-NEXT: %8 = cmp_lt x, 0.0 : bool
// CHECK-NEXT: %9 = not %8 : bool
// CHECK-NEXT: store flag, %9, none
kernel @signed_zeros_and_nan_are_kept(out: ptr<f32>, flag: ptr<bool>, x: f32) {
  %0 = add x, 0.0 : f32
  store out, %0, none
  %1 = sub x, -0.0 : f32
  store out, %1, none
  %2 = mul x, 0.0 : f32
  store out, %2, none
  %3 = sub x, x : f32
  store out, %3, none
  %4 = div x, x : f32
  store out, %4, none
  %5 = sub 0.0, x : f32
  store out, %5, none
  %6 = cmp_eq x, x : bool
  store flag, %6, none
  %7 = maximum x, -inf {propagate_nan=false} : f32
  store out, %7, none
  %8 = cmp_lt x, 0.0 : bool
  %9 = not %8 : bool
  store flag, %9, none
}

// CHECK-LABEL: kernel @chains_are_not_regrouped
// CHECK-NEXT: %0 = add x, 1.0 : f32
// CHECK-NEXT: %1 = add %0, 2.0 : f32
kernel @chains_are_not_regrouped(out: ptr<f32>, x: f32) {
  %0 = add x, 1.0 : f32
  %1 = add %0, 2.0 : f32
  store out, %1, none
}

// CHECK-LABEL: kernel @comparisons_that_nan_cannot_change
// CHECK-NEXT: store flag, false, none
// CHECK-NEXT: %0 = cmp_ne x, y : bool
// CHECK-NEXT: store flag, %0, none
kernel @comparisons_that_nan_cannot_change(flag: ptr<bool>, x: f32, y: f32) {
  %0 = cmp_lt x, x : bool
  store flag, %0, none
  %1 = cmp_eq x, y : bool
  %2 = not %1 : bool
  store flag, %2, none
}

// CHECK-LABEL: kernel @literals_round_in_their_own_type
// CHECK-NEXT: store half, inf, none
// CHECK-NEXT: store half, 2048.0, none
// CHECK-NEXT: store out, -0.0, none
// CHECK-NEXT: store out, nan, none
// CHECK-NEXT: store out, 1.0, none
kernel @literals_round_in_their_own_type(half: ptr<f16>, out: ptr<f32>) {
  %0 = mul 65504.0:f16, 2.0 : f16
  store half, %0, none
  %1 = add 2048.0:f16, 1.0 : f16
  store half, %1, none
  %2 = mul 0.0:f32, -1.0 : f32
  store out, %2, none
  %3 = maximum nan:f32, 1.0 : f32
  store out, %3, none
  %4 = maximum nan:f32, 1.0 {propagate_nan=false} : f32
  store out, %4, none
}
