// REQUIRES: nvptx
// RUN: mt-opt -emit=ptx -target=nvptx -line-info %s | FileCheck %s
// RUN: mt-opt -emit=ptx -target=nvptx -line-info=false %s | FileCheck %s --check-prefix=PLAIN
// RUN: %if cuda-toolkit %{ mt-opt -emit=cubin -target=nvptx -line-info %s -o /dev/null %}

// Instructions name the Python lines they come from, in the file of a helper that
// was inlined, too.
// CHECK-LABEL: .visible .entry lines(
// CHECK: .loc [[KERNEL:[0-9]+]] 4 9
// CHECK: .loc [[HELPER:[0-9]+]] 2 5
// CHECK: .loc [[KERNEL]] 6 5
// CHECK-DAG: .file [[KERNEL]] "kernel.py"
// CHECK-DAG: .file [[HELPER]] "helper.py"
// PLAIN-NOT: .loc
kernel @lines(x: ptr<f32>) {
  %0 = load x, none, none : f32 loc("kernel.py":4:9)
  %1 = neg %0 : f32 loc(callsite("helper.py":2:5 at "kernel.py":5:13))
  store x, %1, none loc("kernel.py":6:5)
}
