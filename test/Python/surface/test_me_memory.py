"""Loads, stores, block pointers, tensor descriptors: rows ME-1 … ME-35."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def load_kernel(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask=mask, other=-1))
    tl.store(out + N + i, tl.load(x + i, mask, other=tl.load(x + i) * 2))
    tl.store(out + 2 * N + i, tl.load(x + i, mask=None))
    tl.store(out + 3 * N + i, tl.load(x + i, mask=True, other=3))
    # A scalar, and a pointer that broadcasts up to its mask.
    tl.store(out + 4 * N, tl.load(x + 3))
    square = tl.load(x + i[None, :], mask=i[:, None] < n, other=0)
    tl.static_assert(square.shape == (N, N))
    tl.store(out + 4 * N + 1, tl.load(x + 5, mask=n > 3, other=0))
    tl.store(out + 4 * N + 2, tl.load(x + 5, mask=n > 30, other=0.0))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "int64", "float16", "float32", "float64"])
def test_ME_1_load(backend, dtype):
    x = np.arange(1, 17).astype(dtype)
    out = np.zeros(67, dtype)
    load_kernel[(1,)](x, out, 10, 16)
    i = np.arange(16)
    minus = np.array(-1).astype(dtype)
    np.testing.assert_array_equal(out[:16], np.where(i < 10, x, minus))
    np.testing.assert_array_equal(out[16:32], np.where(i < 10, x, x * 2))
    np.testing.assert_array_equal(out[32:64], np.tile(x, 2))
    assert out[64:].tolist() == [4, 6, 0]


@triton.jit
def guarded_kernel(x, out, n):
    i = tl.arange(0, 1024)
    tl.store(out + i, tl.load(x + i * 1000000, mask=i < 1, other=7.0), mask=i < n)


def test_ME_1_masked_off_lanes_touch_no_memory(backend):
    x, out = np.full(1, 5, np.float32), np.zeros(4, np.float32)
    guarded_kernel[(1,)](x, out, 4)
    assert out.tolist() == [5, 7, 7, 7]


@triton.jit
def hazards_kernel(x, y, out, n, STEPS: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    back = M * N - 1 - at
    tl.store(out + at, tl.load(x + back))
    for i in range(STEPS):
        v = tl.load(out + back) + tl.load(y + at)
        if i < n:
            tl.store(x + at, v)
        else:
            tl.store(y + back, v)
        tl.atomic_add(out + (at + i) % (M * N), 1.0, sem="relaxed")
        tl.store(y + back + 1, tl.load(x + back + 1))
    total = tl.load(out) + tl.load(x)
    tl.store(out + at, tl.load(y + at) + total)


def hazards(x, y, out, n, steps, size):
    """What hazards_kernel does, one tile after the other."""
    at = np.arange(size)
    back = size - 1 - at
    out[at] = x[back]
    for i in range(steps):
        v = out[back] + y[at]
        if i < n:
            x[at] = v
        else:
            y[back] = v
        out[(at + i) % size] += 1
        y[back + 1] = x[back + 1]
    total = out[0] + x[0]
    out[at] = y[at] + total


@pytest.mark.parametrize("shape", [(4, 8), (16, 64), (5, 40)])
@pytest.mark.parametrize("starts", [(0, 2000, 4000), (0, 3, 1), (9, 0, 5), (2, 2, 0), (0, 1, 2)])
def test_2_1_memory_inside_a_program_is_sequential(backend, starts, shape):
    size = shape[0] * shape[1]
    memory = np.random.default_rng(0).integers(0, 9, 6000).astype(np.float32)
    expected = memory.copy()
    hazards(*(expected[s:s + size + 1] for s in starts), 2, 4, size)
    hazards_kernel[(1,)](*(memory[s:s + size + 1] for s in starts), 2, 4, *shape)
    np.testing.assert_array_equal(memory, expected)


@triton.jit
def bool_kernel(x, out):
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    tl.static_assert(v.dtype == tl.int1)
    tl.store(out + i, v)


def test_ME_1_booleans_are_normalized(backend):
    x = np.array([0, 1, 2, 255], np.uint8).view(np.bool_)
    out = np.zeros(4, np.uint8)
    bool_kernel[(1,)](x, out.view(np.bool_))
    assert out.tolist() == [0, 1, 1, 1]


@triton.jit
def hints_kernel(x, out):
    i = tl.arange(0, 4)
    a = tl.load(x + i, cache_modifier=".cg", eviction_policy="evict_first")
    b = tl.load(x + i, cache_modifier="", volatile=True)
    tl.store(out + i, a + b, cache_modifier=".wb", eviction_policy="evict_last")


@triton.jit
def eviction_kernel(x, h, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i, eviction_policy="evict_last")
    b = tl.load(h + i, mask=i < n, other=0.5, eviction_policy="evict_first")
    c = tl.load(x + n, eviction_policy="evict_last")
    tl.store(out + i, a + b + c, mask=i < n + 3, eviction_policy="evict_first")
    tl.store(x + i, a * 2, eviction_policy="evict_last")


@pytest.mark.parametrize("n", [61, 64, 200])
def test_ME_2_eviction_changes_no_value(backend, n):
    x, h = np.arange(256, dtype=np.float32), np.arange(256, dtype=np.float16)
    out = np.full(256, -1, np.float32)
    i = np.arange(256)
    expected = np.where(i < n + 3, i + np.where(i < n, i, 0.5) + n, -1)
    eviction_kernel[(1,)](x, h, out, n, BLOCK=256)
    assert out.tolist() == expected.tolist() and x.tolist() == (2 * i).tolist()


def test_ME_2_hints(backend):
    out = np.zeros(4, np.float32)
    hints_kernel[(1,)](np.ones(4, np.float32), out)
    assert out.tolist() == [2] * 4


@triton.jit
def store_kernel(out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, 3)
    tl.store(out + N + i, i + 0.75, mask=i < n)
    (out + 2 * N + i).store(n)
    tl.store(out + 3 * N, 9, mask=n > 3)
    tl.store(out + 3 * N + 1, 9, mask=n > 30)
    tl.store(out + 3 * N + 2 + i[:, None] * 2 + tl.arange(0, 2)[None, :], i[:, None])


@pytest.mark.parametrize("dtype", ["int8", "int32", "float16", "float64"])
def test_ME_3_store(backend, dtype):
    out = np.zeros(42, dtype)
    store_kernel[(1,)](out, 5, 8)
    i = np.arange(8)
    np.testing.assert_array_equal(out[:8], 3)
    np.testing.assert_array_equal(out[8:16], np.where(i < 5, i + 0.75, 0).astype(dtype))
    np.testing.assert_array_equal(out[16:24], 5)
    assert out[24:26].tolist() == [9, 0]
    np.testing.assert_array_equal(out[26:], np.repeat(i, 2))


@triton.jit
def order_kernel(x, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, i)
    tl.store(x + i, tl.load(x + (N - 1 - i)))
    tl.debug_barrier()
    tl.store(x + i, tl.load(x + i) + tl.load(x))


def test_ME_4_program_order(backend):
    x = np.zeros(16, np.int32)
    order_kernel[(1,)](x, 16)
    np.testing.assert_array_equal(x, np.arange(15, -1, -1) + 15)


@triton.jit
def bad_kernel(x, p: tl.const, n, CASE: tl.constexpr):
    i = tl.arange(0, 4)
    if CASE == 0:
        tl.load(x, other=0.0)
    elif CASE == 1:
        tl.load(x, mask=i < 2)
    elif CASE == 2:
        tl.load(x + i, boundary_check=(0,))
    elif CASE == 3:
        tl.load(i)
    elif CASE == 4:
        tl.load(x + i, mask=i)
    elif CASE == 5:
        tl.load(x + i, cache_modifier=".xx")
    elif CASE == 6:
        tl.load(x + i, eviction_policy="evict_never")
    elif CASE == 7:
        tl.store(x, i)
    elif CASE == 8:
        tl.store(x + i, i[:, None])
    elif CASE == 9:
        tl.store(p + i, 1.0)
    elif CASE == 10:
        tl.store(x + i, 1.0, mask=n)
    elif CASE == 11:
        tl.store(x + i, 1.0, cache_modifier=".ca")
    elif CASE == 12:
        tl.store(x + i, x)
    else:
        tl.store(x, 1.0, mask=i < 2)


@pytest.mark.parametrize("case, message", [
    (0, "'other' of tl.load needs a mask"),
    (1, "argument 'mask' of tl.load cannot be a block if the pointer is a scalar"),
    (2, "'boundary_check' belongs to block pointers"),
    (3, "tl.load needs a pointer or a block of pointers, got a value of type vector<4 x i32>"),
    (4, "the mask of tl.load must be boolean, got vector<4 x i32>"),
    (5, "cache_modifier '.xx' is not supported; use one of .ca, .cg, .cs, .cv"),
    (6, "eviction_policy 'evict_never' is not supported"),
    (7, "argument 'value' of tl.store cannot be a block if the pointer is a scalar"),
    (8, "'value' of tl.store has type block<4x1 x f32>, larger than the pointers'"),
    (9, "cannot store to a constant pointer"),
    (10, "the mask of tl.store must be boolean, got i32"),
    (11, "cache_modifier '.ca' is not supported"),
    (12, "cannot store ptr<f32> through"),
    (13, "argument 'mask' of tl.store cannot be a block if the pointer is a scalar"),
])
def test_ME_3_and_ME_1_misuse(case, message):
    x = np.zeros(8, np.float32)
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](x, x, 5, case)
    assert message in str(caught.value)


@triton.jit
def block_copy_kernel(x, out, M, N, ROW: tl.constexpr, COL: tl.constexpr, PADDING: tl.constexpr):
    source = tl.make_block_ptr(x, (M, N), (N, 1), (ROW, COL), (4, 8), (1, 0))
    v = tl.load(source, boundary_check=(0, 1), padding_option=PADDING)
    i, j = tl.arange(0, 4)[:, None], tl.arange(0, 8)[None, :]
    tl.store(out + i * 8 + j, v)


@pytest.mark.parametrize("padding", ["zero", "nan"])
@pytest.mark.parametrize("row, col", [(0, 0), (3, 5), (-2, -3), (-4, 0), (100, 2)])
def test_ME_20_make_block_ptr_and_ME_21_load(backend, row, col, padding):
    x = np.arange(1, 5 * 7 + 1, dtype=np.float32).reshape(5, 7)
    out = np.full((4, 8), 99, np.float32)
    block_copy_kernel[(1,)](x, out, 5, 7, row, col, padding)
    expected = np.full((4, 8), 0 if padding == "zero" else np.nan, np.float32)
    for i in range(4):
        for j in range(8):
            if 0 <= row + i < 5 and 0 <= col + j < 7:
                expected[i, j] = x[row + i, col + j]
    np.testing.assert_array_equal(out, expected)


@triton.jit
def scaled_tile(source, target, FACTOR: tl.constexpr):
    value = tl.load(source, boundary_check=(0, 1), padding_option="zero")
    tl.store(target, value * FACTOR, boundary_check=(0, 1))
    return value


@triton.jit
def walk_kernel(x, out, total, M, N):
    source = tl.make_block_ptr(x, (M, N), (N, 1), (0, 0), (4, 8), (1, 0))
    target = tl.make_block_ptr(out, shape=(M, N), strides=(N, 1), offsets=(0, 0),
                               block_shape=(4, 8), order=(1, 0))
    tl.static_assert(source.dtype.element_ty == tl.float32)
    acc = tl.zeros((4, 8), tl.float32)
    for i in range(0, M, 4):
        for j in range(0, N, 8):
            acc += scaled_tile(source, target, 2)
            source = tl.advance(source, (0, 8))
            target = target.advance((0, 8))
        source = tl.advance(source, (4, -8 * tl.cdiv(N, 8)))
        target = tl.advance(target, (4, -8 * tl.cdiv(N, 8)))
    tl.store(total, tl.sum(acc))


@pytest.mark.parametrize("shape", [(4, 8), (9, 21), (1, 1)])
def test_ME_22_store_and_ME_23_advance(backend, shape):
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    out, total = np.zeros_like(x), np.zeros(1, np.float32)
    walk_kernel[(1,)](x, out, total, *shape)
    np.testing.assert_array_equal(out, x * 2)
    assert total[0] == x.sum()


@triton.jit
def descriptor_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [M, N], [N, 1], [BM, BN])
    target = tl.make_tensor_descriptor(out, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    tl.static_assert(source.block_shape == (BM, BN) and source.dtype == tl.float32)
    tl.static_assert(source.shape[0].dtype == tl.int32 and source.strides[0].dtype == tl.int64)
    row, col = tl.program_id(0) * BM, tl.program_id(1) * BN
    value = source.load([row, col])
    target.store([row, col], value + 1)


@pytest.mark.parametrize("shape", [(8, 16), (5, 7), (1, 33)])
def test_ME_30_make_tensor_descriptor_ME_31_load_ME_32_store(backend, shape):
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    out = np.zeros_like(x)
    descriptor_kernel[(triton.cdiv(shape[0], 4), triton.cdiv(shape[1], 8))](x, out, *shape, 4, 8)
    np.testing.assert_array_equal(out, x + 1)


@triton.jit
def descriptor_edges_kernel(x, out, n):
    zero = tl.make_tensor_descriptor(x, [n], [1], [8])
    nan = tl.make_tensor_descriptor(x, [n], [1], [8], padding_option="nan")
    i = tl.arange(0, 8)
    tl.store(out + i, tl.load_tensor_descriptor(zero, [n - 4]))
    tl.store(out + 8 + i, nan.load([n - 4]))
    whole = tl.make_tensor_descriptor(out, [16], [1], [16])
    whole.atomic_add([0], tl.full((16,), 1.0, tl.float32))
    rows = tl.make_tensor_descriptor(x, [2, 4], [4, 1], [1, 4])
    at = i % 3
    tl.store(out + 16 + i[:, None] * 4 + tl.arange(0, 4)[None, :], rows.gather(at, 0))


def test_ME_31_padding_ME_33_atomics_ME_34_gather(backend):
    x = np.arange(10, dtype=np.float32)
    out = np.zeros(48, np.float32)
    descriptor_edges_kernel[(1,)](x, out, 10)
    nans = [np.nan] * 4
    np.testing.assert_array_equal(out[:16], [7, 8, 9, 10, 1, 1, 1, 1, 7, 8, 9, 10] + nans)
    rows = np.vstack([x[:8].reshape(2, 4), np.zeros((1, 4))])
    np.testing.assert_array_equal(out[16:].reshape(8, 4), rows[np.arange(8) % 3])


@triton.jit
def bad_descriptor_kernel(x, n, CASE: tl.constexpr):
    if CASE == 0:
        tl.make_tensor_descriptor(x, [n], [1], [2])
    elif CASE == 1:
        tl.make_tensor_descriptor(x, [n], [n], [8])
    elif CASE == 2:
        tl.make_tensor_descriptor(x, [n, n], [1], [8])
    elif CASE == 3:
        tl.make_tensor_descriptor(x.to(tl.pi32_t), [n], [1], [8], padding_option="nan")
    elif CASE == 4:
        tl.make_tensor_descriptor(x, [n], [1], [8]).load([n.to(tl.int64)])
    elif CASE == 5:
        tl.make_tensor_descriptor(x, [n], [1], [8]).store([0], tl.zeros((4,), tl.float32))
    elif CASE == 6:
        tl.load(tl.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,)), mask=True)
    elif CASE == 7:
        tl.load(tl.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,)), boundary_check=(1,))
    else:
        tl.make_block_ptr(x, (n, 1), (1,), (0,), (8,), (0,))


@pytest.mark.parametrize("case, message", [
    (0, "Descriptor block shape must have at least 16 bytes in the last dimension"),
    (1, "the last stride of tl.make_tensor_descriptor must be 1"),
    (2, "'shape' of tl.make_tensor_descriptor needs 1 elements"),
    (3, "padding_option 'nan' needs floats, got i32"),
    (4, "must have at most 32 bits, got i64; cast them with .to(tl.int32)"),
    (5, "must be vector<8 x f32>, the described block, got vector<4 x f32>"),
    (6, "'mask' of tl.load cannot be given with a block pointer"),
    (7, "'boundary_check' lists dimension 1, which the block does not have"),
    (8, "'shape' of tl.make_block_ptr needs 1 elements"),
])
def test_ME_20_and_ME_30_misuse(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_descriptor_kernel[(1,)](np.zeros(8, np.float32), 8, case)
    assert message in str(caught.value)


@triton.jit
def host_descriptor_kernel(source, target, pair, N: tl.constexpr):
    tl.static_assert(isinstance(source, tl.tensor_descriptor) and source.block_shape == (4, N))
    tl.static_assert(source.dtype == tl.float32 and not isinstance(source, tl.constexpr))
    row = tl.program_id(0) * 4
    target.store([row, 0], source.load([row, 0]) * 2)
    first, factor = pair
    first.store([row, 0], source.load([row, 0]) * factor)


def test_ME_35_host_descriptors(backend):
    from mytriton.tools.tensor_descriptor import TensorDescriptor
    x = np.arange(48, dtype=np.float32).reshape(6, 8)
    out, scaled = np.zeros_like(x), np.zeros_like(x)
    source = TensorDescriptor.from_tensor(x, [1, 1])
    source.block_shape = [4, 8]  # as pre-hooks of autotuners do
    target = TensorDescriptor(out, shape=[5, 8], strides=[8, 1], block_shape=[4, 8])
    host_descriptor_kernel[(2,)](source, target, (TensorDescriptor.from_tensor(scaled, [4, 8]), 3), 8)
    np.testing.assert_array_equal(out[:5], x[:5] * 2)
    assert not out[5].any()
    np.testing.assert_array_equal(scaled, x * 3)


@pytest.mark.parametrize("arguments, message", [
    (dict(shape=[4], strides=[1, 1], block_shape=[4]), "one length of at least 1"),
    (dict(shape=[4], strides=[2], block_shape=[4]), "the last stride must be 1"),
    (dict(shape=[4, 4], strides=[5, 1], block_shape=[4, 4]), "multiples of 16 bytes"),
    (dict(shape=[4], strides=[1], block_shape=[4], padding="one"), "padding must be 'zero' or 'nan'"),
])
def test_ME_35_host_descriptors_are_checked(arguments, message):
    from mytriton.tools.tensor_descriptor import TensorDescriptor
    with pytest.raises(ValueError, match=message):
        TensorDescriptor(np.zeros((4, 4), np.float32), **arguments)
