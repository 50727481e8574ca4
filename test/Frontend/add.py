# RUN: mtc %s -signature "x=*fp32, y=*fp32, out=*fp32, n=i32, BLOCK=256" -emit=ssa -o %t.mt
# RUN: sed -e '1d' -e '$d' -e 's/^  //' %t.mt | diff - %source-dir/test/Frontend/Inputs/add_kernel.body
# RUN: head -1 %t.mt | FileCheck %s --check-prefix=HEADER
# RUN: mtc %s -signature "*fp32:16, *fp32, *fp32, i32:1, 256" -emit=ssa | FileCheck %s --check-prefix=HINTS
# RUN: mtc %s -signature "x=*fp32, y=ptr<f32>, out=*fp32, n=i32" -D BLOCK=256 -emit=expr | FileCheck %s --check-prefix=EXPR

# The document's kernel: its text comes out byte for byte. Nothing of torch is
# needed, and the launch below is not run.
import torch
import numpy as np

import triton
import triton.language as tl

# HEADER: kernel @add_kernel(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32) {

# HINTS: kernel @add_kernel(x: ptr<f32> {divisible=16}, y: ptr<f32>, out: ptr<f32>, n: i32 {equals=1}) {
# HINTS: cmp_lt %3, 1 :

# EXPR:      kernel add_kernel(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32)
# EXPR-NEXT:   offsets = program_id(axis=0) * 256 + arange(start=0, end=256) : vector<256 x i32>
# EXPR-NEXT:   mask = offsets < n : vector<256 x bool>
# EXPR-NEXT:   x_values = load(x + offsets, mask=mask, other=0.0) : vector<256 x f32>
# EXPR-NEXT:   y_values = load(y + offsets, mask=mask, other=0.0) : vector<256 x f32>
# EXPR-NEXT:   store(out + offsets, x_values + y_values, mask=mask)
# EXPR-NOT:  {{.}}


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x_values = tl.load(x + offsets, mask=mask, other=0.0)
    y_values = tl.load(y + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, x_values + y_values, mask=mask)


x = torch.ones(1000, device="cuda")
add_kernel[(4,)](x, x, x, 1000, BLOCK=256)
