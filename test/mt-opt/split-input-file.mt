// Parts are processed one by one; lines count in the whole file; one bad part
// fails the run but does not hide the others.
// RUN: mt-opt -split-input-file %s | FileCheck %s
// RUN: echo "// -----" > %t.mt && echo "oops" >> %t.mt && cat %s >> %t.mt
// RUN: not mt-opt -split-input-file %t.mt 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=BAD --input-file=%t.err
// BAD: split-input-file.mt.tmp.mt:2:1: error:
// CHECK: kernel @first
kernel @first(x: ptr<i32>) {
  store x, 1, none
}
// CHECK: // -----
// -----
// CHECK: kernel @first
kernel @first(x: ptr<i32>) {
  store x, 2, none
}
