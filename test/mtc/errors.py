# RUN: not mtc %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
# RUN: not mtc %s -kernel fist 2>&1 | FileCheck %s --check-prefix=NEAR
# RUN: not mtc %s -kernel something_else 2>&1 | FileCheck %s --check-prefix=FAR
# RUN: not mtc %s -kernel plain 2>&1 | FileCheck %s --check-prefix=PLAIN
# RUN: not mtc %s -kernel first 2>&1 | FileCheck %s --check-prefix=MISSING
# RUN: not mtc %s -kernel first -signature "*fp32,i32,8,9" 2>&1 | FileCheck %s --check-prefix=MANY
# RUN: not mtc %s -kernel first -signature "*fp32,m=i32,N=8" 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not mtc %s -kernel first -signature "*fp32,n=i32,N=8" -D N=9 2>&1 | FileCheck %s --check-prefix=TWICE
# RUN: not mtc %s -kernel first -signature "*fp32,n=i32,N=i32" 2>&1 | FileCheck %s --check-prefix=TYPE
# RUN: not mtc %s -kernel first -signature "*fp33,n=i32:3,N=," 2>&1 | FileCheck %s --check-prefix=ENTRY
# RUN: not mtc %s -kernel first -D N 2>&1 | FileCheck %s --check-prefix=DEFINED
# RUN: not mtc %s -kernel first -signature "*fp32,i32,8" -emit=nothing 2>&1 | FileCheck %s --check-prefix=STAGE
# RUN: not mtc %s -kernel first -signature "*fp32,i32,8" -target=nothing 2>&1 | FileCheck %s --check-prefix=TARGET
# RUN: not mtc %s -kernel first -signature "*fp32,i32,8" -emit=all 2>&1 | FileCheck %s --check-prefix=ALL
# RUN: not mtc %t.missing.py 2>&1 | FileCheck %s --check-prefix=NOFILE
# RUN: not mtc %S 2>&1 | FileCheck %s --check-prefix=DIR
# RUN: not mtc %s -kernel first -signature "*fp32,i32,8" -o /nonexistent/x 2>&1 | FileCheck %s --check-prefix=OUTPUT
# RUN: echo 'x = 1' | not mtc - 2>&1 | FileCheck %s --check-prefix=NONE
# RUN: mtc %s -kernel tuned -signature "*fp32,8" -emit=ssa -o /dev/null 2>&1 | FileCheck %s --check-prefix=TUNED

import triton
import triton.language as tl

# SEVERAL: errors.py:1: error: the file has several kernels; choose one of 'first', 'second', 'tuned' with -kernel
# NEAR: error: the file has no kernel 'fist'; did you mean 'first'?
# FAR: error: the file has no kernel 'something_else'; it has 'first', 'second', 'tuned'
# PLAIN: errors.py:[[#]]:5: error: 'plain' is not a kernel; decorate it with @triton.jit
# MISSING: errors.py:[[#]]:5: error: the signature of kernel 'first' lacks 'x', 'n', 'N'
# MISSING: note: add the type of 'x', such as x=*fp32 or x=i32
# MISSING: note: 'N' is a compile-time value: add N=VALUE
# MANY: error: the signature has more entries than kernel 'first' has parameters (3)
# NAME: error: kernel 'first' has no parameter 'm'; did you mean '{{[nN]}}'?
# TWICE: error: the signature gives 'N' twice
# TYPE: error: 'N' is tl.constexpr: the signature must give its value, such as N=256, not a type
# ENTRY: mtc: error: signature entry '*fp33' is neither a type (such as *fp32, ptr<f32>, i32) nor a value (such as 256, 1.5, True, tl.float32)
# ENTRY: mtc: error: the hint of signature entry 'n=i32:3' must be 1 or a power of two such as 16
# ENTRY: mtc: error: signature entry 'N=' is neither
# DEFINED: error: 'N' must have the form NAME=VALUE, such as BLOCK=256
# STAGE: error: no target has a stage 'nothing'
# TARGET: error: unknown target 'nothing'
# ALL: error: -emit=all writes many files; name a directory with -o
# NOFILE: error: {{.*}}missing.py
# DIR: error: {{.*}}
# OUTPUT: error: {{.*}}/nonexistent/x
# NONE: error: the file has no kernel; decorate a function with @triton.jit
# TUNED: errors.py:[[#]]:2: note: the decorator 'triton.autotune' is not run; give the values it would choose in the signature


@triton.jit
def first(x, n, N: tl.constexpr):
    tl.store(x + tl.arange(0, N), n)


@triton.jit
def second(x):
    pass


@triton.autotune(configs=[triton.Config({"N": 8})], key=["n"])
@triton.jit
def tuned(x, N: tl.constexpr):
    tl.store(x + tl.arange(0, N), 0.0)


def plain(x):
    pass
