// REQUIRES: nvptx
// RUN: mt-opt -emit=mlir -target=mlir -mlir-abi=memref -verify-diagnostics -split-input-file %s
// RUN: mt-opt -emit=mlir -target=mlir -split-input-file %s | FileCheck %s

// Without an ABI kernels that cannot take memrefs take pointers.
// CHECK: gpu.func @either(%x: !llvm.ptr<1>
kernel @either(x: ptr<f32>, y: ptr<f32>, c: bool) {
  %0 = select c, x, y : ptr<f32> // expected-error {{a pointer into 'x' or 'y': -mlir-abi=memref takes only pointers that stay one array's start and an offset; use -mlir-abi=ptr}}
  %1 = addptr %0, 1:i32 : ptr<f32>
  store %1, 0.0, none
}

// -----

// CHECK: gpu.func @trade(%x: !llvm.ptr<1>
kernel @trade(x: ptr<f32>, y: ptr<f32>, n: i32) {
  %0, %1 = for %i in range(0, n, 1) iter_args(%p = x, %q = y) : ptr<f32>, ptr<f32> { // expected-error {{a pointer into 'x' or 'y'}} expected-error {{a pointer into 'y' or 'x'}}
    store %p, 0.0, none
    yield %q, %p
  }
}

// -----

// CHECK: gpu.func @number(%x: i64
kernel @number(x: i64) {
  %0 = cast x : ptr<f32> // expected-error {{a pointer made by 'cast': -mlir-abi=memref takes}}
  store %0, 0.0, none
}

// -----

// CHECK: gpu.func @table(%x: !llvm.ptr<1>
kernel @table(x: ptr<ptr<f32>>) { // expected-error {{parameter 'x' is an array of pointers}}
  %0 = load x, none, none : ptr<f32> // expected-error {{a pointer made by 'load'}}
  store %0, 0.0, none
}

// -----

// CHECK: gpu.func @wander(%x: !llvm.ptr<1>
kernel @wander(x: ptr<f32>, y: ptr<f32>, c: bool) {
  %0 = while iter_args(%p = x) : ptr<f32> { // expected-error {{a pointer into 'x' or 'y'}}
    condition c
  } do {
    %1 = addptr y, 1:i64 : ptr<f32>
    yield %1
  }
  %2 = if c : ptr<f32> {
    yield %0 // its own fault is reported above
  } else {
    yield y
  }
  store %2, 0.0, none
}
