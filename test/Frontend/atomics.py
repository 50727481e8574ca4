# RUN: mt-run %s -kernel counts -target interp -grid 3 "x=arange(8,i32)" "out=zeros(8,i32)" | FileCheck %s --check-prefix=COUNT
# RUN: mtc %s -kernel counts -signature "x=*i32, out=*i32" -emit=ssa -O0 | FileCheck %s
# RUN: not mtc %s -kernel bad -signature "x=*fp32, h=*i8, n=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR
import triton
import triton.language as tl


# COUNT: out: i32[8], {{.*}}[3, 7, 0, 1, 0, 0, 4, 7]
# CHECK: atomic_add out, 1, none : i32
# CHECK: atomic_max %{{[0-9]+}}, %{{[0-9]+}}, none {sem="relaxed"
# CHECK: atomic_cas
@triton.jit
def counts(x, out):
    i = tl.arange(0, 8)
    tl.atomic_add(out, 1)
    tl.atomic_max(out + 1, tl.max(tl.load(x + i), 0), sem="relaxed", scope="gpu")
    tl.atomic_cas(out + 3, 0, 1)
    tl.atomic_xchg(out + 6 + tl.arange(0, 2), 4 + 3 * tl.arange(0, 2))
    tl.atomic_or(out + 4 + tl.arange(0, 2), 5, mask=tl.arange(0, 2) > 1)


@triton.jit
def bad(x, h, n):
    # ERR: :[[@LINE+1]]:19: error: tl.atomic_add needs a pointer or a block of pointers, got
    tl.atomic_add(n, 1)
    # ERR: :[[@LINE+1]]:5: error: tl.atomic_add does not support i8
    tl.atomic_add(h, 1)
    # ERR: :[[@LINE+1]]:5: error: tl.atomic_and does not support f32
    tl.atomic_and(x, 1)
    # ERR: :[[@LINE+1]]:29: error: sem 'strong' is not supported; use one of relaxed, acquire, release, acq_rel
    tl.atomic_add(x, 1, sem="strong")
    # ERR: :[[@LINE+1]]:22: error: 'cmp' of tl.atomic_cas must have type f32, got i32; cast it
    tl.atomic_cas(x, 0, 1.0)
    # ERR: :[[@LINE+1]]:22: error: 'val' of tl.atomic_add has type vector<4 x i32>
    tl.atomic_add(x, tl.arange(0, 4))
