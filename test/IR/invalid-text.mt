// Faults of the text itself: each is reported, none hides the others.
// RUN: mt-opt -verify-diagnostics -split-input-file %s | count 0

kernel @several_faults(x: ptr<f32>, n: i32) {
  // expected-error@+1 {{unknown op 'ad'; did you mean 'add'?}}
  %0 = ad n, n : i32
  // expected-error@+1 {{'add' takes 2 operands, got 1}}
  %1 = add n : i32
  // A value whose definition was faulty is not reported again.
  %2 = add %0, %1 : i32
  // expected-error@+1 {{expected '=' behind the attribute's name, got '}'}}
  %3 = program_id {axis} : i32
  // expected-error@+1 {{expected ':' and the type of the result of 'add'}}
  %4 = add n, n
  // expected-error@+1 {{expected ',': a range has start, end and step, got ')'}}
  for %i in range(0, n) {
    %skipped = nonsense
  }
  // expected-error@+1 {{2 names for the 1 result of 'add'}}
  %5, %6 = add n, n : i32
  // expected-error@+1 {{'for' carries 1 value, but 2 types are given}}
  %7, %8 = for %j in range(0, n, 1) iter_args(%a = 0) : i32, i32 {
    yield %a
  }
}

// -----

kernel @literals(x: ptr<f32>, n: i32) {
  // expected-error@+1 {{nothing fixes the type of this literal; write it behind the literal, as in 2:i64}}
  %0 = cmp_lt 1, 2 : bool
  // expected-error@+1 {{this number does not fit in i8}}
  %1 = add 128, 0 : i8
  // expected-error@+1 {{this number does not fit in u64}}
  %2 = add 18446744073709551616, 0 : u64
  // expected-error@+1 {{'0.5' is no integer, but its type is i32}}
  %3 = add 0.5, n : i32
  // expected-error@+1 {{this number is too large for f16}}
  %4 = add 65520.0, 0.0 : f16
  // expected-error@+1 {{type f8e4m3fn has no such value}}
  %5 = add inf, 0.0 : f8e4m3fn
  // expected-error@+1 {{a bool is written true or false}}
  %6 = and 1, true : bool
}

// -----

kernel @types(n: i32) {
  // expected-error@+1 {{unknown type 'i3'}}
  %0 = cast n : i3
  // expected-error@+1 {{extents must be positive}}
  %1 = broadcast n {shape=(0,)} : vector<0 x i32>
  // expected-error@+1 {{more than 1048576 elements}}
  %2 = broadcast n {shape=(0,)} : block<99999x99999x99999 x i32>
  // expected-error@+1 {{this number is too large}}
  %3 = broadcast n {shape=(0,)} : vector<99999999999999999999 x i32>
  // expected-error@+1 {{a block has two extents or more; one makes a vector}}
  %4 = broadcast n {shape=(4,)} : block<4 x i32>
}

// -----

// expected-error@+1 {{a second parameter is called 'n'}}
kernel @twice(n: i32, n: i32) {
}
// expected-note@-2 {{the first one}}
// expected-error@+1 {{a second kernel or func is called @twice}}
kernel @twice() {
}
// expected-error@+1 {{'for' is a word of the language; write the name in quotes}}
kernel @word(for: i32) {
}

// -----

// expected-error@+2 {{no parameter is called 'x'}}
// expected-note@+1 {{a body without header declares its parameters in a first line}}
%0 = add x, 1 : i32
