// RUN: mt-fuzz %s -passes=''
// A truncation merged into the store of the last lane writes over its neighbour.
kernel @k(p2: ptr<i32> {fuzz.buffer=2, fuzz.at=0, fuzz.size=1776, divisible=16}, p2b: ptr<const i32> {fuzz.buffer=2, fuzz.at=28, fuzz.size=1769}) attributes {fuzz.seed=61803, enable_fp_fusion=false} {
  %0 = arange {start=0, end=5} : vector<5 x i32>
  %1 = zeros {shape=(5,), dtype=i32} : vector<5 x i32>
  %2 = zeros {shape=(5,), dtype=i32} : vector<5 x i32>
  %3 = zeros {shape=(5,), dtype=bool} : vector<5 x bool>
  %4 = addptr p2b, %1 : vector<5 x ptr<const i32>>
  %5 = load %4, none, none : vector<5 x i32>
  %6 = cast %5 : vector<5 x u64>
  %13, %14 = if false : vector<5 x f32>, vector<5 x i32> {
    %7 = and %6, 0 : vector<5 x u64>
    %8 = zeros {shape=(5,), dtype=i32} : vector<5 x i32>
    %9 = zeros {shape=(5,), dtype=f32} : vector<5 x f32>
    %10 = zeros {shape=(5,), dtype=i32} : vector<5 x i32>
    yield %9, %10
  } else {
    %11 = zeros {shape=(5,), dtype=f32} : vector<5 x f32>
    %12 = zeros {shape=(5,), dtype=i32} : vector<5 x i32>
    yield %11, %12
  }
  %15 = cast %6 : vector<5 x i32>
  %16 = addptr p2, %0 : vector<5 x ptr<i32>>
  store %16, %15, none
  %17 = zeros {shape=(5,), dtype=bool} : vector<5 x bool>
}
