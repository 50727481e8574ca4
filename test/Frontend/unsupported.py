# RUN: not mtc %s -signature "x=*fp32, n=i32" -emit=ssa 2>&1 | FileCheck %s
# RUN: not mtc %s -signature "x=*fp32, n=i32" -emit=ssa -fdiagnostics-format=json 2>&1 | FileCheck %s --check-prefix=JSON

# Each unsupported construct is an error at its place, and one does not hide the
# next.
import triton
import triton.language as tl

# JSON: "message":"a lambda is not supported in kernels","option":"ASTFrontendError"


@triton.jit
def kernel(x, n):
    """A docstring is fine."""
    # CHECK: unsupported.py:[[@LINE+3]]:9: error: a lambda is not supported in kernels
    # CHECK-NEXT: a = lambda: 1
    # CHECK-NEXT: ^~~~~~~~~
    a = lambda: 1
    # CHECK: :[[@LINE+1]]:9: error: a list comprehension with a filter or several loops is not supported in kernels
    b = [i for i in (1, 2) if i > 1]
    # CHECK: :[[@LINE+1]]:21: error: a list comprehension runs over a tuple in kernels, got a value of type i32
    b = [i for i in n]
    # CHECK: :[[@LINE+1]]:9: error: a dictionary is not supported in kernels
    c = {1: 2}
    # CHECK: :[[@LINE+1]]:5: error: 'with' is not supported in kernels
    with open("f"):
        pass
    # CHECK: :[[@LINE+1]]:5: error: 'try' is not supported in kernels
    try:
        pass
    except ValueError:
        pass
    # CHECK: :[[@LINE+1]]:9: error: a nested function is not supported in kernels; move it to module level
    def inner():
        pass

    # CHECK: :[[@LINE+1]]:5: error: 'class' is not supported in kernels
    class Inner:
        pass

    # CHECK: :[[@LINE+1]]:5: error: 'import' is not supported in kernels
    import math
    # CHECK: :[[@LINE+1]]:5: error: 'del' is not supported in kernels
    del n
    # CHECK: :[[@LINE+1]]:5: error: 'global' is not supported in kernels
    global q
    # CHECK: :[[@LINE+1]]:5: error: 'raise' is not supported in kernels
    raise ValueError
    # CHECK: :[[@LINE+1]]:5: error: assignment to a subscript is not supported in kernels
    x[0] = 1
    # CHECK: :[[@LINE+1]]:5: error: assignment to an attribute is not supported in kernels
    x.y = 1
    # CHECK: :[[@LINE+1]]:5: error: a starred target is not supported in kernels
    *d, e = (1, 2)
    # CHECK: :[[@LINE+1]]:14: error: kernels loop over range, tl.range or tl.static_range only
    for i in (1, 2):
        pass
    # CHECK: :[[@LINE+1]]:9: error: '**' works on compile-time values only; multiply, or use tl.exp2(y * tl.log2(x))
    f = n ** 2
    # CHECK: :[[@LINE+1]]:9: error: '@' works on compile-time values only; use tl.dot
    g = n @ n
    # CHECK: :[[@LINE+1]]:9: error: 'is' compares compile-time objects; use '==' for values
    h = n is 1
    # CHECK: :[[@LINE+1]]:20: error: '**' arguments are not supported in kernels
    j = tl.load(x, **{})
    # CHECK: :[[@LINE+1]]:5: error: 'break' stands outside of a loop
    break
    # CHECK: :[[@LINE+1]]:5: error: 'continue' stands outside of a loop
    continue
    # CHECK: :[[@LINE+1]]:12: error: a kernel cannot return a value; write results with tl.store
    return n
    # What follows a return is not looked at.
    # CHECK-NOT: error
    k = lambda: 2
