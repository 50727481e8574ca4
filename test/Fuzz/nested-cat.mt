// RUN: mt-fuzz %s -passes=''
// Both parts of the inner cat must be in scratch before the outer one reads it.
kernel @k(p1: ptr<f32> {fuzz.buffer=1, fuzz.at=0, fuzz.size=1776}) attributes {fuzz.grid=(1, 1, 1), fuzz.seed=191446, enable_fp_fusion=false} {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = addptr p1, %0 : vector<64 x ptr<f32>>
  %2 = zeros {shape=(3, 3), dtype=f32} : block<3x3 x f32>
  %3 = zeros {shape=(5, 3), dtype=f32} : block<5x3 x f32>
  %4 = cat %2, %3 {axis=0} : block<8x3 x f32>
  %5 = zeros {shape=(8, 5), dtype=f32} : block<8x5 x f32>
  %6 = cat %4, %5 {axis=1} : block<8x8 x f32>
  %7 = reshape %6 {shape=(64,)} : vector<64 x f32>
  store %1, %7, none
}
