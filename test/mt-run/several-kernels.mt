// RUN: not mt-run %s -grid 1 "out=zeros(1)" 2>&1 | FileCheck %s --check-prefix=ASK
// RUN: mt-run %s -target interp -kernel second -grid 1 "out=zeros(1)" | FileCheck %s
// ASK: error: {{.*}}several-kernels.mt has several kernels: first, second; choose with -kernel
// CHECK: out: i32[1], min 12
func @twice(%0: i32) -> (i32) {
  %1 = mul %0, 2 : i32
  return %1
}
kernel @first(out: ptr<i32>) {
  store out, 1, none
}
kernel @second(out: ptr<i32>) {
  %0 = call @twice(6:i32) : i32
  store out, %0, none
}
