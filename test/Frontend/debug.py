# RUN: mt-run %s -kernel printing -target interp -grid 1 "out=zeros(1)" n=4 | FileCheck %s --check-prefix=PRINT
# RUN: mtc %s -kernel printing -signature "out=*fp32, n=i32" -emit=ssa -O0 | FileCheck %s
# RUN: mtc %s -kernel printing -signature "out=*fp32, n=i32" -emit=ssa -O0 -debug | FileCheck %s --check-prefix=DEBUG
# RUN: not mt-run %s -kernel printing -target interp -grid 1 "out=zeros(1)" n=9 -debug 2>&1 | FileCheck %s --check-prefix=FAILS
# RUN: mt-run %s -kernel printing -target interp -grid 1 "out=zeros(1)" n=9 2>&1 | FileCheck %s --check-prefix=PASSES
# RUN: not mtc %s -kernel bad -signature "x=*fp32, n=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR
import triton
import triton.language as tl


# DB-3: the prefix starts with a space and, in front of values, ends with a colon.
# PRINT: (0, 0, 0) lanes: [0, 1, 2, 3] 4
# PRINT: (0, 0, 0) done
# PRINT: (0, 0, 0) mask: 0x0000000f
# DB-4: asserts are for debug builds.
# CHECK-LABEL: kernel @printing
# CHECK-NOT: assert
# DEBUG-COUNT-2: assert
# FAILS: debug.py:[[@LINE+5]]:5: assertion failed: too many
# PASSES-NOT: error
# CHECK: print %{{[0-9]+}}, n {prefix=" lanes: "}
@triton.jit
def printing(out, n):
    tl.device_assert(n < 5, "too many")
    assert n > 0, "too few"
    tl.device_print("lanes", tl.arange(0, 4), n)
    print("done")
    tl.device_print("mask: ", n * 4 - 1, hex=True)


@triton.jit
def bad(x, n):
    # ERR: :[[@LINE+1]]:21: error: the prefix of tl.device_print
    tl.device_print(n)
    # ERR: :[[@LINE+1]]:22: error: an asserted condition must be boolean, got f32; compare it
    tl.device_assert(tl.load(x), "a float")
    # ERR: :[[@LINE+1]]:29: error: the message of tl.device_assert
    tl.device_assert(n > 0, n)
