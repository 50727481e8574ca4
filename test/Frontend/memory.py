# RUN: mtc %s -kernel good -signature "x=*fp32, h=*fp16, b=*i1, q=*i64, n=i32" -emit=ssa -O0 | FileCheck %s
# RUN: not mtc %s -kernel bad -signature "x=*fp32, c=*kfp32, n=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR

import triton
import triton.language as tl


# CHECK-LABEL: kernel @good(
@triton.jit
def good(x, h, b, q, n):
    o = tl.arange(0, 8)
    # A mask that is True or None is no mask; `other` becomes the pointee's type.
    # CHECK: load %{{[0-9]+}}, none, none : vector<8 x f32>
    a = tl.load(x + o, mask=True, other=0)
    # CHECK: load %{{[0-9]+}}, %{{[0-9]+}}, 1.0 : vector<8 x f16>
    c = tl.load(h + o, mask=o < n, other=1)
    # A scalar load, with hints.
    # CHECK: load x, none, none {cache=".cg", eviction="evict_last", volatile=true} : f32
    d = tl.load(x, cache_modifier=".cg", eviction_policy="evict_last", volatile=True)
    # The value becomes the pointee's type.
    # CHECK: cast %{{[0-9]+}} : vector<8 x f16>
    # CHECK-NEXT: addptr h
    # CHECK-NEXT: store
    tl.store(h + o, a + d)
    # An int1 is stored through an 8-bit integer: 0.5 writes 0.
    # CHECK: cast %{{[0-9]+}} : vector<8 x i8>
    # CHECK-NEXT: cast %{{[0-9]+}} : vector<8 x bool>
    tl.store(b + o, c)
    # A scalar goes to every lane; pointers move by whole elements, both ways.
    # CHECK: addptr q, 3:i32 : ptr<i64>
    # CHECK: store %{{[0-9]+}}, 7, none
    tl.store(3 + q + o, 7)
    # CHECK: addptr x, -1:i32 : ptr<f32>
    tl.store(x - 1, d)
    # An unsigned offset is negated in 64 bits.
    # CHECK: cast %{{[0-9]+}} : i64
    # CHECK-NEXT: neg
    tl.store(x - tl.load(q).to(tl.uint8), d)
    # CHECK: store
    (x + o).store(tl.load(x + o))


@triton.jit
def bad(x, c, n):
    o = tl.arange(0, 8)
    # ERR: :[[@LINE+3]]:25: error: the mask of tl.load must be boolean, got vector<8 x i32>; compare it, as in 'offsets < n'
    # ERR-NEXT: tl.load(x + o, mask=o)
    # ERR-NEXT: {{^ +\^$}}
    tl.load(x + o, mask=o)
    # ERR: :[[@LINE+1]]:26: error: 'other' of tl.load needs a mask
    tl.load(x + o, other=0.0)
    # ERR: :[[@LINE+1]]:13: error: tl.load needs a pointer or a block of pointers, got a value of type i32
    tl.load(n)
    # ERR: :[[@LINE+1]]:13: error: tl.load needs a pointer or a block of pointers, got the int 3
    tl.load(3)
    # ERR: :[[@LINE+1]]:21: error: argument 'mask' of tl.load cannot be a block if the pointer is a scalar
    tl.load(x, mask=o < n)
    # ERR: :[[@LINE+1]]:14: error: cannot store to a constant pointer, got vector<8 x ptr<const f32>>
    tl.store(c + o, 1.0)
    # ERR: :[[@LINE+1]]:17: error: argument 'value' of tl.store cannot be a block if the pointer is a scalar
    tl.store(x, o)
    # ERR: :[[@LINE+1]]:21: error: cannot make shapes compatible for broadcasting at index 0: 8 and 4
    tl.store(x + o, tl.arange(0, 4))
    # ERR: :[[@LINE+1]]:31: error: cache_modifier '.zz' is not supported; use one of .ca, .cg, .cs, .cv
    tl.load(x, cache_modifier=".zz")
    # ERR: :[[@LINE+1]]:23: error: tl.program_id axis must be 0, 1, or 2, got 3
    i = tl.program_id(3)
    # ERR: :[[@LINE+1]]:9: error: the end of tl.arange must be greater than its start, got 4 and 4
    j = tl.arange(4, 4)
    # ERR: :[[@LINE+1]]:5: error: tl.store lacks the argument 'value'
    tl.store(x)
    # ERR: :[[@LINE+1]]:16: error: tl.load has no parameter 'maks'; did you mean 'mask'?
    tl.load(x, maks=True)
    # ERR: :[[@LINE+1]]:22: error: tl.load got two values for parameter 'mask'
    tl.load(x, True, mask=True)
    # ERR: :[[@LINE+1]]:9: error: invalid operands of type ptr<f32> and f32 for '+'; pointers move by integers
    k = x + 1.0
    # ERR: :[[@LINE+1]]:9: error: invalid operands of type ptr<f32> and ptr<const f32> for '-'
    l = x - c
    # ERR-NOT: error


# A parameter annotated tl.const is a pointer to const.
# RUN: not mtc %s -kernel read_only -signature "p=*fp32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=CONST
# CONST: error: cannot store to a constant pointer, got ptr<const f32>
@triton.jit
def read_only(p: tl.const):
    tl.store(p, tl.load(p))
