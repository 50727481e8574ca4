// RUN: mt-opt -verify-diagnostics -split-input-file %s | count 0

kernel @element_types(n: i32, f: f32, b: bool, p: ptr<f32>) {
  // expected-error@+1 {{'add': operands have element types i32 and f32; they must be equal}}
  %0 = add n, f : i32
  // expected-error@+1 {{'div': operand 'a' has element type bool, which 'div' does not take}}
  %1 = div b, b : bool
  // expected-error@+1 {{'and': operand 'a' has element type f32, which 'and' does not take}}
  %2 = and f, f : f32
  // expected-error@+1 {{'exp': operand 'a' has element type i32, which 'exp' does not take}}
  %3 = exp n : i32
  // expected-error@+1 {{'add': operand 'a' has element type ptr<f32>, which 'add' does not take}}
  %4 = add p, p : ptr<f32>
  // expected-error@+1 {{'add': result has type i64, but its operands and attributes make it i32}}
  %5 = add n, n : i64
  // expected-error@+1 {{'cmp_lt': result has type i32, but its operands and attributes make it bool}}
  %6 = cmp_lt n, n : i32
  // expected-error@+1 {{'select': operand 'condition' must be bool, got i32}}
  %7 = select n, f, f : f32
  // expected-error@+1 {{'add': operand 0 must not be none}}
  %8 = add none, n : i32
}

// -----

kernel @shapes(n: i32) {
  %0 = arange {start=0, end=4} : vector<4 x i32>
  %1 = arange {start=0, end=8} : vector<8 x i32>
  // expected-error@+1 {{'add': operand shapes vector<4 x i32> and vector<8 x i32> do not broadcast}}
  %2 = add %0, %1 : vector<8 x i32>
  // expected-error@+1 {{'add': result has type i32, but its operands and attributes make it vector<4 x i32>}}
  %3 = add %0, n : i32
}

// -----

kernel @attributes(f: f32) {
  // expected-error@+1 {{'maximum': attribute 'propagate_nan' must be true or false, got 1}}
  %0 = maximum f, f {propagate_nan=1} : f32
  // expected-error@+1 {{'maximum': has no attribute 'propogate_nan'; names of further ones contain a dot}}
  %1 = maximum f, f {propogate_nan=false} : f32
  // A dot marks what passes add for themselves.
  %2 = maximum f, f {my.note=1} : f32
}

// -----

kernel @casts(n: i32, l: i64, f: f32, p: ptr<f32>) {
  %tile = arange {start=0, end=4} : vector<4 x i32>
  %ok = cast p : i64
  // expected-error@+1 {{'cast': pointers convert to and from pointers, i64 and u64 only, not from ptr<f32> to i32}}
  %0 = cast p : i32
  // expected-error@+1 {{'cast': pointers convert to and from pointers, i64 and u64 only, not from f32 to ptr<f32>}}
  %1 = cast f : ptr<f32>
  // expected-error@+1 {{'cast': a bitcast needs types of equal width, but i64 has 64 bits and f32 has 32}}
  %2 = cast l {bitcast=true} : f32
  // expected-error@+1 {{'cast': cannot make f32 of vector<4 x i32>}}
  %3 = cast %tile : f32
  // expected-error@+1 {{'cast': keeps the shape, but the input is vector<4 x i32> and the result vector<8 x f32>}}
  %4 = cast %tile : vector<8 x f32>
  // expected-error@+1 {{'cast': rounding must be "rtz" or "rtne", got "up"}}
  %5 = cast f {rounding="up"} : f16
  // expected-error@+1 {{'cast': rounding applies to casts to a narrower float type, not from f32 to f64}}
  %6 = cast f {rounding="rtz"} : f64
}
