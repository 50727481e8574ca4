// A kernel compiled for certain values refuses others.
// RUN: mt-run %s -target interp -grid 1 "out=zeros(1)" one=1 n=32 | FileCheck %s
// CHECK: out: i32[1], min 33
// RUN: not mt-run %s -grid 1 "out=zeros(1)" one=2 n=33 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: argument 'one' must be 1: the kernel is compiled for that value alone
// BAD: error: argument 'n' must be a multiple of 16: the kernel is compiled for that
kernel @hints(out: ptr<i32> {divisible=16}, one: i32 {equals=1}, n: i32 {divisible=16}) {
  %0 = add one, n : i32
  store out, %0, none
}
