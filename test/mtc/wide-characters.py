# Carets stand below what they mean in lines that are not ASCII, too.
# RUN: not mtc %s -kernel kernel -signature "x=*fp32" 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
import mytriton as triton
import mytriton.language as tl


@triton.jit
def kernel(x):
    """Größe, 大きさ"""
    größe = 2.0; tl.store(x, größe + missing)
#      CHECK:{{.*}}:10:42: error: name 'missing' is not defined
# CHECK-NEXT:    größe = 2.0; tl.store(x, größe + missing)
# CHECK-NEXT:                                     ^~~~~~~
    tl.static_assert(True, "大きさ"); tl.store(x, absent)
#      CHECK:{{.*}}: error: name 'absent' is not defined
# CHECK-NEXT:    tl.static_assert(True, "大きさ"); tl.store(x, absent)
# CHECK-NEXT:                                                  ^~~~~~


# RUN: env -i LC_ALL=C mtc %s -kernel greeting -signature "x=*fp32" -emit=ssa | FileCheck %s --check-prefix=PRINT
# PRINT: Größe
@triton.jit
def greeting(x):
    tl.static_print("Größe")
