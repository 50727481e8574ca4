// Comments say what is expected; the tool succeeds if exactly that comes.
// RUN: %mt-opt-plain -verify-diagnostics -split-input-file %s | count 0

kernel @nothing_expected(x: ptr<i32>) {
  store x, 1, none
}

// -----

kernel @undefined(x: ptr<i32>) {
  store x, %7, none // expected-error {{%7}}
}

// -----

kernel @at_a_distance(x: ptr<i32>) {
  // expected-error@+1 {{%7}}
  store x, %7, none
}

// -----

kernel @below(x: ptr<i32>) {
  // expected-error@below {{%7}}
  store x, %7, none
  // An ordinary comment may say expected-value without meaning anything.
}
