# RUN: mtc %s -kernel merged -signature "x=*fp32, n=i32" -emit=ssa | FileCheck %s --check-prefix=MERGE
# RUN: mtc %s -kernel early -signature "x=*fp32, n=i32" -emit=ssa | FileCheck %s --check-prefix=EARLY
# RUN: mtc %s -kernel loop -signature "x=*fp32, n=i32" -emit=ssa | FileCheck %s --check-prefix=WHILE
# RUN: not mtc %s -kernel bad -signature "x=*fp32, n=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR

import triton
import triton.language as tl


# MERGE-LABEL: kernel @merged(
# MERGE:        [[C:%[0-9]+]] = cmp_gt n, 2 : bool
# MERGE-NEXT:   [[R:%[0-9]+]], [[S:%[0-9]+]] = if [[C]] : f32, f32 {
# MERGE-NEXT:     [[L:%[0-9]+]] = load x, none, none : f32
# MERGE-NEXT:     yield [[L]], 2.0
# MERGE-NEXT:   } else {
# MERGE-NEXT:     yield 1.0, 3.0
# MERGE-NEXT:   }
# MERGE:        [[T:%[0-9]+]] = if %{{[0-9]+}} : f32 {
# MERGE:        store
@triton.jit
def merged(x, n):
    a = 1.0
    same = 5
    if n > 2:
        a = tl.load(x)
        b = 2.0
        same = 5
    else:
        b = 3.0
    tl.static_assert(same == 5)
    c = a if n == 3 else b
    tl.store(x, c + b)


# What follows an early return moves into the other branch.
# EARLY-LABEL: kernel @early(
# EARLY:       if %{{[0-9]+}} {
# EARLY-NEXT:  } else {
# EARLY:         store
# EARLY:         if %{{[0-9]+}} {
# EARLY:           store
# EARLY-NEXT:    }
# EARLY-NEXT:  }
# EARLY-NEXT:  }
@triton.jit
def early(x, n):
    if tl.program_id(0) >= n:
        return
    tl.store(x, 1.0)
    if n == 7:
        tl.store(x, 2.0)
    return
    tl.store(this_is_not_looked_at)


# WHILE: [[R:%[0-9]+]] = while iter_args([[A:%[0-9]+]] = 1.0) : f32 {
# WHILE:   cmp_lt [[A]], 100.0
# WHILE:   condition
# WHILE: } do {
# WHILE:   mul [[A]], 2.0
# WHILE:   yield
# WHILE: }
# WHILE: store x, [[R]], none
@triton.jit
def loop(x, n):
    a = 1.0
    while a < 100.0:
        a *= 2.0
    tl.store(x, a)


@triton.jit
def bad(x, n):
    o = tl.arange(0, 8)
    # ERR: :[[@LINE+1]]:8: error: the condition of 'if' must be a scalar: the truth of a value of type vector<8 x bool> is ambiguous; use tl.where
    if o > n:
        pass
    if n > 1:
        only = 1.0
        v = 1
    else:
        v = 1.0
    # ERR: :[[@LINE-5]]:8: error: mismatched type for 'v' between the branches of this 'if': i32 and f32; cast one of them
    # ERR: :[[@LINE-2]]:9: note: the other value is here
    # ERR: :[[@LINE+1]]:17: error: 'only' is defined only in one branch of the 'if'; give it a value before
    tl.store(x, only)
    tl.store(x, v)
    # ERR: :[[@LINE+1]]:9: error: a conditional expression with a run-time condition needs two values of one type, got i32 and f32
    w = 1 if n > 1 else 2.0
    # ERR: :[[@LINE+1]]:11: error: the condition of 'while' must be a run-time boolean that the body changes, got the bool True
    while True:
        pass
    # ERR: :[[@LINE+1]]:11: error: an assignment in the condition of 'while' is not supported in kernels; assign in the body
    while (z := n) > 1:
        pass
    # ERR-NOT: error
