// RUN: mt-fuzz %s -passes='' | FileCheck %s
// Seventeen rows start anywhere: their sum with a column is not aligned, though
// the range starts at 0.
// CHECK: ways agree
kernel @k(p0: ptr<f32> {fuzz.buffer=0, fuzz.at=0, fuzz.size=592, divisible=16}) attributes {fuzz.seed=790614, enable_fp_fusion=false} {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = arange {start=0, end=136} : vector<136 x i32>
  %2 = reshape %1 {shape=(17, 8)} : block<17x8 x i32>
  %3 = addptr p0, %2 : block<17x8 x ptr<f32>>
  %4 = arange {start=0, end=17} : vector<17 x i32>
  %5 = expand_dims %4 {axis=1} : block<17x1 x i32>
  %6 = expand_dims %0 {axis=0} : block<1x8 x i32>
  %7 = add %5, %6 : block<17x8 x i32>
  %8 = cast %7 : block<17x8 x i64>
  %9 = addptr p0, %8 : block<17x8 x ptr<f32>>
  %10 = load %9, none, none : block<17x8 x f32>
  store %3, %10, none
}
