// REQUIRES: nvptx
// RUN: mt-opt -emit=mlir -target=mlir -mlir-abi=ptr -line-info %s | FileCheck %s
// RUN: mt-opt -emit=mlir -target=mlir -mlir-abi=ptr -line-info=false %s | FileCheck %s --check-prefix=PLAIN
// RUN: %if mlir-plugin %{ mt-opt -emit=ptx -target=mlir -line-info %s | FileCheck %s --check-prefix=PTX %}

// Ops have the Python places they come from, and their calls. MLIR would take
// the line of its own text for an op without one.
// CHECK-LABEL: gpu.func @lines(
// CHECK: arith.constant 1.000000e+00 : f32 loc(unknown)
// CHECK: llvm.load %x {{.*}} loc([[LOAD:#loc[0-9]+]])
// CHECK: arith.addf {{.*}} loc([[ADD:#loc[0-9]+]])
// CHECK: scf.if
// CHECK-NEXT: llvm.store {{.*}} loc([[STORE:#loc[0-9]+]])
// CHECK-NEXT: } loc([[IF:#loc[0-9]+]])
// CHECK: {{^}}[[LOAD]] = loc("kernel.py":4:9)
// CHECK: {{^}}[[ADD]] = loc(callsite("helper"("helper.py":2:5) at "kernel.py":5:13))
// CHECK: {{^}}[[STORE]] = loc("kernel.py":7:5)
// CHECK: {{^}}[[IF]] = loc("kernel.py":6:1)
// PLAIN-NOT: loc(

// PTX: .target sm_90a{{$}}
// PTX-LABEL: .visible .entry lines(
// PTX: .loc [[KERNEL:[0-9]+]] 4 9
// PTX: .loc [[HELPER:[0-9]+]] 2 5
// PTX: .loc [[KERNEL]] 7 5
// PTX-NOT: .loc {{.*}} 0 {{[0-9]+$}}
// PTX: .file [[KERNEL]] "kernel.py"
// PTX: .file [[HELPER]] "helper.py"
// PTX-NOT: .file {{.*}}.mlir
kernel @lines(x: ptr<f32>, c: bool) {
  %0 = load x, none, none : f32 loc("kernel.py":4:9)
  %1 = add %0, 1.0 : f32 loc(callsite("helper.py":2:5 at "kernel.py":5:13))
  if c {
    store x, %1, none loc("kernel.py":7:5)
    yield
  } else {
    yield
  } loc("kernel.py":6:1)
}
