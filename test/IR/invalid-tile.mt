// RUN: mt-opt -verify-diagnostics %s | count 0

kernel @tiles(n: i32) {
  // expected-error@+1 {{'program_id': axis must be 0, 1 or 2, got 3}}
  %0 = program_id {axis=3} : i32
  // expected-error@+1 {{'num_programs': needs the attribute 'axis'}}
  %1 = num_programs : i32
  // expected-error@+1 {{'program_id': result has type i64, but its operands and attributes make it i32}}
  %2 = program_id {axis=0} : i64
  // expected-error@+1 {{'arange': start 4 must be less than end 4}}
  %3 = arange {start=4, end=4} : vector<1 x i32>
  // expected-error@+1 {{'arange': makes 2000000 elements; a tile has at most 1048576}}
  %4 = arange {start=0, end=2000000} : vector<8 x i32>
  // expected-error@+1 {{'arange': values from 2147483647 to 2147483655 do not fit in i32}}
  %5 = arange {start=2147483647, end=2147483655} : vector<8 x i32>
  // expected-error@+1 {{'arange': result has type vector<4 x i32>, but its operands and attributes make it vector<8 x i32>}}
  %6 = arange {start=0, end=8} : vector<4 x i32>
  %t = arange {start=0, end=8} : vector<8 x i32>
  // expected-error@+1 {{'broadcast': vector<8 x i32> does not broadcast to shape (8, 4)}}
  %7 = broadcast %t {shape=(8, 4)} : block<8x4 x i32>
  // expected-error@+1 {{'broadcast': result has type block<4x8 x i32>, but its operands and attributes make it block<2x8 x i32>}}
  %8 = broadcast %t {shape=(2, 8)} : block<4x8 x i32>
  // expected-error@+1 {{'broadcast': attribute 'shape' must be a tuple of integers, got 8}}
  %9 = broadcast n {shape=8} : vector<8 x i32>
}
