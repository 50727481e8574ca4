# RUN: mtc %s -kernel types -signature "x=*fp32, h=*fp16, b=*i8, u=*u8" -emit=ssa -O0 | FileCheck %s
# RUN: mtc %s -kernel extrema -signature "x=*fp32, out=*fp32" -emit=ssa -as-triton | FileCheck %s --check-prefix=TRITON
# RUN: mt-run %s -kernel axes -target interp -grid 1 "x=arange(6,f32)" "out=zeros(12)" | FileCheck %s --check-prefix=AXES
# RUN: mt-run %s -kernel positions -target interp -grid 1 "x=full(6,2,f32)" "out=zeros(4,i32)" | FileCheck %s --check-prefix=ARG
# RUN: mt-run %s -kernel products -target interp -grid 1 "a=arange(4,f32)" "out=zeros(8)" | FileCheck %s --check-prefix=DOT
# RUN: mt-run %s -kernel softmaxes -target interp -grid 1 "x=zeros(4)" "out=zeros(4)" | FileCheck %s --check-prefix=SOFT
# RUN: mt-run %s -kernel swizzled -target interp -grid 6 "out=zeros(12,i32)" | FileCheck %s --check-prefix=SWIZZLE
# RUN: not mtc %s -kernel bad -signature "x=*fp32, n=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR
import triton
import triton.language as tl


# RD-2, RD-3: narrow elements are widened first; sums of f16 stay f16.
# CHECK-LABEL: kernel @types
# CHECK: sum %{{[0-9]+}} : f32
@triton.jit
def types(x, h, b, u):
    i = tl.arange(0, 8)
    tl.store(x, tl.sum(tl.load(x + i)))
    half = tl.load(h + i)
    tl.static_assert(tl.sum(half).dtype == tl.float16 and tl.max(half).dtype == tl.float32)
    byte = tl.load(b + i)
    tl.static_assert(tl.sum(byte).dtype == tl.int32 and byte.max().dtype == tl.int32)
    tl.static_assert(tl.sum(byte, dtype=tl.int8).dtype == tl.int8)
    unsigned = tl.load(u + i)
    tl.static_assert(tl.sum(unsigned).dtype == tl.uint32 and tl.min(unsigned).dtype == tl.int32)
    tl.static_assert(tl.sum(i > 3).dtype == tl.uint32)
    block = byte[:, None] + tl.arange(0, 4)[None, :]
    tl.static_assert(block.sum(0).shape == (4,) and block.sum(-1, keep_dims=True).shape == (8, 1))
    tl.static_assert(tl.max(block, keep_dims=True).shape == (1, 1) and tl.argmax(block, 1).dtype == tl.int32)
    tl.static_assert(max(3, 4) == 4 and min(3, 4) == 3)  # Python's own


# TRITON: max %{{[0-9]+}} {propagate_nan=false} : f32
@triton.jit
def extrema(x, out):
    tl.store(out, tl.max(tl.load(x + tl.arange(0, 8)), axis=0))


# AXES: out: f32[12], {{.*}}[3.0, 5.0, 7.0, 3.0, 12.0, 15.0, 5.0, 0.0, ...]
@triton.jit
def axes(x, out):
    c = tl.arange(0, 3)
    r = tl.arange(0, 2)
    tile = tl.load(x + r[:, None] * 3 + c[None, :])
    tl.store(out + c, tl.sum(tile, axis=0))
    tl.store(out + 3 + r, tl.sum(tile, axis=1))
    tl.store(out + 5, tl.sum(tile))
    tl.store(out + 6, tl.max(tl.max(tile, 1), 0))
    tl.store(out + 7, tl.min(tile))


# Ties give the lowest index.
# ARG: out: i32[4], {{.*}}[0, 1, 2, 0]
@triton.jit
def positions(x, out):
    i = tl.arange(0, 6)
    v = tl.load(x + i)
    tl.store(out, tl.argmax(v, axis=0))
    peak, where = tl.max(tl.where(i == 1, 7.0, v), axis=0, return_indices=True)
    tl.store(out + 1, where)
    tl.store(out + 2, tl.argmin(tl.where(i < 2, 7.0, v), axis=0))
    tl.store(out + 3, tl.where(peak == 7.0, 0, 9))


# DOT: out: f32[8], {{.*}}[2.0, 3.0, 6.0, 11.0, 3.0, 4.0, 7.0, 12.0]
@triton.jit
def products(a, out):
    r = tl.arange(0, 2)[:, None] * 2 + tl.arange(0, 2)[None, :]
    m = tl.load(a + r)
    tl.store(out + r, tl.dot(m, m))
    tl.store(out + 4 + r, tl.dot(m, m, acc=tl.full((2, 2), 1.0, tl.float32), input_precision="ieee"))


# SOFT: out: f32[4], {{.*}}[0.25, 0.25, 0.25, 0.25]
@triton.jit
def softmaxes(x, out):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.softmax(tl.load(x + i)))


# A 3 x 2 grid of tiles in groups of 2 rows: column by column within a group.
# SWIZZLE: out: i32[12], {{.*}}[0, 0, 1, 0, 0, 1, 1, 1, ...]
@triton.jit
def swizzled(out):
    pid = tl.program_id(0)
    i, j = tl.swizzle2d(pid // 2, pid % 2, 3, 2, 2)
    tl.store(out + pid * 2, i)
    tl.store(out + pid * 2 + 1, j)


@triton.jit
def bad(x, n):
    i = tl.arange(0, 4)
    # ERR: :[[@LINE+1]]:12: error: tl.sum needs a block, got i32
    tl.sum(n)
    # ERR: :[[@LINE+1]]:20: error: invalid axis 1 of tl.max; expected -1 <= axis < 1
    tl.max(i, axis=1)
    # ERR: :[[@LINE+1]]:12: error: tl.sum does not work on vector<4 x ptr<f32>>; cast it first
    tl.sum(x + i)
    # ERR: :[[@LINE+1]]:5: error: tl.max with return_indices needs an axis
    tl.max(i, return_indices=True)
    m = i[:, None] + i[None, :]
    # ERR: :[[@LINE+1]]:5: error: tl.dot of block<4x4 x i32> and vector<4 x i32>: both operands need the same number of dimensions, two or more
    tl.dot(m, i)
    # ERR: :[[@LINE+1]]:5: error: tl.dot of block<4x4 x i32> and block<4x4 x f32>: the element types differ; cast one of them
    tl.dot(m, m.to(tl.float32))
    # ERR: :[[@LINE+1]]:22: error: the accumulator of tl.dot must be block<4x4 x i32>, got vector<4 x i32>
    tl.dot(m, m, acc=i)
    # ERR: :[[@LINE+1]]:34: error: input_precision 'fast' is not supported; use one of tf32, tf32x3, ieee, bf16x3, bf16x6
    tl.dot(m, m, input_precision="fast")
