// RUN: mt-fuzz %s -passes=''
// Where a nest has one lane, one part of a split looks like the whole: the cast was
// put in scratch by a nest that had half of it.
kernel @k(p1: ptr<f32> {fuzz.buffer=1, fuzz.at=0, fuzz.size=3552, divisible=16}) attributes {fuzz.seed=185112} {
  %0 = zeros {shape=(1, 2), dtype=i32} : block<1x2 x i32>
  %1 = zeros {shape=(1, 2), dtype=f32} : block<1x2 x f32>
  %2 = and %0, 0 : block<1x2 x i32>
  %3 = sub %2, 4 : block<1x2 x i32>
  %4 = cast %3 : block<1x2 x f32>
  %5 = mul %1, %4 : block<1x2 x f32>
  %6, %7 = split %5 : vector<1 x f32>, vector<1 x f32>
  %8 = zeros {shape=(1,), dtype=i32} : vector<1 x i32>
  %9 = addptr p1, %8 : vector<1 x ptr<f32>>
  store %9, %6, none
  %10 = zeros {shape=(1,), dtype=u32} : vector<1 x u32>
  %11 = addptr p1, %10 : vector<1 x ptr<f32>>
  store %11, %7, none
}
