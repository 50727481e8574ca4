// RUN: mt-opt -target=cuda -emit=cuda -line-info %s | FileCheck %s
// RUN: mt-opt -target=cuda -emit=cuda %s | FileCheck --check-prefix=PLAIN %s

// Every line of a statement says where it comes from; what comes from nowhere,
// and the end of the kernel, say nothing.
// CHECK: void k(float* x, int n) {
// CHECK: #line 7 "a \"b\".py"
// CHECK-NEXT: float v{{[0-9]+}}[4];
// CHECK-NEXT: #line 7 "a \"b\".py"
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: #line 7 "a \"b\".py"
// CHECK-NEXT: for (int r = 0; r < 4; ++r)
// CHECK: #line 9 "helper.py"
// CHECK: {{^}}}
// CHECK-NOT: #line
// PLAIN-NOT: #line
kernel @k(x: ptr<f32>, n: i32) attributes {num_warps=1} {
  %0 = arange {start=0, end=128} : vector<128 x i32>
  %1 = cast %0 : vector<128 x f32> loc("a \"b\".py":7:5)
  %2 = addptr x, %0 : vector<128 x ptr<f32>>
  store %2, %1, none loc(callsite("helper.py":9:1 at "a \"b\".py":8:1))
}
