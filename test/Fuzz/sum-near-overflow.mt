// RUN: mt-fuzz %s -passes=''
// A sum of halves that ends just below infinity may pass it in another order.
kernel @k(p1b: ptr<f16> {fuzz.buffer=1, fuzz.at=10, fuzz.size=4731}, b0: ptr<f16> {fuzz.buffer=40, fuzz.at=0, fuzz.size=2048, fuzz.ulps=4096}, t0: ptr<f16> {fuzz.buffer=30, fuzz.at=0, fuzz.size=2048, divisible=16, fuzz.bound="b0", fuzz.terms=4}) attributes {fuzz.seed=168334, enable_fp_fusion=false} {
  %0 = arange {start=0, end=256} : vector<256 x i32>
  %1 = addptr p1b, %0 : vector<256 x ptr<f16>>
  %2 = load %1, none, none : vector<256 x f16>
  %3 = reshape %2 {shape=(8, 4, 4, 2)} : block<8x4x4x2 x f16>
  %4, %5 = split %3 : block<8x4x4 x f16>, block<8x4x4 x f16>
  %6 = sum %4 {axis=1} : block<8x4 x f16>
  %7 = abs %4 : block<8x4x4 x f16>
  %8 = sum %7 {axis=1} : block<8x4 x f16>
  %9 = arange {start=0, end=32} : vector<32 x i32>
  %10 = reshape %9 {shape=(8, 4)} : block<8x4 x i32>
  %11 = addptr t0, %10 : block<8x4 x ptr<f16>>
  store %11, %6, none
  %12 = addptr b0, %10 : block<8x4 x ptr<f16>>
  store %12, %8, none
}
