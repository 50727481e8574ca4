// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// Every lane is checked; the message says where and in which program.
// CHECK-LABEL: void asserts(
// CHECK: if (v{{[0-9]+}}) {
// CHECK-NEXT: if (!v{{[0-9]+}}) {
// CHECK-NEXT: printf("kernel.py:3:5: assertion failed: 100%% \"sure\" [program (%d, %d, %d)]\n", blockIdx.x, blockIdx.y, blockIdx.z);
// CHECK-NEXT: __trap();
// CHECK-NEXT: }
// CHECK-NEXT: }
kernel @asserts(n: i32) {
  %0 = arange {start=0, end=100} : vector<100 x i32>
  %1 = cmp_lt %0, n : vector<100 x bool>
  assert %1, none {message="100% \"sure\""} loc("kernel.py":3:5)
}

// One line per element, by its owner; scalars by the first thread.
// CHECK-LABEL: void prints(
// CHECK: printf("(%d, %d, %d)[%d, %d] v: %f\n", blockIdx.x, blockIdx.y, blockIdx.z, v{{[0-9]+}}, v{{[0-9]+}}, {{.*}}
// CHECK: if (v{{[0-9]+}}) {
// CHECK-NEXT: printf("(%d, %d, %d) n = %d\n", blockIdx.x, blockIdx.y, blockIdx.z, (n));
kernel @prints(h: ptr<f16>, n: i32) {
  %0 = arange {start=0, end=64} : vector<64 x i32>
  %1 = reshape %0 {shape=(8, 8)} : block<8x8 x i32>
  %2 = addptr h, %1 : block<8x8 x ptr<f16>>
  %3 = load %2, none, none : block<8x8 x f16>
  print %3 {prefix=" v: "}
  print n {prefix=" n = "}
}

// CHECK-LABEL: void hexadecimal(
// CHECK: printf("(%d, %d, %d) 0x%08x 0x%016llx 0x%02x 0x%016llx\n", blockIdx.x, blockIdx.y, blockIdx.z, __float_as_uint(f), (unsigned long long)__double_as_longlong(d), (unsigned char)(b), (unsigned long long)(p));
kernel @hexadecimal(f: f32, d: f64, b: i8, p: ptr<f32>) {
  print f, d, b, p {prefix=" ", hex=true}
}
