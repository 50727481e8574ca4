kernel @k(x: ptr<i32>) { // expected-warning {{nothing warns here}}
  store x, %7, none
}
// expected-error without text
// expected-error@nowhere {{x}}
