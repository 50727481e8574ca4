# RUN: mtc %s -kernel good -signature "x=*fp16, i=*i8" -emit=ssa -O0 | FileCheck %s
# RUN: not mtc %s -kernel bad -signature "i=*i8, u=*u32, w=*i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=BAD

import triton
import triton.language as tl


@triton.jit
def good(x, i):
    offs = tl.arange(0, 4)
    h = tl.load(x + offs)
    # A literal is written in the type of the value it meets.
    # CHECK: mul %{{[0-9]+}}, 2.5 : vector<4 x f16>
    tl.store(x + offs, h * 2.5)
    # CHECK: and %{{[0-9]+}}, 127 : vector<4 x i8>
    tl.store(i + offs, tl.load(i + offs) & 127)
    # A comparison compares in f32.
    # CHECK: [[C:%[0-9]+]] = cast %{{[0-9]+}} : vector<4 x f32>
    # CHECK-NEXT: cmp_gt [[C]], 0.5 : vector<4 x bool>
    tl.store(i + offs, h > 0.5)


@triton.jit
def bad(i, u, w):
    c = tl.load(i)
    v = tl.load(u)
    k = tl.load(w)
    # BAD: :[[@LINE+1]]:9: error: the literal 300 is out of range for type i8
    a = c + 300
    # BAD: :[[@LINE+1]]:9: error: cannot use the negative literal -1 with a value of type u32; cast the value to a signed type first
    b = v + (-1)
    # BAD: :[[@LINE+1]]:9: error: the literal 1099511627776 is out of range for type i32
    d = k + 2**40
    # BAD: :[[@LINE+1]]:9: error: cannot use '//' with u32 and i32 because they have different signedness; cast one of them
    e = v // k
    # BAD: :[[@LINE+1]]:9: error: the integer 36893488147419103232 is out of the range of 64-bit integers
    f = 2**65
    # BAD-NOT: error
    # A comparison with a negative literal is no error: it is never true.
    g = v > -1
    # What depends on an error is silent.
    tl.store(u, a + b + d + e + f)
