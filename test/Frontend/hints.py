# RUN: mtc %s -kernel good -signature "x=*fp32, i=*i32, stride=i32" -emit=ssa | FileCheck %s
# RUN: not mtc %s -kernel bad -signature "x=*fp32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR

import triton
import triton.language as tl


# What a program promises of a parameter becomes its hint; ops carry it as an attribute.
# CHECK-LABEL: kernel @good(x: ptr<f32>, i: ptr<i32>, stride: i32 {divisible=16}) {
@triton.jit
def good(x, i, stride):
    stride = tl.multiple_of(stride, 16)
    o = tl.arange(0, 64)
    # CHECK: mul %{{.*}}, 4 {hint.multiple_of=(16,), hint.max_contiguous=(8,)} : vector<64 x i32>
    o = tl.max_contiguous(tl.multiple_of(tl.load(i + o) * 4, 16), 8)
    # CHECK: add %{{.*}}, {{.*}} {hint.max_constancy=(2, 1)} : block<64x4 x i32>
    p = tl.max_constancy(o[:, None] * stride + tl.arange(0, 4)[None, :], (2, 1))
    tl.store(x + p, 0.0)


@triton.jit
def bad(x):
    o = tl.arange(0, 64)
    # ERR: :[[@LINE+1]]:23: error: the value of tl.multiple_of must be positive, got 0
    tl.multiple_of(o, 0)
    # ERR: error: tl.max_contiguous needs one value per dimension of vector<64 x i32>, got 2
    tl.max_contiguous(o, (1, 2))
