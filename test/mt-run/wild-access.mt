// Without -check, running out of an array is still no crash and no silence.
// RUN: not mt-run %s -target interp -kernel far -grid 1 "out=zeros(16)" index=100000 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not mt-run %s -target interp -kernel far -grid 1 "out=zeros(16)" index=-100000 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not mt-run %s -target interp -kernel far -grid 1 "out=zeros(3)" index=3 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not mt-run %s -kernel far -grid 1 "out=zeros(16)" index=100000 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not mt-run %s -kernel far -grid 1 "out=zeros(3)" index=3 2>&1 | FileCheck %s --check-prefix=NEAR
// Also vectorized code keeps inside: arrays end exactly where lanes are masked off.
// RUN: mt-run %S/Inputs/add.mt -grid 4 "x=ones(1008)" "y=ones(1008)" "out=zeros(1008)" n=1008 | FileCheck %s --check-prefix=EXACT
// EXACT: out: f32[1008], min 2.0, max 2.0
// FAR: mt-run: error: the kernel accessed element 100000 of 'out', which has 16; -check tells where
// BEFORE: mt-run: error: the kernel accessed element -100000 of 'out', which has 16; -check tells where
// NEAR: mt-run: error: the kernel wrote outside 'out'; -check tells where
kernel @far(out: ptr<f32>, index: i32) {
  %0 = addptr out, index : ptr<f32>
  store %0, 1.0, none
}
