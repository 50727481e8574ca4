# RUN: mtc %s -signature "x=*fp32, N=8" | FileCheck %s --check-prefix=CUDA
# RUN: mtc %s -signature "x=*fp32, N=8" -target cpu | FileCheck %s --check-prefix=LLVM
# RUN: mtc %s -signature "x=*fp32, N=8" -emit=thread | FileCheck %s --check-prefix=THREAD
# RUN: mtc %s -signature "x=*fp32, N=8" -emit=ssa -O0 | FileCheck %s --check-prefix=O0
# RUN: mtc %s -signature "x=*fp32, N=8" -emit=ssa -print-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRINT
# RUN: mtc %s -signature "x=*fp32, N=8" -emit=ssa -print-locs | FileCheck %s --check-prefix=LOCS
# RUN: mtc %s -emit=ast | FileCheck %s --check-prefix=AST
# RUN: rm -rf %t && mtc %s -signature "x=*fp32, N=8" -target cpu -emit=all -o %t
# RUN: FileCheck %s --check-prefix=EXPR --input-file=%t/kernel.expr
# RUN: FileCheck %s --check-prefix=O2 --input-file=%t/kernel.ssa.mt
# RUN: FileCheck %s --check-prefix=LLVM --input-file=%t/kernel.ll
# RUN: mtc %s -signature "x=*fp32, N=8" -emit=ssa | mt-opt -passes=fold,cse,dce | FileCheck %s --check-prefix=O2
# RUN: cat %s | mtc - -signature "x=*fp32, N=8" -emit=ssa | FileCheck %s --check-prefix=O2

import triton
import triton.language as tl


# CUDA: __global__
# CUDA: void kernel(float* x)
# LLVM: define {{.*}}@kernel
# THREAD: kernel @kernel
# O0: add 0.0, 1.0
# O2-NOT: {{ add }}
# O2: store %{{[0-9]+}}, 1.0, none
# PRINT: IR {{.*}}fold
# LOCS: arange {{.*}} loc("{{.*}}stages.py":[[#]]:[[#]] to [[#]]:[[#]])
# AST: kernel kernel <[[#LINE:]]:5-10>
# AST-NEXT: param x
# EXPR: store(x + arange(start=0, end=8), 0.0 + 1.0)
@triton.jit
def kernel(x, N: tl.constexpr):
    a = 0.0
    tl.store(x + tl.arange(0, N), a + 1.0)
