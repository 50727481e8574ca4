// Code is made for features of the processor: vectors of 512, 256 or 128 bits.

// RUN: mt-opt -target=cpu -arch=x86-64-v4 -emit=asm %s | FileCheck %s --check-prefix=V4
// RUN: mt-opt -target=cpu -arch=x86-64-v3 -emit=asm %s | FileCheck %s --check-prefix=V3
// RUN: mt-opt -target=cpu -arch=x86-64 -emit=asm %s | FileCheck %s --check-prefix=V1
// RUN: mt-opt -target=cpu -emit=obj %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=OBJ
// RUN: not mt-opt -target=cpu -arch=pdp11 -emit=asm %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// V4-LABEL: double:
// V4: vaddps {{.*}}zmm
// V3-LABEL: double:
// V3-NOT: zmm
// V3: vaddps {{.*}}ymm
// V1-LABEL: double:
// V1-NOT: ymm
// V1: addps {{.*}}xmm

// Nothing but the kernel: no calls of a runtime library.
// OBJ-NOT: {{^ *U }}
// OBJ: T double
// OBJ-NOT: {{^ *U }}

// UNKNOWN: error: unknown CPU 'pdp11'; try x86-64, x86-64-v3, x86-64-v4 or native

kernel @double(x: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=4096} : vector<4096 x i32>
  %1 = cmp_lt %0, n : vector<4096 x bool>
  %2 = addptr x, %0 : vector<4096 x ptr<f32>>
  %3 = load %2, %1, none : vector<4096 x f32>
  %4 = add %3, %3 : vector<4096 x f32>
  store %2, %4, %1
}
