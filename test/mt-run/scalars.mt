// Scalars of every kind reach the kernel in their own type.
// RUN: mt-run %s -target interp -grid 1 "i=full(4,0)" "f=zeros(4)" a=-5 b=255 c=true d=18446744073709551615 e=0.1 g=-inf h=1.5 k=1e3 | FileCheck %s
// CHECK: i: i64[4], min -5, max 255, mean 62.5: [-5, 255, 1, -1]
// CHECK: f: f64[4], min -inf, max 1000.0, mean -inf: [0.10000000149011612, -inf, 1.5, 1000.0]
// RUN: not mt-run %s -grid 1 "i=zeros(4)" "f=zeros(4)" a=128 b=-1 c=yes d=18446744073709551616 e=x g=1e39 h=70000 k=one 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: argument 'a': '128' does not fit type i8
// BAD: error: argument 'b': '-1' does not fit type u8
// BAD: error: argument 'c': 'yes' is not a value of type bool
// BAD: error: argument 'd': '18446744073709551616' does not fit type u64
// BAD: error: argument 'e': 'x' is not a value of type f32
// BAD: error: argument 'g': '1e39' does not fit type f32
// BAD: error: argument 'h': '70000' does not fit type f16
// BAD: error: argument 'k': 'one' is not a value of type f64
kernel @scalars(i: ptr<i64>, f: ptr<f64>, a: i8, b: u8, c: bool, d: u64, e: f32, g: f32, h: f16, k: f64) {
  %0 = cast a : i64
  store i, %0, none
  %1 = cast b : i64
  %2 = addptr i, 1:i32 : ptr<i64>
  store %2, %1, none
  %3 = cast c : i64
  %4 = addptr i, 2:i32 : ptr<i64>
  store %4, %3, none
  %5 = cast d : i64
  %6 = addptr i, 3:i32 : ptr<i64>
  store %6, %5, none
  %7 = cast e : f64
  store f, %7, none
  %8 = cast g : f64
  %9 = addptr f, 1:i32 : ptr<f64>
  store %9, %8, none
  %10 = cast h : f64
  %11 = addptr f, 2:i32 : ptr<f64>
  store %11, %10, none
  %12 = addptr f, 3:i32 : ptr<f64>
  store %12, k, none
}
