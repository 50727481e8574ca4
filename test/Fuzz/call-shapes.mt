// RUN: mt-fuzz %s
// RUN: mt-opt %s -disable-output
// Arguments of a call need not broadcast to one shape.
func @f(%0: vector<4 x i32>, %1: block<2x3 x i8>) -> (i8, i32) {
  %2 = sum %0 : i32
  %3 = max %1 {axis=0} : vector<3 x i8>
  %4 = min %3 : i8
  return %4, %2
}
kernel @k(p: ptr<i32> {fuzz.buffer=0, fuzz.size=8}) attributes {fuzz.seed=1} {
  %0 = arange {start=0, end=4} : vector<4 x i32>
  %1 = addptr p, %0 : vector<4 x ptr<i32>>
  %2 = load %1, none, none : vector<4 x i32>
  %3 = arange {start=0, end=6} : vector<6 x i32>
  %4 = reshape %3 {shape=(2, 3)} : block<2x3 x i32>
  %5 = cast %4 : block<2x3 x i8>
  %6, %7 = call @f(%2, %5) : i8, i32
  %8 = cast %6 : i32
  %9 = add %7, %8 : i32
  store p, %9, none
}
