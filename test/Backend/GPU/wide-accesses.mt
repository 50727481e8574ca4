// What says that it covers several registers at once must be able to, in the
// interpreter too: every test of thread IR checks the analysis behind it.

// RUN: mt-run %s -target interp -kernel wide -grid 1 "x=arange(128)" "out=zeros(128)" start=0 | FileCheck %s
// CHECK: out: f32[128], min 0.0, max 127.0, mean 63.5
// RUN: not mt-run %s -target interp -kernel wide -grid 1 "x=arange(256)" "out=zeros(256)" start=1 2>&1 | FileCheck %s --check-prefix=ALIGNED
// ALIGNED: wide-accesses.mt:[[@LINE+7]]:3: an access of 4 elements at {{[0-9]+}} is not aligned, or its elements are not neighbours under one mask
kernel @wide(x: ptr<f32>, out: ptr<f32>, start: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = mul %0, 4 : i32
  %2 = add %1, start : i32
  %3 = fragment_index %2 {stride=1} : frag<4 x i32>
  %4 = addptr x, %3 : frag<4 x ptr<f32>>
  %5 = load %4, none, none {gpu.width=4} : frag<4 x f32>
  %6 = addptr out, %3 : frag<4 x ptr<f32>>
  store %6, %5, none {gpu.width=4}
}

// RUN: not mt-run %s -target interp -kernel apart -grid 1 "out=zeros(256)" n=0 2>&1 | FileCheck %s --check-prefix=APART
// APART: an access of 4 elements
// RUN: not mt-run %s -target interp -kernel masked -grid 1 "out=zeros(256)" n=2 2>&1 | FileCheck %s --check-prefix=APART
// RUN: mt-run %s -target interp -kernel masked -grid 1 "out=zeros(256)" n=8 | FileCheck %s --check-prefix=MASKED
// MASKED: out: f32[256], min 0.0, max 1.0, mean 0.03125
kernel @apart(out: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = mul %0, 8 : i32
  %2 = fragment_index %1 {stride=2} : frag<4 x i32>
  %3 = addptr out, %2 : frag<4 x ptr<f32>>
  store %3, 1.0, none {gpu.width=4}
}
kernel @masked(out: ptr<f32>, n: i32) attributes {num_threads=32} {
  %0 = thread_id : i32
  %1 = mul %0, 4 : i32
  %2 = fragment_index %1 {stride=1} : frag<4 x i32>
  %3 = cmp_lt %2, n : frag<4 x bool>
  %4 = addptr out, %2 : frag<4 x ptr<f32>>
  store %4, 1.0, %3 {gpu.width=4}
}
