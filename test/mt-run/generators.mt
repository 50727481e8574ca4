// Generators fill arrays; the same seed gives the same numbers everywhere.
// RUN: mt-run %s -target interp -grid 1 "x=rand(6,f32,seed=1)" "y=arange(3,9,i32)" "b=ones(6,bool)" "out=zeros(6)" "iout=zeros(6)" "bout=zeros(6)" | FileCheck %s --check-prefixes=A,SEED1
// RUN: mt-run %s -target interp -grid 1 "x=rand((2, 3), seed=1)" "y=arange(6,int32)" "b=zeros(6,i1)" "out=zeros((2,3),fp32)" "iout=full(6,-7,i32)" "bout=ones(6)" | FileCheck %s --check-prefixes=B,SEED1
// RUN: mt-run %s -target interp -grid 1 "x=rand(6,seed=2,low=-1,high=-1)" "y=rand(6,seed=3,low=5,high=6)" "b=full(6,true)" "out=zeros(6)" "iout=zeros(6)" "bout=ones(6)" | FileCheck %s --check-prefix=C
// RUN: mt-run %s -target interp -grid 1 "x=randn(6,seed=1)" "y=full(6,0x10)" "b=zeros(6)" "out=zeros(6)" "iout=zeros(6)" "bout=ones(6)" | FileCheck %s --check-prefix=D
// SEED1: out: f32[{{6|2, 3}}], min 0.021024229, max 0.91135806, mean 0.33413: [0.13387664, 0.13640703, 0.4512149, 0.021024229, 0.35089812, 0.91135806]
// A: iout: i32[6], min 3, max 8, mean 5.5: [3, 4, 5, 6, 7, 8]
// A: bout: bool[6], min true, max true, mean 1: [true, true, true, true, true, true]
// B: iout: i32[6], min 0, max 5
// B: bout: bool[6], min false
// C: out: f32[6], min -1.0, max -1.0
// C: iout: i32[6], min 5, max 5
// C-NOT: bout
// D: out: f32[6], min -{{.*}}, max
// D: iout: i32[6], min 16, max 16
kernel @copies(x: ptr<f32>, y: ptr<i32>, b: ptr<bool>, out: ptr<f32>, iout: ptr<i32>, bout: ptr<bool>) {
  %0 = arange {start=0, end=6} : vector<6 x i32>
  %1 = addptr x, %0 : vector<6 x ptr<f32>>
  %2 = load %1, none, none : vector<6 x f32>
  %3 = addptr out, %0 : vector<6 x ptr<f32>>
  store %3, %2, none
  %4 = addptr y, %0 : vector<6 x ptr<i32>>
  %5 = load %4, none, none : vector<6 x i32>
  %6 = addptr iout, %0 : vector<6 x ptr<i32>>
  store %6, %5, none
  %7 = addptr b, %0 : vector<6 x ptr<bool>>
  %8 = load %7, none, none : vector<6 x bool>
  %9 = addptr bout, %0 : vector<6 x ptr<bool>>
  store %9, %8, none
}
