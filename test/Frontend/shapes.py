# RUN: mtc %s -kernel shapes -signature "x=*fp32, out=*fp32, v=fp32" -emit=ssa -O0 | FileCheck %s
# RUN: mt-run %s -kernel transposed -target interp -grid 2,1,2 "x=arange(24,f32)" "out=zeros(24)" | FileCheck %s --check-prefix=TRANS
# RUN: mt-run %s -kernel filled -target interp -grid 1 "out=zeros(8,i32)" v=2.75 | FileCheck %s --check-prefix=FILL
# RUN: not mtc %s -kernel bad -signature "x=*fp32, n=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR
import triton
import triton.language as tl


# CHECK-LABEL: kernel @shapes
# CHECK: full 2.0 {shape=(2, 4), dtype=f32} : block<2x4 x f32>
# CHECK: zeros {shape=(8,), dtype=f32} : vector<8 x f32>
# CHECK: reshape %{{[0-9]+}} {shape=(2, 4)} : block<2x4 x f32>
# CHECK: full v {shape=(2, 4), dtype=f32}
# CHECK: [[I:%[0-9]+]] = arange {start=0, end=4} : vector<4 x i32>
# CHECK: expand_dims [[I]] {axis=0} : block<1x4 x i32>
# CHECK: expand_dims %{{[0-9]+}} {axis=1} : block<2x1 x i32>
# CHECK: broadcast %{{[0-9]+}} {shape=(2, 4)} : block<2x4 x i32>
# CHECK: empty {shape=(2, 4), dtype=bool}
@triton.jit
def shapes(x, out, v):
    twos = tl.full([2, 4], 2.0, tl.float32)
    i = tl.arange(0, 4)
    p = out + i[None, :] + 4 * tl.expand_dims(tl.arange(0, 2), 1)
    tl.static_assert(p.shape == (2, 4))
    zeros = tl.zeros(8, tl.float32).reshape(2, 4)
    tl.static_assert(tl.zeros_like(zeros).dtype == tl.float32)
    tl.store(p, twos + zeros + tl.full((2, 4), v, tl.float32))
    tl.static_assert(zeros.T.shape == (4, 2) and tl.trans(zeros).shape == (4, 2))
    tl.static_assert(tl.ravel(zeros).shape == (8,) and tl.view(zeros, (1, 8)).shape == (1, 8))
    tl.static_assert(i[None, :, None].shape == (1, 4, 1))
    tl.static_assert(tl.join(i, i).shape == (4, 2) and tl.flip(i).shape == (4,))
    tl.store(p, tl.broadcast_to(i[None, :], 2, 4).to(tl.float32))
    tl.store(p, 1.0, mask=tl.empty((2, 4), tl.int1))


# TRANS: out: f32[24], {{.*}}[0.0, 3.0, 1.0, 4.0, 2.0, 5.0, 6.0, 9.0, ...]
@triton.jit
def transposed(x, out):
    base = (tl.program_id(0) * tl.num_programs(2) + tl.program_id(2)) * 6
    r = tl.arange(0, 2)[:, None]
    c = tl.arange(0, 3)[None, :]
    tile = tl.load(x + base + r * 3 + c)
    tl.store(out + base + tl.arange(0, 3)[:, None] * 2 + tl.arange(0, 2)[None, :],
             tl.permute(tile, 1, 0))


# A fill value is converted to the dtype.
# FILL: out: i32[8], {{.*}}[6, 6, 6, 6, 6, 6, 6, 6]
@triton.jit
def filled(out, v):
    block = tl.full(8, v, tl.int32) + tl.full((8,), 3.5, dtype=tl.int32) + tl.full(8, True, tl.int32)
    tl.store(out + tl.arange(0, 8), block)


@triton.jit
def bad(x, n):
    i = tl.arange(0, 4)
    # ERR: :[[@LINE+1]]:14: error: the extents of a shape must be positive, got 0
    tl.zeros((2, 0), tl.float32) if True else i
    # ERR: :[[@LINE+1]]:14: error: the shape of tl.zeros must not be empty; use a scalar instead
    tl.zeros((), tl.float32)
    # ERR: :[[@LINE+1]]:13: error: the shape of tl.full
    tl.full((n,), 1, tl.int32)
    # ERR: :[[@LINE+1]]:19: error: the value of tl.full must be a scalar, got vector<4 x i32>
    tl.full((4,), i, tl.int32)
    # ERR: :[[@LINE+1]]:17: error: a dtype such as tl.float32 is needed here, got
    tl.zeros(4, 5)
    # ERR: :[[@LINE+1]]:5: error: a value of type vector<4 x i32> takes one ':' for each of its 1 dimensions, got 2
    i[:, :]
    # ERR: :[[@LINE+1]]:7: error: unsupported tensor index: a block is indexed with ':' and None only
    i[0]
    # ERR: :[[@LINE+1]]:5: error: cannot reshape vector<4 x i32> of 4 elements to a shape of 6
    tl.reshape(i, 2, 3)
    # ERR: :[[@LINE+1]]:5: error: tl.permute of vector<4 x i32> needs every dimension once
    tl.permute(i, 0, 0)
    # ERR: :[[@LINE+1]]:23: error: invalid axis 2 of tl.expand_dims; expected -2 <= axis < 2
    tl.expand_dims(i, 2)
    # ERR: :[[@LINE+1]]:5: error: cannot make shapes compatible for broadcasting at index 0: 4 and 3
    tl.broadcast_to(i, (3,))
