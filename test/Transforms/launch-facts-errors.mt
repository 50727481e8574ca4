// RUN: mt-opt -passes=launch-facts -verify-diagnostics -split-input-file %s

// expected-error@below {{'M is even' is no fact about a launch; there are `M % 64 == 0`, `1 <= N <= 1024`, `grid.x * 64 <= M`, `grid.x <= cdiv(M, 64) * cdiv(N, 32)` and `disjoint`}}
kernel @unknown(x: ptr<f32>, M: i32) attributes {assume=["M is even"]} {
  store x, 1.0, none
}

// -----

// expected-error@below {{'N % 4 == 0': the kernel has no parameter 'N'}}
kernel @parameter(x: ptr<f32>, M: i32) attributes {assume=["N % 4 == 0"]} {
  store x, 1.0, none
}

// -----

// expected-error@below {{the attribute 'assume' must be a list of texts}}
kernel @no_list(x: ptr<f32>, M: i32) attributes {assume=true} {
  store x, 1.0, none
}

// -----

// expected-error@below {{the attribute 'assume' must be a list of texts}}
kernel @no_text(x: ptr<f32>, M: i32) attributes {assume=[3]} {
  store x, 1.0, none
}
