# RUN: mtc %s -kernel copy -signature "x=*fp32, out=*fp32, M=i32, N=i32" -emit=expr | FileCheck %s
# RUN: mt-run %s -kernel walk -target interp -grid 1 "x=arange(13,f32)" "out=zeros(13)" n=13 | FileCheck %s --check-prefix=WALK
# RUN: mt-run %s -kernel described -target interp -grid 1 "x=arange(15,f32)" "out=zeros(15)" M=3 N=5 | FileCheck %s --check-prefix=DESC
# RUN: not mtc %s -kernel bad -signature "x=*fp32, M=i32, N=i32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR
import triton
import triton.language as tl


# Only the checked dimension gets a mask, and it keeps both ends.
# CHECK-LABEL: kernel copy
# CHECK: [[ROW:t[0-9]+]] = expand_dims(1 + cast(arange(start=0, end=2), i64), axis=1) : block<2x1 x i64>
# CHECK: load(x + {{.*}}, mask=([[ROW]] >= 0) & ([[ROW]] < cast(M, i64)), other=0.0) : block<2x4 x f32>
# CHECK: store(out + t2, value)
@triton.jit
def copy(x, out, M, N):
    offset = 1
    source = tl.make_block_ptr(x, (M, N), (N, 1), (offset, 0), (2, 4), (1, 0))
    value = tl.load(source, boundary_check=(0,), padding_option="zero")
    tl.store(tl.make_block_ptr(out, (M, N), (N, 1), (0, 0), (2, 4), (1, 0)), value)


# A block pointer is carried by a loop and passed to a helper.
@triton.jit
def doubled(source, target):
    value = tl.load(source, boundary_check=(0,), padding_option="zero")
    tl.store(target, value * 2, boundary_check=(0,))
    return value


# WALK: out: f32[13], {{.*}}[78.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, ...]
@triton.jit
def walk(x, out, n):
    source = tl.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    target = tl.make_block_ptr(out, (n,), (1,), (0,), (8,), (0,))
    total = tl.zeros((8,), tl.float32)
    for i in tl.range(0, n, 8):
        total += doubled(source, target)
        source = tl.advance(source, (8,))
        target = target.advance((8,))
    tl.store(out, tl.sum(total))


# Outside the array descriptors read zeros and write nothing.
# DESC: out: f32[15], {{.*}}[7.0, 8.0, 9.0, 0.0, 0.0, 12.0, 13.0, 22.0, ...]
@triton.jit
def described(x, out, M, N):
    source = tl.make_tensor_descriptor(x, [M, N], [N, 1], [2, 4])
    target = tl.make_tensor_descriptor(out, [M, N], [N, 1], [2, 4])
    tl.static_assert(source.block_shape == (2, 4) and source.dtype == tl.float32)
    value = source.load([1, 2])
    target.store([source.shape[0] - 2, 2], value + 1)
    target.atomic_add([0, 0], value)


@triton.jit
def bad(x, M, N):
    # ERR: :[[@LINE+1]]:26: error: 'shape' of tl.make_block_ptr needs 1 elements, as many as the block has dimensions, got 2
    tl.make_block_ptr(x, (M, N), (1,), (0,), (8,), (0,))
    # ERR: :[[@LINE+1]]:50: error: 'order' of tl.make_block_ptr must name each of the 1 dimensions once
    tl.make_block_ptr(x, (M,), (1,), (0,), (8,), (1,))
    # ERR: :[[@LINE+1]]:23: error: the base of tl.make_block_ptr must be a scalar pointer, got a value of type i32
    tl.make_block_ptr(M, (M,), (1,), (0,), (8,), (0,))
    # ERR: :[[@LINE+1]]:32: error: 'strides' of tl.make_block_ptr must be integer scalars, got f32
    tl.make_block_ptr(x, (M,), (1.0,), (0,), (8,), (0,))
    block = tl.make_block_ptr(x, (M,), (1,), (0,), (8,), (0,))
    # ERR: :[[@LINE+1]]:35: error: 'boundary_check' lists dimension 1, which the block does not have; it has 1 dimension
    tl.load(block, boundary_check=(1,))
    # ERR: :[[@LINE+1]]:35: error: 'boundary_check' lists dimension 0 twice; the block has 1 dimension
    tl.load(block, boundary_check=(0, 0))
    # ERR: :[[@LINE+1]]:25: error: 'mask' of tl.load cannot be given with a block pointer
    tl.load(block, mask=True)
    # ERR: :[[@LINE+1]]:35: error: padding_option 'one' is not supported; use one of zero, nan
    tl.load(block, padding_option="one")
    # ERR: :[[@LINE+1]]:16: error: tl.advance needs a block pointer, got a value of type ptr<f32>
    tl.advance(x, (1,))
    # ERR: :[[@LINE+1]]:5: error: the result of this call is not being used; it has no side effect: assign the block pointer that it gives
    tl.advance(block, (1,))
    # ERR: :[[@LINE+1]]:5: error: operands of '+' are a block pointer to 8xf32 and the int 1
    block + 1
    # ERR: :[[@LINE+1]]:5: error: cannot unpack a block pointer to 8xf32 into several names
    a, b = block
    # ERR: :[[@LINE+1]]:44: error: Descriptor block shape must have at least 16 bytes in the last dimension, but got 2 * 4 = 8 bytes
    tl.make_tensor_descriptor(x, [M], [1], [2])
    # ERR: :[[@LINE+1]]:39: error: the last stride of tl.make_tensor_descriptor must be 1, known at compile time
    tl.make_tensor_descriptor(x, [M], [N], [4])
    # ERR: :[[@LINE+1]]:63: error: tl.make_tensor_descriptor describes arrays of 1 to 5 dimensions, got 6
    tl.make_tensor_descriptor(x, [M] * 6, [N, N, N, N, N, 1], [4] * 6)
    desc = tl.make_tensor_descriptor(x, [M], [1], [4])
    # ERR: :[[@LINE+1]]:15: error: 'offsets' of load must have at most 32 bits, got i64; cast them with .to(tl.int32)
    desc.load([M.to(tl.int64)])
    # ERR: :[[@LINE+1]]:21: error: the value of store must be vector<4 x f32>, the described block, got vector<8 x f32>
    desc.store([0], tl.zeros((8,), tl.float32))
    # ERR: :[[@LINE+1]]:5: error: a tensor descriptor of 4xf32 has no attribute 'add'
    desc.add
    if M > 3:
        other = block
    else:
        other = tl.make_block_ptr(x, (M,), (1,), (0,), (16,), (0,))
    # ERR: error: mismatched type for 'other' between the branches of this 'if': a block pointer to 8xf32 and a block pointer to 16xf32
