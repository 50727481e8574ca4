# RUN: mtc %s -kernel values -signature "x=*fp32" -D N=8 -D MODE=\"relu\" -D BIAS=None -emit=ssa | FileCheck %s
# RUN: not mtc %s -kernel errors -signature "x=*fp32, n=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR

import math

import triton
import triton.language as tl
from triton import cdiv, next_power_of_2

WIDTH = 2 * 16
SCALE: float = 1.0 / 4
SHAPE = (WIDTH, 3)
LOG = math.log2(WIDTH)
BLOCK = tl.constexpr(8)


# CHECK-LABEL: kernel @values(x: ptr<f32>) {
# CHECK-NEXT: arange {start=0, end=8} : vector<8 x i32>
# CHECK-NEXT: addptr x, %0
# CHECK-NEXT: load %1, none, none
# CHECK-NEXT: mul %2, 0.25
# CHECK-NEXT: maximum %3, 0.0
# CHECK-NEXT: store %1, %4, none
# CHECK-NEXT: }
@triton.jit
def values(x, N: tl.constexpr, MODE: tl.constexpr, BIAS: tl.constexpr, UNUSED: tl.constexpr = 7):
    tl.static_assert(N == BLOCK and WIDTH == 32 and len(SHAPE) == 2 and SHAPE[-1] == 3)
    tl.static_assert(LOG == 5.0 and math.pi > 3 and int(LOG) == 5 and UNUSED == 7)
    tl.static_assert(cdiv(17, 8) == 3 and next_power_of_2(100) == 128 and triton.cdiv(16, 8) == 2)
    tl.static_assert(min(3, 2) == 2 and max(1, 2, 3) == 3 and abs(-3) == 3 and round(2.6) == 3)
    tl.static_assert(f"{N}-{MODE!r}" == "8-'relu'")
    tl.static_assert(isinstance(N, int) and not isinstance(N, float) and 1 < 2 < 3)
    offs = tl.arange(0, N)
    v = tl.load(x + offs)
    tl.static_assert(v.shape[0] == N and v.shape == [N] and v.dtype == x.dtype.element_ty)
    v = v * SCALE
    if MODE == "relu":
        v = tl.maximum(v, 0.0)
    else:
        v = this_is_not_looked_at(v)
    if BIAS is not None:
        v += tl.load(BIAS + offs)
    w = v if N == 8 else tl.also_not_looked_at
    half = N // 2
    tl.static_assert(tl.arange(0, half).numel == 4)
    tl.store(x + offs, w)


@triton.jit
def errors(x, n):
    # ERR: :[[@LINE+1]]:9: error: ZeroDivisionError: integer division or modulo by zero
    a = 1 // 0
    # ERR: :[[@LINE+1]]:9: error: the result of this compile-time '**' is too large
    b = 10 ** 10 ** 10
    # ERR: :[[@LINE+1]]:9: error: the result of this compile-time '*' is too large
    c = "x" * 10**9
    # ERR: :[[@LINE+1]]:22: error: the end of tl.arange must be an integer known at compile time, got a value of type i32
    d = tl.arange(0, n)
    # ERR: :[[@LINE+1]]:9: error: index 5 is out of range for a tuple of 2 elements
    e = SHAPE[5]
    # ERR: :[[@LINE+1]]:9: error: ValueError: math domain error
    f = math.log(-1)
    # ERR: :[[@LINE+1]]:22: error: tl.static_assert needs a condition that is known at compile time, got a value of type bool
    tl.static_assert(n == 1)
    # ERR-NOT: error
