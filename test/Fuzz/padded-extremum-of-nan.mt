// RUN: mt-fuzz %s -passes=''
// Where NaN loses, the padding of five elements to eight must lose even against NaN.
kernel @k(p1: ptr<f32> {fuzz.buffer=1, fuzz.at=0, fuzz.size=592}) attributes {fuzz.seed=245678, enable_fp_fusion=false} {
  %0 = arange {start=0, end=16} : vector<16 x i32>
  %1 = addptr p1, %0 : vector<16 x ptr<f32>>
  %2 = load %1, none, none : vector<16 x f32>
  %3 = add %2, 0.0 : vector<16 x f32>
  %7 = reduce %3 {axis=0} : f32 combine(%4, %5) {
    %6 = maximum %4, %5 : f32
    yield %6
  }
  store p1, %7, none
  %8 = zeros {shape=(5,), dtype=i16} : vector<5 x i16>
  %9 = addptr p1, %8 : vector<5 x ptr<f32>>
  %10 = load %9, none, none : vector<5 x f32>
  %11 = broadcast %10 {shape=(16, 5)} : block<16x5 x f32>
  %12 = add %11, 0.0 : block<16x5 x f32>
  %13 = max %12 {axis=1, propagate_nan=false} : vector<16 x f32>
  store %1, %13, none
}
