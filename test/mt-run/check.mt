// -check names each fault with its place; a clean kernel prints no error.
// RUN: mt-run %S/Inputs/add.mt -check -grid 4 "x=ones(1000)" "y=ones(1000)" "out=zeros(1000)" n=1000 2>&1 | FileCheck %s --check-prefix=CLEAN
// CLEAN-NOT: error
// CLEAN: out: f32[1000], min 2.0
// RUN: not mt-run %s -check -kernel out_of_bounds -grid 2 "x=ones(7)" "out=zeros(8)" 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: not mt-run %s -check -kernel undefined -grid 1 "x=ones(8)" "out=zeros(8)" 2>&1 | FileCheck %s --check-prefix=UNDEF
// RUN: not mt-run %s -check -kernel race -grid 1,2 "x=ones(8)" "out=zeros(8)" 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: env MYTRITON_CHECK=1 not mt-run %s -kernel race -grid 1,2 "x=ones(8)" "out=zeros(8)" 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: env MYTRITON_CHECK=0 mt-run %s -target interp -kernel race -grid 1,2 "x=ones(8)" "out=zeros(8)"
kernel @out_of_bounds(x: ptr<f32>, out: ptr<f32>) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 4 : i32
  %2 = arange {start=0, end=4} : vector<4 x i32>
  %3 = add %1, %2 : vector<4 x i32>
  %4 = addptr x, %3 : vector<4 x ptr<f32>>
// BOUNDS-NOT: error
// BOUNDS: check.mt:[[@LINE+3]]:3: error: load of x[7] is out of bounds: x has 7 elements (program (1, 0, 0), lane 3)
// BOUNDS-NEXT: {{^}}  %5 = load
// BOUNDS-NEXT: {{^}}  ^~~
  %5 = load %4, none, none : vector<4 x f32>
  %6 = addptr out, %3 : vector<4 x ptr<f32>>
  store %6, %5, none
// BOUNDS-NOT: error
}
kernel @undefined(x: ptr<f32>, out: ptr<f32>) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = cmp_lt %0, 5 : vector<8 x bool>
  %2 = addptr x, %0 : vector<8 x ptr<f32>>
// UNDEF: check.mt:[[@LINE+7]]:3: error: the stored value is undefined (program (0, 0, 0), lane 5; 2 more at this op)
// UNDEF: check.mt:[[@LINE+1]]:3: note: it comes from lanes of this load that are masked off and have no 'other'
  %3 = load %2, %1, none : vector<8 x f32>
  %4 = add %3, 1.0 : vector<8 x f32>
  %5 = addptr out, %0 : vector<8 x ptr<f32>>
  %6 = load %2, %1, 0.0 : vector<8 x f32>
  store %5, %6, none
  store %5, %4, none
// UNDEF-NOT: error
}
kernel @race(x: ptr<f32>, out: ptr<f32>) {
  %0 = program_id {axis=1} : i32
  %1 = addptr out, 3:i32 : ptr<f32>
  %2 = cast %0 : f32
// RACE: check.mt:[[@LINE+2]]:3: error: race between programs: out[3] is written here, and written by program (0, 0, 0) (program (0, 1, 0))
// RACE: check.mt:[[@LINE+1]]:3: note: program (0, 0, 0) writes it here
  store %1, %2, none
// RACE-NOT: error
}
