// RUN: mt-opt -verify-diagnostics %s | count 0

kernel @ops(n: i32, u: u32, f: f32) {
  // expected-error@+1 {{'and': cannot be 'nowrap'}}
  %0 = and n, 1 {nowrap=true} : i32
  // expected-error@+1 {{'add': cannot be 'nonneg'}}
  %1 = add n, 1 {nonneg=true} : i32
  // expected-error@+1 {{'add': attribute 'nowrap' must be true or false, got 1}}
  %2 = add n, 1 {nowrap=1} : i32
  // expected-error@+1 {{'add': only arithmetic on signed integers is 'nowrap', not on f32}}
  %3 = add f, 1.0 {nowrap=true} : f32
  // expected-error@+1 {{'add': only arithmetic on signed integers is 'nowrap', not on u32}}
  %4 = add u, 1 {nowrap=true} : u32
  // expected-error@+1 {{'mod': only arithmetic on signed integers is 'nonneg', not on u32}}
  %5 = mod u, 8 {nonneg=true} : u32
  for %i in range(0, u, 1) {nowrap=true} {
  }
  // expected-error@+1 {{'for': cannot be 'nonneg'}}
  for %i in range(0, u, 1) {nonneg=true} {
  }
}

// expected-error@+2 {{kernel @limits: attribute 'max_program_id' must be an integer from 0 on, got -1}}
// expected-error@+1 {{kernel @limits: attribute 'min_programs' must be an integer from 1 on, got "many"}}
kernel @limits() attributes {max_program_id=-1, min_programs="many"} {
}

// expected-error@+2 {{kernel @asked: attribute 'max_registers' must be an integer from 1 to 255, got 256}}
// expected-error@+1 {{kernel @asked: attribute 'cooperative' must be true or false, got 1}}
kernel @asked() attributes {max_registers=256, cooperative=1} {
}

// expected-error@+2 {{kernel @params: 'noalias' of parameter 'n' must be true or false, of a pointer}}
// expected-error@+1 {{kernel @params: 'readonly' of parameter 'p' must be true or false, of a pointer}}
kernel @params(n: i32 {noalias=true}, p: ptr<f32> {noalias=true, readonly=1}) {
}
