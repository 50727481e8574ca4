// Names of values: defined once, before their uses, in a region around them.
// RUN: mt-opt -verify-diagnostics -split-input-file %s | count 0

kernel @before_definition(n: i32) {
  // expected-error@+1 {{use of undefined value %3}}
  %0 = add %3, n : i32
  // expected-note@+1 {{defined here, after its first use}}
  %3 = add n, n : i32
  // expected-error@+1 {{no parameter is called 'm'}}
  %4 = add m, n : i32
}

// -----

kernel @twice(n: i32) {
  // expected-note@+1 {{first defined here}}
  %0 = add n, n : i32
  // expected-error@+1 {{redefinition of %0}}
  %0 = add n, n : i32
}

// -----

kernel @leaves_its_region(n: i32, b: bool) {
  if b {
    // expected-note@+1 {{defined here}}
    %0 = add n, n : i32
  }
  // expected-error@+1 {{use of %0, whose region has ended; only results of the enclosing op leave a region}}
  %1 = add %0, n : i32
  // Regions side by side may use one name each for itself.
  if b {
    %x = add n, n : i32
  } else {
    %x = sub n, n : i32
  }
}

// -----

// The arguments of a while's first region are visible in its second, ops of
// the first region are not.
kernel @while_regions(n: i32) {
  %r = while iter_args(%a = 0) : i32 {
    // expected-note@+1 {{defined here}}
    %c = cmp_lt %a, n : bool
    condition %c
  } do {
    %next = add %a, 1 : i32
    // expected-error@+1 {{use of %c, whose region has ended}}
    %bad = not %c : bool
    yield %next
  }
}
