// RUN: mt-opt -passes=fold,dce %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=fold,dce %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @literals_are_evaluated
// CHECK-NEXT: store out, 256, none
// CHECK-NEXT: store out, -3, none
// CHECK-NEXT: store out, -1, none
// CHECK-NEXT: store out, -2147483648, none
// CHECK-NEXT: store out, 1, none
// CHECK-NEXT: }
kernel @literals_are_evaluated(out: ptr<i32>) {
  %0 = mul 16:i32, 16 : i32
  store out, %0, none
  %1 = div -7:i32, 2 : i32
  store out, %1, none
  %2 = mod -7:i32, 2 : i32
  store out, %2, none
  // The smallest integer divided by -1 does not trap.
  %3 = div -2147483648:i32, -1 : i32
  store out, %3, none
  // Shift amounts count modulo the width.
  %4 = shl 1:i32, 32 : i32
  store out, %4, none
}

// CHECK-LABEL: kernel @integer_identities
// CHECK-COUNT-14: store out, n, none
// CHECK-NEXT: }
kernel @integer_identities(out: ptr<i32>, n: i32) {
  %0 = add n, 0 : i32
  store out, %0, none
  %1 = add 0, n : i32
  store out, %1, none
  %2 = sub n, 0 : i32
  store out, %2, none
  %3 = mul n, 1 : i32
  store out, %3, none
  %4 = div n, 1 : i32
  store out, %4, none
  // As everywhere, a division by zero is one by 1.
  %5 = div n, 0 : i32
  store out, %5, none
  %6 = shl n, 0 : i32
  store out, %6, none
  %7 = shr n, 32 : i32
  store out, %7, none
  %8 = and n, -1 : i32
  store out, %8, none
  %9 = or n, n : i32
  store out, %9, none
  %10 = neg n : i32
  %11 = neg %10 : i32
  store out, %11, none
  %12 = not n : i32
  %13 = not %12 : i32
  store out, %13, none
  %14 = maximum n, -2147483648 : i32
  store out, %14, none
  %15 = minimum n, n : i32
  store out, %15, none
}

// CHECK-LABEL: kernel @known_integer_results
// CHECK-COUNT-6: store out, 0, none
// CHECK-NEXT: }
kernel @known_integer_results(out: ptr<i32>, n: i32) {
  %0 = mul n, 0 : i32
  store out, %0, none
  %1 = sub n, n : i32
  store out, %1, none
  %2 = xor n, n : i32
  store out, %2, none
  %3 = mod n, 1 : i32
  store out, %3, none
  %4 = and n, 0 : i32
  store out, %4, none
  %5 = div 0, n : i32
  store out, %5, none
}

// CHECK-LABEL: kernel @literals_of_a_chain_are_joined
// CHECK-NEXT: %0 = add n, 3 : i32
// CHECK-NEXT: %1 = mul %0, 6 : i32
// CHECK-NEXT: store out, %1, none
kernel @literals_of_a_chain_are_joined(out: ptr<i32>, n: i32) {
  %0 = add 1, n : i32
  %1 = add %0, 2 : i32
  %2 = mul %1, 2 : i32
  %3 = mul 3, %2 : i32
  store out, %3, none
}

// CHECK-LABEL: kernel @signed_division_is_kept
// CHECK-NEXT: %0 = div n, 2 : i32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: %1 = mod n, 8 : i32
// CHECK-NEXT: store out, %1, none
// CHECK-NEXT: %2 = div n, n : i32
// CHECK-NEXT: store out, %2, none
kernel @signed_division_is_kept(out: ptr<i32>, n: i32) {
  %0 = div n, 2 : i32
  store out, %0, none
  %1 = mod n, 8 : i32
  store out, %1, none
  // 0 / 0 is 0, not 1.
  %2 = div n, n : i32
  store out, %2, none
}

// CHECK-LABEL: kernel @literals_left_of_ordered_ops_stay
// CHECK-NEXT: %0 = sub 1, n : i32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: %1 = shl 1, n : i32
kernel @literals_left_of_ordered_ops_stay(out: ptr<i32>, n: i32) {
  %0 = sub 1, n : i32
  store out, %0, none
  %1 = shl 1, n : i32
  store out, %1, none
}

// CHECK-LABEL: kernel @tiles_never_shrink_to_scalars
// CHECK: mul %0, 0 : vector<8 x i32>
// CHECK: select true, n, %0 : vector<8 x i32>
kernel @tiles_never_shrink_to_scalars(out: ptr<i32>, n: i32) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = mul %0, 0 : vector<8 x i32>
  %2 = addptr out, %0 : vector<8 x ptr<i32>>
  store %2, %1, none
  %3 = select true, n, %0 : vector<8 x i32>
  store %2, %3, none
}

// CHECK-LABEL: kernel @comparisons
// CHECK-NEXT: store out, false, none
// CHECK-NEXT: store out, true, none
// CHECK-NEXT: store out, true, none
// CHECK-NEXT: %0 = cmp_ge n, m : bool
kernel @comparisons(out: ptr<bool>, n: i32, m: i32, u: u32) {
  %0 = cmp_lt n, n : bool
  store out, %0, none
  %1 = cmp_eq n, n : bool
  store out, %1, none
  %2 = cmp_ge u, 0 : bool
  store out, %2, none
  %3 = cmp_lt n, m : bool
  %4 = not %3 : bool
  store out, %4, none
}

// CHECK-LABEL: kernel @selects
// CHECK-NEXT: store out, n, none
// CHECK-NEXT: store out, m, none
// CHECK-NEXT: store out, n, none
// CHECK-NEXT: %0 = select c, m, n : i32
// CHECK-NEXT: store out, %0, none
// CHECK-NEXT: store flag, c, none
kernel @selects(out: ptr<i32>, flag: ptr<bool>, n: i32, m: i32, c: bool) {
  %0 = select true, n, m : i32
  store out, %0, none
  %1 = select false, n, m : i32
  store out, %1, none
  %2 = select c, n, n : i32
  store out, %2, none
  %3 = not c : bool
  %4 = select %3, n, m : i32
  store out, %4, none
  %5 = select c, true, false : bool
  store flag, %5, none
}

// CHECK-LABEL: kernel @equal_parameters_become_literals
// CHECK-NEXT: store x, 1, none
kernel @equal_parameters_become_literals(x: ptr<i32>, n: i32 {equals=1}) {
  %0 = mul n, n : i32
  store x, %0, none
}

// CHECK-LABEL: kernel @literal_masks
// CHECK-NEXT: %0 = load x, none, none : f32
// CHECK-NEXT: store x, %0, none
// CHECK-NEXT: store x, 2.0, none
// CHECK-NEXT: %1 = load x, true, 0.0 {volatile=true} : f32
// CHECK-NEXT: store x, %1, none
// CHECK-NEXT: }
kernel @literal_masks(x: ptr<f32>) {
  %0 = load x, true, 0.0 : f32
  store x, %0, true
  %1 = load x, false, 2.0 : f32
  store x, %1, none
  store x, 3.0, false
  %2 = load x, true, 0.0 {volatile=true} : f32
  store x, %2, none
}
