// RUN: mt-opt -verify-diagnostics %s | count 0

kernel @memory(p: ptr<f32>, q: ptr<const f32>, n: i32, f: f32, b: bool) {
  %i = arange {start=0, end=4} : vector<4 x i32>
  %v = addptr p, %i : vector<4 x ptr<f32>>
  %m = cmp_lt %i, n : vector<4 x bool>
  // expected-error@+1 {{'addptr': operand 'ptr' must be a pointer, got i32}}
  %0 = addptr n, n : ptr<f32>
  // expected-error@+1 {{'addptr': operand 'offset' must be an integer, got f32}}
  %1 = addptr p, f : ptr<f32>
  // expected-error@+1 {{'load': operand 'mask' must be bool, got i32}}
  %2 = load p, n, 0.0 : f32
  // expected-error@+1 {{'load': operand 'other' has element type i32, but the pointer points to f32}}
  %3 = load p, b, n : f32
  // expected-error@+1 {{'load': result has type f32, but its operands and attributes make it vector<4 x f32>}}
  %4 = load %v, %m, 0.0 : f32
  // expected-error@+1 {{'store': operand 'value' has element type i32, but the pointer points to f32}}
  store p, n, none
  // expected-error@+1 {{'store': the pointer has type ptr<f32> and cannot be broadcast to vector<4 x bool>}}
  store p, f, %m
  // expected-error@+1 {{'store': stores through ptr<const f32>, which points to constant memory}}
  store q, f, none
  // What is fine stays silent: masks and values broadcast to the pointer.
  store %v, f, b
}
