// RUN: mt-opt -verify-diagnostics -split-input-file %s | count 0

kernel @for_bounds(n: i32, l: i64, f: f32) {
  %tile = arange {start=0, end=4} : vector<4 x i32>
  // expected-error@+1 {{'for': operand 'lb' must be an integer, got f32}}
  for %i in range(f, n, 1) {
  }
  // expected-error@+1 {{'for': the end of the range has type i64, but the induction variable has type i32}}
  for %i in range(n, l, 1) {
  }
  // expected-error@+1 {{'for': the start of the range must be a scalar integer, got vector<4 x i32>}}
  for %i in range(%tile, n, 1) {
  }
}

// -----

kernel @carried_values(n: i32, f: f32) {
  // expected-error@+1 {{'for': initial value 0 has type i32, but result 0 has type f32}}
  %0 = for %i in range(0, n, 1) iter_args(%a = n) : f32 {
    yield %a
  }
  // expected-note@+1 {{'for' is here}}
  %1 = for %i in range(0, n, 1) iter_args(%a = f) : f32 {
    // expected-error@+1 {{'yield': value 0 has type i32, but result 0 of 'for' has type f32}}
    yield n
  }
  // expected-note@+1 {{'for' is here}}
  %2 = for %i in range(0, n, 1) iter_args(%a = f) : f32 {
    // expected-error@+1 {{'yield': passes on 2 values, but 'for' has 1 result}}
    yield %a, %a
  }
  // expected-error@+1 {{'for': region 0 must end in 'yield'}}
  %3 = for %i in range(0, n, 1) iter_args(%a = f) : f32 {
    // expected-note@+1 {{it ends here}}
    %x = add %a, %a : f32
  }
}

// -----

kernel @terminators(n: i32, b: bool) {
  if b {
    // expected-error@+1 {{'yield': must be the last op of its region}}
    yield
    // expected-note@+1 {{this op follows it}}
    %0 = add n, n : i32
  }
  // expected-error@+1 {{'if': region 1 must end in 'yield'}}
  if b {
  } else {
    // expected-note@+2 {{it ends here}}
    // expected-error@+1 {{'condition': must end the first region of a 'while'}}
    condition b
  }
  // expected-error@+1 {{'return': only a func returns; a kernel just ends}}
  return
}

// -----

kernel @while_ends(n: i32) {
  // expected-error@+1 {{'while': region 0 must end in 'condition'}}
  %0 = while iter_args(%a = n) : i32 {
    // expected-note@+2 {{it ends here}}
    // expected-error@+1 {{'yield': the first region of a 'while' ends in 'condition', not in 'yield'}}
    yield %a
  } do {
    yield %a
  }
}

// -----

kernel @conditions(n: i32) {
  %i = arange {start=0, end=4} : vector<4 x i32>
  %m = cmp_lt %i, n : vector<4 x bool>
  // expected-error@+1 {{'if': the condition must be a scalar bool, got vector<4 x bool>}}
  if %m {
  }
  // expected-error@+1 {{'if': operand 'condition' must be bool, got i32}}
  if n {
  }
  while {
    // expected-error@+1 {{'condition': the condition must be a scalar bool, got vector<4 x bool>}}
    condition %m
  } do {
  }
}

// -----

// expected-note@+1 {{func @two is here}}
func @two(%0: i32) -> (i32, f32) {
  // expected-error@+1 {{'if': region 0 must end in 'yield'}}
  if true {
    // expected-note@+2 {{it ends here}}
    // expected-error@+1 {{'return': must not stand in a region of another op}}
    return %0, 1.0:f32
  }
  // expected-error@+1 {{'return': value 1 has type i32, but result 1 of func @two has type f32}}
  return %0, %0
}
// expected-error@+1 {{func @endless: the body must end in 'return'}}
func @endless() -> () {
}

// -----

// expected-note@+2 {{the callee}}
// expected-note@+1 {{the callee}}
func @f(%0: i32) -> (f32) {
  return 1.0
}
// expected-note@+1 {{the callee}}
kernel @calls(n: i32) {
  // expected-error@+1 {{'call': no func is called @g}}
  %0 = call @g(n) : f32
  // expected-error@+1 {{'call': @f takes 1 argument, got 2}}
  %1 = call @f(n, n) : f32
  // expected-error@+1 {{'call': argument 0 has type i64, but @f takes i32}}
  %2 = call @f(1:i64) : f32
  // expected-error@+1 {{'call': @calls is a kernel; only funcs are called}}
  call @calls(n)
}
