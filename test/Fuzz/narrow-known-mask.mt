// RUN: mt-fuzz %s -passes='default<O2>'
// Eight 8-bit elements under a mask that always holds, which LLVM finds out: it
// stored sixteen.
kernel @k(p1: ptr<f8e4m3fnuz> {fuzz.buffer=1, fuzz.at=0, fuzz.size=14208}, p2: ptr<i32> {fuzz.buffer=2, fuzz.at=0, fuzz.size=3552, divisible=16}, p2b: ptr<i32> {fuzz.buffer=2, fuzz.at=32, fuzz.size=3544}, n: i32 {fuzz.value=3}, s1: f32 {fuzz.value=4.9707183837890625}, r2: ptr<f32> {fuzz.buffer=52, fuzz.at=0, fuzz.size=3072, fuzz.ulps=3}) attributes {fuzz.seed=268915, enable_fp_fusion=false} {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = cast p2b : u64
  %2 = cast %1 : ptr<i32>
  %3 = zeros {shape=(8,), dtype=i32} : vector<8 x i32>
  %4 = zeros {shape=(8,), dtype=f8e4m3fnuz} : vector<8 x f8e4m3fnuz>
  %5 = sin s1 : f32
  store r2, %5, none
  %6 = addptr %2, %0 : vector<8 x ptr<i32>>
  store %6, %3, none
  %7 = cast %0 : vector<8 x i64>
  %8 = addptr p2b, %7 : vector<8 x ptr<i32>>
  store %8, %3, none
  %9 = cmp_lt %0, n : vector<8 x bool>
  %10 = addptr p1, %0 : vector<8 x ptr<f8e4m3fnuz>>
  store %10, %4, %9
  store %6, %3, none
  %11 = addptr p2, %0 : vector<8 x ptr<i32>>
  store %11, %3, none
  %12 = arange {start=2, end=10} : vector<8 x i32>
  %13 = cast %12 : vector<8 x bool>
  store %10, %4, %13
}
