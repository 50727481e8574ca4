# RUN: mtc %s -kernel kernel -signature "x=*fp32, out=*fp32, n=i32" -emit=ssa -O0 | FileCheck %s
# RUN: mt-run %s -kernel kernel -target interp -grid 1 "x=arange(4,f32)" "out=zeros(4)" n=4 | FileCheck %s --check-prefix=VALUES
# RUN: mt-run %s -kernel nested_returns -target interp -grid 1 "x=zeros(1)" "out=zeros(2)" n=3 | FileCheck %s --check-prefix=N3
# RUN: mt-run %s -kernel nested_returns -target interp -grid 1 "x=zeros(1)" "out=zeros(2)" n=-3 | FileCheck %s --check-prefix=NEG
# RUN: not mtc %s -kernel bad -signature "x=*fp32, n=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR

# Functions that kernels call: expanded at the call, each in a scope of its own.
import triton
import triton.language as tl

FACTOR: tl.constexpr = 2.0


@triton.jit
def scale(x, factor, bias=1.0, TWICE: tl.constexpr = False):
    y = x * factor
    if TWICE:
        y = y * FACTOR
    return y + bias


@triton.jit
def clipped(v, limit):
    if v > limit:
        return limit
    if v < 0.0:
        return 0.0
    return v


@triton.jit
def both(v):
    return v + 1.0, v - 1.0


@triton.jit
def total(p, n, acc):
    # A literal argument is a value as soon as a loop carries it.
    for i in range(n):
        acc += tl.load(p + i)
    return acc


@triton.jit
def write(p, v):
    tl.store(p, v)


# VALUES: out: f32[4], {{.*}}[9.0, 25.0, 57.0, 105.0]
# CHECK-LABEL: kernel @kernel(
# CHECK-NOT: call
# CHECK:      %{{[0-9]+}} = if %{{[0-9]+}} : f32 {
# CHECK-NEXT:   yield 2.5
# CHECK-NEXT: } else {
# CHECK:        if
# CHECK-NEXT:     yield 0.0
# CHECK:      for %{{[0-9]+}} in range(0, n, 1) iter_args(%{{[0-9]+}} = 0.0) : f32
# CHECK:      store
# CHECK-NOT:  store
@triton.jit
def kernel(x, out, n):
    o = tl.arange(0, 4)
    y = 3.0  # not the y of scale
    v = scale(tl.load(x + o), 2.0)
    hi, lo = both(v)
    w = scale(hi, factor=lo, TWICE=True, bias=0.5)
    s = clipped(tl.load(x + 3), 2.5)
    t = total(x, n, 0.0)
    write(out + o, w + s + t + (y - 3.0))


# What follows an `if` that returns runs in the other branch, however deep the
# `if` stands, and whether or not a condition around it is known.
# N3: out: f32[2], {{.*}}[1.0, 0.0]
# NEG: out: f32[2], {{.*}}[0.0, 2.0]
@triton.jit
def nested_returns(x, out, n, YES: tl.constexpr = True):
    if YES:
        if n > 0:
            if n > 2:
                tl.store(out, 1.0)
                return
            tl.store(out, 5.0)
    tl.store(out + 1, 2.0)


@triton.jit
def needs_block(v):
    return tl.sum(v)


@triton.jit
def calls_needs_block(v):
    return needs_block(v)


@triton.jit
def even(n):
    return odd(n)


@triton.jit
def odd(n):
    return even(n)


@triton.jit
def two_types(n):
    if n > 0:
        return 1
    return 1.0


@triton.jit
def constant(N: tl.constexpr):
    return N


# ERR: helpers.py:[[@LINE-30]]:19: error: tl.sum needs a block, got i32
# ERR-NEXT: return tl.sum(v)
# ERR-NEXT: ^
# ERR-NEXT: helpers.py:{{[0-9]+}}:12: note: called from here
# ERR-NEXT: return needs_block(v)
# ERR-NEXT: ^
# ERR-NEXT: helpers.py:[[@LINE+4]]:5: note: called from here
# ERR-NEXT: calls_needs_block(n)
@triton.jit
def bad(x, n):
    calls_needs_block(n)
    # ERR: error: recursion is not supported in kernels: 'even' -> 'odd' -> 'even'; use a loop
    even(n)
    # ERR: error: return type mismatch: the function returns i32 under this condition and f32 otherwise; return values of one type
    two_types(n)
    # ERR: error: 'N' of 'constant' is tl.constexpr: the call must give a compile-time value, got
    constant(n)
    # ERR: :[[@LINE+1]]:5: error: 'scale' lacks the argument 'factor'
    scale(n)
    # ERR: :[[@LINE+1]]:17: error: 'scale' has no parameter 'facto'; did you mean 'factor'?
    scale(n, 1, facto=2)
    # ERR: :[[@LINE+1]]:5: error: 'both' takes at most 1 arguments, got 2
    both(n, n)
    # ERR: :[[@LINE+1]]:13: error: 'both' got two values for parameter 'v'
    both(n, v=n)
