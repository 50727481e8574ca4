# RUN: mtc %s -kernel imports -signature "x=*fp32" -emit=ssa | FileCheck %s
# RUN: not mtc %s -kernel unknown -signature "x=*fp32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR

# Every way to import the language; what else the file imports is not needed.
import os, sys, torch.nn.functional as F
import mytriton
import mytriton as mt
import mytriton.language as tl
from mytriton import language as L, jit
from mytriton.language import load, store as put
from mytriton.language.extra import libdevice
from somewhere import helper

try:
    import triton
    from triton.language import arange
except ImportError:
    import mytriton as triton
    from mytriton.language import arange

if sys.platform == "linux":
    SIZE = 1
else:
    SIZE = 2
FROM_RUN = os.cpu_count()
CYCLE = CYCLE2 + 1
CYCLE2 = CYCLE + 1


def plain(x):
    return x


class Config:
    pass


# CHECK-LABEL: kernel @imports(
# CHECK: tanh
# CHECK: exp
# CHECK: sin
@jit
def imports(x):
    p = x + arange(0, 4)
    v = load(p)
    v = libdevice.tanh(v)
    v = mytriton.language.math.exp(v) + mt.language.core.exp(v)
    put(p, L.sin(v).to(tl.float32))


@mt.jit
def unknown(x):
    # ERR: :[[@LINE+1]]:9: error: name 'nothing' is not defined
    a = nothing
    # ERR: :[[@LINE+1]]:9: error: name 'impots' is not defined; did you mean 'imports'?
    b = impots
    # ERR: :[[@LINE+4]]:9: error: 'SIZE' has several definitions, and which one holds depends on running the file
    # ERR: :22:5: note: one is here
    # ERR: :24:5: note: one is here
    # (the notes point at both assignments)
    c = SIZE
    # ERR: :25:12: error: 'os' is not available in kernels: they are compiled without running other modules
    # ERR: :[[@LINE+1]]:9: note: the value of 'FROM_RUN' is needed here
    d = FROM_RUN
    # ERR: error: the value of 'CYCLE' depends on running the file, which the compiler does not do; make it a constant or pass it as a tl.constexpr parameter
    e = CYCLE
    # ERR: :[[@LINE+1]]:9: error: 'plain' cannot be called in a kernel; kernels call functions of triton.language and @triton.jit functions
    f = plain(1)
    # ERR: :[[@LINE+1]]:9: error: 'somewhere.helper' cannot be called
    g = helper(1)
    # ERR: :[[@LINE+1]]:9: error: 'torch.nn.functional' is not available in kernels
    h = F.relu(1)
    # ERR: :[[@LINE+1]]:9: error: 'Config' cannot be called
    i = Config()
    # ERR-NOT: error:
