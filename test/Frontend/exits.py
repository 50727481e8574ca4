# RUN: mtc %s -kernel skips -signature "x=*fp32, out=*fp32, n=i32" -emit=ssa -O0 | FileCheck %s --check-prefix=SKIP
# RUN: mtc %s -kernel stops -signature "x=*fp32, out=*fp32, n=i32" -emit=ssa -O0 | FileCheck %s --check-prefix=STOP
# RUN: mtc %s -kernel stops -signature "x=*fp32, out=*fp32, n=i32" -emit=expr | FileCheck %s --check-prefix=EXPR
# RUN: mtc %s -kernel partly -signature "x=*fp32, out=*fp32, n=i32" -emit=ssa -O0 | FileCheck %s --check-prefix=PART
# RUN: mtc %s -kernel waits -signature "x=*i32, out=*i32, n=i32" -emit=ssa -O0 | FileCheck %s --check-prefix=WAIT
# RUN: mtc %s -kernel expanded -signature "x=*fp32, out=*fp32, n=i32" -emit=ssa -O0 | FileCheck %s --check-prefix=EXPAND
import triton
import triton.language as tl


# `continue` leaves a `for` what it is: what follows moves into the other branch.
# SKIP-LABEL: kernel @skips(
# SKIP-NEXT:   [[SUM:%[0-9]+]] = for %{{[0-9]+}} in range(0, n, 1) iter_args([[ACC:%[0-9]+]] = 0.0) : f32 {
# SKIP-NEXT:     addptr
# SKIP-NEXT:     load
# SKIP-NEXT:     [[C:%[0-9]+]] = cmp_lt
# SKIP-NEXT:     [[R:%[0-9]+]] = if [[C]] : f32 {
# SKIP-NEXT:       yield [[ACC]]
# SKIP-NEXT:     } else {
# SKIP-NEXT:       [[A:%[0-9]+]] = add
# SKIP-NEXT:       yield [[A]]
# SKIP-NEXT:     }
# SKIP-NEXT:     yield [[R]]
# SKIP-NEXT:   }
# SKIP-NEXT:   store out, [[SUM]], none
@triton.jit
def skips(x, out, n):
    acc = 0.0
    for i in range(n):
        v = tl.load(x + i)
        if v < 0.0:
            continue
        acc += v
    tl.store(out, acc)


# `break` makes it a `while` over the index and the iterations left.
# STOP-LABEL: kernel @stops(
# STOP:      while iter_args([[I:%[0-9]+]] = 0, [[LEFT:%[0-9]+]] = %{{[0-9]+}}, [[ACC:%[0-9]+]] = 0.0, [[STOPPED:%[0-9]+]] = false) : i32, u32, f32, bool {
# STOP-NEXT:   [[GOES:%[0-9]+]] = not [[STOPPED]]
# STOP-NEXT:   [[MORE:%[0-9]+]] = cmp_ne [[LEFT]], 0
# STOP-NEXT:   [[C:%[0-9]+]] = and [[GOES]], [[MORE]]
# STOP-NEXT:   condition [[C]]
# STOP-NEXT: } do {
# STOP-NEXT:   addptr x, [[I]]
# STOP-NEXT:   load
# STOP-NEXT:   [[LEAVE:%[0-9]+]] = cmp_lt
# STOP-NEXT:   [[R:%[0-9]+]] = if [[LEAVE]] : f32 {
# STOP:        [[NEXT:%[0-9]+]] = add [[I]], 1
# STOP-NEXT:   [[LESS:%[0-9]+]] = sub [[LEFT]], 1
# STOP-NEXT:   yield [[NEXT]], [[LESS]], [[R]], [[LEAVE]]
# EXPR: while carrying i = 0, {{.*}}, acc_1 = 0.0, stopped = false {
@triton.jit
def stops(x, out, n):
    acc = 0.0
    for i in range(n):
        v = tl.load(x + i)
        if v < 0.0:
            break
        acc += v
    tl.store(out, acc)


# Where only some ways through a branch leave, a flag guards what follows; it is
# compiled once.
# PART-LABEL: kernel @partly(
# PART:      for
# PART:        [[SKIPPED:%[0-9]+]] = if %{{[0-9]+}} : bool {
# PART:        if [[SKIPPED]] {
# PART-NEXT:   } else {
# PART-NEXT:     addptr out
# PART-NEXT:     store
# PART-NEXT:   }
# PART-NOT:  store
@triton.jit
def partly(x, out, n):
    for i in range(n):
        v = tl.load(x + i)
        if v < 0.0:
            tl.store(x, v)
            if v < -5.0:
                continue
        tl.store(out + i, v)


# A loop that was left does not evaluate its condition, which reads memory.
# WAIT-LABEL: kernel @waits(
# WAIT:      while iter_args({{.*}} = false) : i32, bool {
# WAIT-NEXT:   [[GOES:%[0-9]+]] = if %{{[0-9]+}} : bool {
# WAIT-NEXT:     yield false
# WAIT-NEXT:   } else {
# WAIT:          load
# WAIT:          yield
# WAIT-NEXT:   }
# WAIT-NEXT:   condition [[GOES]]
@triton.jit
def waits(x, out, n):
    i = 0
    while tl.load(x + i) == 0:
        i += 1
        if i == n:
            break
    tl.store(out, i)


# Iterations of an expanded loop follow one another behind the flag; what is
# known at compile time leaves nothing.
# EXPAND-LABEL: kernel @expanded(
# EXPAND-NOT:  while
# EXPAND-COUNT-2: store
# EXPAND-NOT:  store
@triton.jit
def expanded(x, out, n):
    for i in tl.static_range(9):
        if i == 2:
            break
        if i == n:
            return
        tl.store(out + i, 1.0)
