"""Types: rows TY-01 … TY-31."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def copy_kernel(x, out, N: tl.constexpr, DTYPE: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.static_assert(v.dtype == DTYPE and x.dtype.element_ty == DTYPE)
    tl.store(out + i, v)


@pytest.mark.parametrize("dtype, name", [
    ("bool", "int1"), ("int8", "int8"), ("int16", "int16"), ("int32", "int32"), ("int64", "int64"),
    ("uint8", "uint8"), ("uint16", "uint16"), ("uint32", "uint32"), ("uint64", "uint64"),
    ("float16", "float16"), ("float32", "float32"), ("float64", "float64"),
])
def test_TY_01_to_TY_06_element_types(backend, dtype, name):
    x = np.random.default_rng(0).integers(0, 256, 16 * np.dtype(dtype).itemsize).astype(np.uint8)
    x = (x > 128) if dtype == "bool" else x.view(dtype)
    out = np.zeros_like(x)
    copy_kernel[(1,)](x, out, 16, getattr(tl, name))
    if np.dtype(dtype).kind == "f":  # NaN payloads may change
        x, out = np.nan_to_num(x, nan=1), np.nan_to_num(out, nan=1)
    np.testing.assert_array_equal(out, x)


@triton.jit
def dtype_kernel(x):
    tl.static_assert(tl.float16.primitive_bitwidth == 16 and tl.int64.itemsize == 8)
    tl.static_assert(tl.int32 == tl.int32 and tl.int32 != tl.uint32)
    tl.static_assert(tl.float32.is_floating() and not tl.float32.is_int())
    tl.static_assert(tl.uint8.is_int_unsigned() and tl.int8.is_int_signed() and tl.int1.is_bool())
    tl.static_assert(tl.float8e5.is_fp8() and tl.bfloat16.is_bf16() and tl.float64.is_fp64())
    tl.static_assert(tl.int32.name == "int32" and tl.float32.name == "fp32")
    tl.static_assert(tl.float32.is_standard_floating() and not tl.float8e5.is_standard_floating())


def test_TY_01_to_TY_08_dtype_objects():
    dtype_kernel[(1,)](np.zeros(1, np.float32))


@triton.jit
def pointer_kernel(x, p: tl.const, n):
    tl.static_assert(x.dtype.is_ptr() and x.dtype.element_ty == tl.int32)
    tl.static_assert(x.dtype == tl.pointer_type(tl.int32) and x.dtype == tl.pi32_t)
    block = x + tl.arange(0, 8)
    tl.static_assert(block.dtype.element_ty == tl.int32 and block.shape == (8,))
    # TY-23: attributes of values.
    v = tl.load(block)
    tl.static_assert(v.shape == (8,) and v.dtype == tl.int32 and v.numel == 8)
    tl.static_assert(v.shape == [8] and v.type.scalar == tl.int32 and v.shape[0] == 8)
    tl.static_assert(v[:, None].T.shape == (1, 8) and n.shape == () and n.dtype == tl.int32)
    tl.static_assert(tl.load(p + 1).dtype == tl.int32)


def test_TY_20_pointers_and_TY_23_tensors():
    x = np.zeros(8, np.int32)
    pointer_kernel[(1,)](x, x, 3)


@triton.jit
def const_kernel(p: tl.const, CASE: tl.constexpr):
    if CASE == 0:
        tl.store(p, 1)
    else:
        tl.atomic_add(p, 1)


@pytest.mark.parametrize("case, message", [
    (0, "cannot store to a constant pointer"), (1, "cannot change a constant pointer's memory")])
def test_TY_21_const_pointers(case, message):
    with pytest.raises(triton.CompileError, match=message):
        const_kernel[(1,)](np.zeros(1, np.int32), case)


@triton.jit
def block_kernel(CASE: tl.constexpr, n):
    if CASE == 0:
        tl.zeros((1024, 1024), tl.int8)
    elif CASE == 1:
        tl.zeros((2048, 1024), tl.int8)
    elif CASE == 2:
        tl.zeros((n,), tl.int8)
    elif CASE == 3:
        tl.zeros((-4,), tl.int8)
    else:
        tl.zeros((1, 1, 1, 1, 1, 1, 1), tl.int8)


@pytest.mark.parametrize("case, message", [
    (1, "this block would have more than 1048576 elements"), (2, "the shape of tl.zeros"),
    (3, "must be positive, got -4"), (4, "this block would have 7 dimensions; the most is 6"),
])
def test_TY_22_blocks(case, message):
    block_kernel[(1,)](0, 5)
    with pytest.raises(triton.CompileError, match=message):
        block_kernel[(1,)](case, 5)


@triton.jit
def not_a_power_kernel(CASE: tl.constexpr):
    if CASE == 0:
        tl.full((2, 33), 0, dtype=tl.int64)
    else:
        tl.arange(2, 7)


def test_TY_22_any_extent_is_fine_here():
    # Powers of two are a rule of kernels compiled under the name `triton`.
    not_a_power_kernel[(1,)](0)
    not_a_power_kernel[(1,)](1)


@triton.jit
def constexpr_kernel(out, A: tl.constexpr, TEXT: tl.constexpr, NONE: tl.constexpr, LIST: tl.constexpr):
    tl.static_assert(A + 1 == 8 and A.value == 7 and (A // 2, A % 2, -A) == (3, 1, -7))
    tl.static_assert(TEXT == "abc" and TEXT.upper() == "ABC" and len(TEXT) == 3)
    tl.static_assert(NONE is None and LIST[1] == 20 and len(LIST) == 3)
    B: tl.constexpr = tl.constexpr(A * 2)
    tl.static_assert(B == 14 and isinstance(B, tl.constexpr) and not isinstance(out, tl.constexpr))
    tl.store(out + tl.arange(0, B), B)


def test_TY_24_constexpr_and_TY_31_other_objects(backend):
    out = np.zeros(14, np.int32)
    constexpr_kernel[(1,)](out, 7, "abc", None, (10, 20, 30))
    assert out.tolist() == [14] * 14


@triton.jit
def pair_kernel(x, out, N: tl.constexpr):
    i = tl.arange(0, 8)
    t = (tl.load(x + i), 3, None, (i, x))
    tl.static_assert(len(t) == 4 and t[2] is None and t[-1][0].shape == (8,))
    a, b, c, (d, p) = t
    u = t[:2] + (a,)
    tl.static_assert(len(u) == 3 and len((1, 2) * 2) == 4)
    tl.store(out + i, u[0] + u[1] + u[2] + d + tl.load(p))


def test_TY_25_tuples(backend):
    x, out = np.arange(5, 13, dtype=np.int32), np.zeros(8, np.int32)
    pair_kernel[(1,)](x, out, 8)
    np.testing.assert_array_equal(out, 2 * x + 3 + np.arange(8) + 5)


@triton.jit
def _moved(block, by):
    return tl.advance(block, (by,))


@triton.jit
def choose_kernel(x, out, n):
    a = tl.make_block_ptr(x, (16,), (1,), (0,), (4,), (0,))
    if n > 3:
        a = _moved(a, 8)
    else:
        a = _moved(a, 4)
    tl.store(out + tl.arange(0, 4), tl.load(a))


@pytest.mark.parametrize("n, first", [(5, 8), (1, 4)])
def test_TY_29_block_pointers_cross_branches_and_calls(backend, n, first):
    x, out = np.arange(16, dtype=np.float32), np.zeros(4, np.float32)
    choose_kernel[(1,)](x, out, n)
    np.testing.assert_array_equal(out, x[first:first + 4])
