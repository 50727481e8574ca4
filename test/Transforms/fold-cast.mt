// RUN: mt-opt -passes=fold,dce %s -o %t.mt
// RUN: FileCheck %s --input-file=%t.mt
// RUN: mt-opt -passes=fold,dce %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt

// CHECK-LABEL: kernel @casts_that_keep_every_value_vanish
// CHECK-NEXT: store half, h, none
// CHECK-NEXT: store out, n, none
// CHECK-NEXT: %0 = cast b : i64
// CHECK-NEXT: store wide, %0, none
// CHECK-NEXT: %1 = cast w : i32
// CHECK-NEXT: store out, %1, none
kernel @casts_that_keep_every_value_vanish(half: ptr<f16>, out: ptr<i32>, wide: ptr<i64>, h: f16, n: i32, b: u8, w: i64) {
  %0 = cast h : f32
  %1 = cast %0 : f16
  store half, %1, none
  %2 = cast n : i64
  %3 = cast %2 : i32
  store out, %3, none
  %4 = cast b : i32
  %5 = cast %4 : i64
  store wide, %5, none
  // Only the low bits matter.
  %6 = cast w : u64
  %7 = cast %6 : i32
  store out, %7, none
}

// CHECK-LABEL: kernel @casts_that_lose_something_stay
// CHECK-NEXT: %0 = cast x : f16
// CHECK-NEXT: %1 = cast %0 : f32
// CHECK-NEXT: store out, %1, none
// CHECK-NEXT: %2 = cast n : i8
// CHECK-NEXT: %3 = cast %2 : i32
// CHECK-NEXT: store ints, %3, none
// CHECK-NEXT: %4 = cast n : f32
// CHECK-NEXT: %5 = cast %4 : i32
// CHECK-NEXT: store ints, %5, none
// CHECK-NEXT: %6 = cast e : f32
// CHECK-NEXT: %7 = cast %6 : f8e5m2
// CHECK-NEXT: store bytes, %7, none
kernel @casts_that_lose_something_stay(out: ptr<f32>, ints: ptr<i32>, bytes: ptr<f8e5m2>, x: f32, n: i32, e: f8e5m2) {
  %0 = cast x : f16
  %1 = cast %0 : f32
  store out, %1, none
  %2 = cast n : i8
  %3 = cast %2 : i32
  store ints, %3, none
  %4 = cast n : f32
  %5 = cast %4 : i32
  store ints, %5, none
  // An infinity would saturate on its way back.
  %6 = cast e : f32
  %7 = cast %6 : f8e5m2
  store bytes, %7, none
}

// CHECK-LABEL: kernel @literals_convert
// CHECK-NEXT: store ints, 2147483647, none
// CHECK-NEXT: store ints, 0, none
// 448 is the largest f8e4m3fn, and 450.0 its shortest spelling.
// CHECK-NEXT: store bytes, 450.0, none
// CHECK-NEXT: store ints, 1065353216, none
kernel @literals_convert(ints: ptr<i32>, bytes: ptr<f8e4m3fn>) {
  %0 = cast 1e10:f32 : i32
  store ints, %0, none
  %1 = cast nan:f32 : i32
  store ints, %1, none
  %2 = cast 1000.0:f32 : f8e4m3fn
  store bytes, %2, none
  %3 = cast 1.0:f32 {bitcast=true} : i32
  store ints, %3, none
}

// CHECK-LABEL: kernel @broadcasts_of_broadcasts
// CHECK: %1 = broadcast n {shape=(4, 8)} : block<4x8 x i32>
// CHECK-NEXT: store %0, %1, none
kernel @broadcasts_of_broadcasts(out: ptr<i32>, n: i32) {
  %0 = broadcast out {shape=(4, 8)} : block<4x8 x ptr<i32>>
  %1 = broadcast n {shape=(8,)} : vector<8 x i32>
  %2 = broadcast %1 {shape=(4, 8)} : block<4x8 x i32>
  %3 = broadcast %2 {shape=(4, 8)} : block<4x8 x i32>
  store %0, %3, none
}
