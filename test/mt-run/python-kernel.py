# The file is read, not run: what it imports need not exist.
# RUN: mt-run %s -kernel scale -target interp -grid 4 "x=arange(1000,f32)" "out=zeros(1000)" n=1000 factor=0.5 BLOCK=256 | FileCheck %s
# RUN: mt-run %s -kernel scale -grid 4 "x=arange(1000,f32)" "out=zeros(1000)" n=1000 factor=0.5 -D BLOCK=256 | FileCheck %s
# RUN: mt-run %s -kernel scale -grid 4 "x=arange(1000,f32)" "out=zeros(1000)" n=1000:i64 factor=0.5:f64 BLOCK=256 | FileCheck %s
# RUN: mt-run %s -kernel scale -grid 1 "x=arange(1000,f32)" "out=zeros(1000)" n=1000 factor=0.5 BLOCK=1024 ROUND=true | FileCheck %s --check-prefix=FLOORED
# CHECK: out: f32[1000], min 0.0, max 499.5, mean 249.75: [0.0, 0.5, 1.0, 1.5,
# FLOORED: out: f32[1000], min 0.0, max 499.0, mean 249.5: [0.0, 0.0, 1.0, 1.0,

# RUN: not mt-run %s -kernel scale -check -grid 4 "x=ones(1000)" "out=zeros(900)" n=1000 factor=2 BLOCK=256 2>&1 | FileCheck %s --check-prefix=BOUNDS
# BOUNDS: python-kernel.py:[[@LINE+19]]:5: error: store to out[900] is out of bounds: out has 900 elements (program (3, 0, 0), lane 132; 99 more at this op)
# BOUNDS-NEXT: tl.store(out + offsets, y, mask=mask)

# RUN: not mt-run %s -kernel scale -grid 4 "x=ones(1000)" "out=zeros(1000)" n=1000 factor=2 2>&1 | FileCheck %s --check-prefix=LACKS
# LACKS: python-kernel.py:{{[0-9]+}}:5: error: the signature of kernel 'scale' lacks 'BLOCK'
# RUN: not mt-run %s -grid 4 2>&1 | FileCheck %s --check-prefix=SEVERAL
# SEVERAL: error: the file has several kernels; choose one of 'scale', 'gather' with -kernel
# RUN: not mt-run %s -kernel scale -grid 4 "x=ones(1000)" "out=zeros(1000)" nn=1 2>&1 | FileCheck %s --check-prefix=NAME
# NAME: error: kernel 'scale' has no parameter 'nn'
import a_module_that_nobody_has
import triton
import triton.language as tl

@triton.jit
def scale(x, out, n, factor, BLOCK: tl.constexpr, ROUND: tl.constexpr = False):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    y = tl.load(x + offsets, mask=mask, other=0.0) * factor
    y = tl.floor(y) if ROUND else y
    tl.store(out + offsets, y, mask=mask)


# Arrays of an .npy file decide the types of their parameters.
# RUN: mt-run %s -kernel gather -grid 1 "index=full(4,2,i64)" "x=arange(4,i16)" "out=zeros(4,i16)" -o out=%t.npy
# RUN: mt-run %s -kernel gather -grid 1 "index=zeros(4,i64)" x=@%t.npy "out=zeros(4,i16)" | FileCheck %s --check-prefix=GATHER
# GATHER: out: i16[4], min 2, max 2
@triton.jit
def gather(index, x, out):
    lane = tl.arange(0, 4)
    tl.store(out + lane, tl.load(x + tl.load(index + lane)))
