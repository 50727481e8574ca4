// RUN: mt-opt -passes=dce %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=dce %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @chains_of_dead_ops_go
// CHECK-NEXT: store out, n, none
// CHECK-NEXT: }
kernel @chains_of_dead_ops_go(out: ptr<i32>, n: i32) {
  %0 = add n, 1 : i32
  %1 = mul %0, %0 : i32
  store out, n, none
  %2 = sub %1, %0 : i32
}

// CHECK-LABEL: kernel @unused_loads_go_unless_volatile
// CHECK-NEXT: %0 = load x, none, none {volatile=true} : f32
// CHECK-NEXT: }
kernel @unused_loads_go_unless_volatile(x: ptr<f32>) {
  %0 = load x, none, none : f32
  %1 = add %0, 1.0 : f32
  %2 = load x, none, none {volatile=true} : f32
}

// CHECK-LABEL: kernel @effects_stay
// CHECK-NEXT: store x, 1.0, false
// CHECK-NEXT: call @f() : f32
kernel @effects_stay(x: ptr<f32>) {
  store x, 1.0, false
  %0 = call @f() : f32
}

// CHECK-LABEL: func @f
// CHECK-NEXT: return 2.0
func @f() -> (f32) {
  %0 = program_id {axis=0} : i32
  return 2.0
}
