// RUN: mt-opt -passes=mem-opt %s | FileCheck %s
// RUN: mt-opt -passes=mem-opt,mem-opt %s | FileCheck %s

// CHECK-LABEL: kernel @equal_loads_merge
// CHECK: %0 = load x
// CHECK-NEXT: add %0, %0
kernel @equal_loads_merge(x: ptr<f32>, out: ptr<f32>) {
  %a = load x, none, none : f32
  %b = load x, none, none : f32
  %c = add %a, %b : f32
  store out, %c, none
}

// out may be x.
// CHECK-LABEL: kernel @load_kept_across_store
// CHECK: load x
// CHECK: store out
// CHECK: load x
kernel @load_kept_across_store(x: ptr<f32>, out: ptr<f32>) {
  %a = load x, none, none : f32
  store out, %a, none
  %b = load x, none, none : f32
  %c = add %a, %b : f32
  store out, %c, none
}

// CHECK-LABEL: kernel @load_differs_with_another_mask_or_other
// CHECK: load x, a, 0.0
// CHECK: load x, b, 0.0
// CHECK: load x, a, 1.0
kernel @load_differs_with_another_mask_or_other(x: ptr<f32>, out: ptr<f32>, a: bool, b: bool) {
  %0 = load x, a, 0.0 : f32
  %1 = load x, b, 0.0 : f32
  %2 = load x, a, 1.0 : f32
  %3 = add %0, %1 : f32
  %4 = add %3, %2 : f32
  store out, %4, none
}

// CHECK-LABEL: kernel @stored_value_is_forwarded
// CHECK: store %1, [[V:%[0-9]+]], none
// CHECK-NOT: load
// CHECK: store
kernel @stored_value_is_forwarded(x: ptr<i32>, out: ptr<i32>) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = addptr x, %0 : vector<8 x ptr<i32>>
  %2 = mul %0, 3 : vector<8 x i32>
  store %1, %2, none
  %3 = load %1, none, none : vector<8 x i32>
  %4 = addptr out, %0 : vector<8 x ptr<i32>>
  store %4, %3, none
}

// Two lanes share an address: which value won is not known.
// CHECK-LABEL: kernel @stored_value_is_not_forwarded_through_shared_addresses
// CHECK: store
// CHECK: load
kernel @stored_value_is_not_forwarded_through_shared_addresses(x: ptr<i32>, out: ptr<i32>) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %h = div %0, 2 : vector<8 x i32>
  %1 = addptr x, %h : vector<8 x ptr<i32>>
  store %1, %0, none
  %3 = load %1, none, none : vector<8 x i32>
  %4 = addptr out, %0 : vector<8 x ptr<i32>>
  store %4, %3, none
}

// CHECK-LABEL: kernel @overwritten_store_is_dropped
// CHECK-NEXT: store x, 2.0, none
// CHECK-NEXT: }
kernel @overwritten_store_is_dropped(x: ptr<f32>) {
  store x, 1.0, none
  store x, 2.0, none
}

// CHECK-LABEL: kernel @store_read_in_between_is_kept
// CHECK: store x, 1.0, none
// CHECK: load y
// CHECK: store x, 2.0, none
kernel @store_read_in_between_is_kept(x: ptr<f32>, y: ptr<f32>) {
  store x, 1.0, none
  %0 = load y, none, none : f32
  store x, 2.0, none
  store y, %0, none
}

// CHECK-LABEL: kernel @store_under_a_wider_mask_is_kept
// CHECK: store x, 1.0, none
// CHECK: store x, 2.0, m
kernel @store_under_a_wider_mask_is_kept(x: ptr<f32>, m: bool) {
  store x, 1.0, none
  store x, 2.0, m
}

// An iteration reads what the one before wrote.
// CHECK-LABEL: kernel @load_in_a_loop_sees_earlier_iterations
// CHECK: load x
// CHECK: for
// CHECK: load x
kernel @load_in_a_loop_sees_earlier_iterations(x: ptr<f32>, out: ptr<f32>, n: i32) {
  %0 = load x, none, none : f32
  for %i in range(0, n, 1) {
    %1 = load x, none, none : f32
    %2 = add %1, %0 : f32
    store x, %2, none
  }
  store out, %0, none
}

// CHECK-LABEL: kernel @stores_in_one_branch_count
// CHECK: load x
// CHECK: if c
// CHECK: load x
kernel @stores_in_one_branch_count(x: ptr<f32>, out: ptr<f32>, c: bool) {
  %0 = load x, none, none : f32
  if c {
    store x, 1.0, none
  }
  %1 = load x, none, none : f32
  %2 = add %0, %1 : f32
  store out, %2, none
}

// CHECK-LABEL: kernel @atomics_end_what_is_known
// CHECK: load x
// CHECK: atomic_add
// CHECK: load x
kernel @atomics_end_what_is_known(x: ptr<i32>, lock: ptr<i32>, out: ptr<i32>) {
  %0 = load x, none, none : i32
  %1 = atomic_add lock, 1, none : i32
  %2 = load x, none, none : i32
  %3 = add %0, %2 : i32
  store out, %3, none
}
