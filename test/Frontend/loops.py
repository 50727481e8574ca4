# RUN: mtc %s -kernel runtime_sum_kernel -signature "x=*fp32, out=*fp32, K=i32" -emit=ssa | FileCheck %s --check-prefix=DOC --match-full-lines --strict-whitespace
# RUN: mtc %s -kernel unrolled -signature "a=*fp32, b=*fp32, out=*fp32, K=3" -emit=ssa | FileCheck %s --check-prefix=UNROLL
# RUN: mtc %s -kernel nested -signature "x=*fp32, n=i32, m=i64" -emit=ssa | FileCheck %s --check-prefix=NEST
# RUN: mtc %s -kernel long -signature "x=*fp32" -emit=ssa | FileCheck %s --check-prefix=LONG
# RUN: mtc %s -kernel short -signature "x=*fp32" -emit=ssa -as-triton | FileCheck %s --check-prefix=TRITON
# RUN: not mtc %s -kernel bad -signature "x=*fp32, n=i32, B=None" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR

import triton
import triton.language as tl


# The document's loop, as the document prints it.
#      DOC:kernel @runtime_sum_kernel(x: ptr<f32>, out: ptr<f32>, K: i32) {
# DOC-NEXT:  %5 = for %0 in range(0, K, 1) iter_args(%1 = 0.0) : f32 {
# DOC-NEXT:    %2 = addptr x, %0 : ptr<f32>
# DOC-NEXT:    %3 = load %2, none, none : f32
# DOC-NEXT:    %4 = add %1, %3 : f32
# DOC-NEXT:    yield %4
# DOC-NEXT:  }
# DOC-NEXT:  store out, %5, none
# DOC-NEXT:}
@triton.jit
def runtime_sum_kernel(x, out, K):
    accumulator = 0.0

    for k in range(K):
        accumulator += tl.load(x + k)

    tl.store(out, accumulator)


# UNROLL-NOT: for
# UNROLL-COUNT-6: load
# UNROLL-NOT: load
@triton.jit
def unrolled(a, b, out, K: tl.constexpr):
    accumulator = 0.0
    for k in tl.static_range(0, K):
        # The index of an expanded loop is known at compile time.
        tl.static_assert(k < 3)
        accumulator += tl.load(a + k) * tl.load(b + k)
    # Nothing runs.
    for k in range(3, 3):
        accumulator = tl.load(this_is_not_looked_at)
    for k in range(6, 0, -3):
        tl.static_assert(k == 6 or k == 3)
    tl.store(out, accumulator)


# Captured values are lowered in front of the loop, in the order of the source;
# a tuple is carried part by part; the index has the promoted type of the bounds.
# NEST-LABEL: kernel @nested(x: ptr<f32>, n: i32, m: i64) {
# NEST-NEXT:   [[PID:%[0-9]+]] = program_id
# NEST-NEXT:   [[BASE:%[0-9]+]] = mul [[PID]], 16
# NEST-NEXT:   [[X:%[0-9]+]] = addptr x, [[BASE]]
# NEST-NEXT:   {{.*}}, {{.*}} = for %{{[0-9]+}} in range(0, n, 2) iter_args(%{{[0-9]+}} = 0.0, %{{[0-9]+}} = 1.0) : f32, f32 {
# NEST:          {{.*}} = for %{{[0-9]+}} in range(
# NEST-SAME:       iter_args(
# NEST-NOT:          mul
# NEST:            load
@triton.jit
def nested(x, n, m):
    base = tl.program_id(0) * 16
    p = x + base
    pair = (0.0, 1.0)
    for i in range(0, n, 2):
        a, b = pair
        for j in range(i, m):
            a += tl.load(p + j)
        i = 0  # assigning the index changes no iteration
        pair = (b, a)
    tl.store(p, pair[0] + pair[1])


# Past the budget, and with tl.range, a constant loop stays a loop.
# LONG: for %{{[0-9]+}} in range(0:i32, 10000, 1)
# LONG: for %{{[0-9]+}} in range(0:i32, 2, 1) {gpu.num_stages=3}
@triton.jit
def long(x):
    for i in range(10000):
        tl.store(x + i, 0.0)
    for i in tl.range(2, num_stages=3):
        tl.store(x + i, 1.0)


# TRITON: for %{{[0-9]+}} in range(0:i32, 2, 1)
@triton.jit
def short(x):
    for i in range(2):
        tl.store(x + i, 0.0)


@triton.jit
def bad(x, n, B: tl.constexpr):
    acc = 0
    for i in range(n):
        # ERR: :[[@LINE+3]]:9: error: 'acc' has type i32 before the loop and f32 at the end of its body; start with a value of the final type, or cast in the body
        # ERR: :[[@LINE-3]]:5: note: its value before the loop is here
        # (both places are shown)
        acc += 1.5
        inner = i
    # ERR: :[[@LINE+1]]:17: error: 'inner' is defined only in the loop; give it a value before
    tl.store(x, inner)
    # ERR: :[[@LINE+1]]:17: error: 'i' is defined only in the loop
    tl.store(x, i)
    # ERR: :[[@LINE+1]]:20: error: the end of a range must be an integer scalar, got f32
    for j in range(1.5 + n):
        pass
    # ERR: :[[@LINE+1]]:26: error: the step of a range must not be zero
    for j in range(0, n, 0):
        pass
    for j in range(n):
        # ERR: :[[@LINE+1]]:9: error: 'B' is known at compile time before the loop and cannot be assigned in it
        B = j
    # ERR: :[[@LINE+1]]:5: error: 'else' of a loop is not supported in kernels
    for j in range(n):
        pass
    else:
        pass
    # ERR: :[[@LINE+1]]:9: error: the index of a loop must be a simple name
    for a, b in range(n):
        pass
    # ERR: :[[@LINE+1]]:14: error: this tl.static_range would expand to about 2000000 operations, more than 1000000; use range
    for j in tl.static_range(2000000):
        tl.store(x, 0.0)
    acc2 = 1.0
    for j in range(2):
        # ERR: :[[@LINE+1]]:9: error: 'acc2' has type f32 before the loop and f64
        acc2 = tl.cast(1.0, tl.float64)
    # ERR-NOT: error
