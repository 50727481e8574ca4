"""Reductions: rows RD-1 … RD-6."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl

DTYPES = ["int8", "uint8", "int16", "int32", "uint32", "int64", "float16", "float32", "float64"]


def values(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind in "iu":
        low = 0 if np.dtype(dtype).kind == "u" else -60
        return rng.integers(low, 60, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)


def sum_tolerance(x, axis, eps):
    """The n·eps·Σ|x| bound of sums in any order."""
    count = x.size if axis is None else x.shape[axis]
    return count * eps * np.sum(np.abs(x.astype(np.float64)), axis=axis)


@triton.jit
def reduce_2d_kernel(x, out, OP: tl.constexpr, AXIS: tl.constexpr, KEEP: tl.constexpr,
                     M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None]
    j = tl.arange(0, N)[None, :]
    v = tl.load(x + i * N + j)
    if OP == "sum":
        r = tl.sum(v, AXIS, keep_dims=KEEP)
    elif OP == "max":
        r = tl.max(v, AXIS, keep_dims=KEEP)
    elif OP == "min":
        r = v.min(AXIS, keep_dims=KEEP)
    elif OP == "xor":
        r = tl.xor_sum(v, AXIS, keep_dims=KEEP)
    else:
        r = tl.reduce_or(v, AXIS, keep_dims=KEEP)
    if KEEP:
        if AXIS is None:
            tl.static_assert(r.shape == (1, 1))
        elif AXIS == 0:
            tl.static_assert(r.shape == (1, N))
        else:
            tl.static_assert(r.shape == (M, 1))
    flat = r.reshape(r.numel)
    tl.store(out + tl.arange(0, r.numel), flat)


def reduce_2d(op, x, axis, keep, out_dtype):
    count = 1 if axis is None else x.shape[1 - axis]
    out = np.zeros(count, out_dtype)
    reduce_2d_kernel[(1,)](x, out, op, axis, keep, *x.shape)
    return out


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("axis", [0, 1, None])
@pytest.mark.parametrize("dtype", DTYPES)
def test_RD_2_sum(backend, dtype, axis, keep):
    x = values((8, 16), dtype)
    kind = np.dtype(dtype)
    wide = kind if kind.kind == "f" or kind.itemsize >= 4 else np.dtype(kind.kind + "4")
    out = reduce_2d("sum", x, axis, keep, wide)
    exact = np.sum(x.astype(np.float64 if kind.kind == "f" else wide), axis=axis)
    if kind.kind == "f":
        error = np.abs(out - exact.reshape(-1))
        assert np.all(error <= sum_tolerance(x, axis, np.finfo(kind).eps) + 1e-300)
    else:
        np.testing.assert_array_equal(out, exact.astype(wide).reshape(-1))


@triton.jit
def sum_types_kernel(x, b, out):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    mask = tl.load(b + i) != 0
    tl.static_assert(tl.sum(mask).dtype == tl.uint32)
    tl.static_assert(tl.sum(v.to(tl.uint8)).dtype == tl.uint32)
    tl.static_assert(tl.sum(v.to(tl.int16)).dtype == tl.int32)
    tl.static_assert(tl.sum(v.to(tl.int64)).dtype == tl.int64)
    tl.static_assert(tl.sum(v.to(tl.float16)).dtype == tl.float16)
    tl.static_assert(tl.sum(v.to(tl.bfloat16)).dtype == tl.bfloat16)
    tl.static_assert(tl.sum(v, dtype=tl.int8).dtype == tl.int8)
    tl.store(out, tl.sum(mask).to(tl.int32))
    tl.store(out + 1, tl.sum(v, dtype=tl.int8).to(tl.int32))
    tl.store(out + 2, tl.sum(v.to(tl.float16), dtype=tl.float32).to(tl.int32))


def test_RD_2_sum_types(backend):
    out = np.zeros(3, np.int32)
    sum_types_kernel[(1,)](np.full(8, 100, np.int32), np.ones(8, np.int8), out)
    assert out.tolist() == [8, 800 - 768, 800]


@pytest.mark.parametrize("axis", [0, 1, None])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("op", ["max", "min"])
def test_RD_3_max_min(backend, op, dtype, axis):
    x = values((8, 16), dtype)
    kind = np.dtype(dtype)
    # f16 gives f32, and narrow integers i32.
    wide = {"float16": "float32"}.get(dtype, dtype)
    if kind.kind in "iu" and kind.itemsize < 4:
        wide = "int32"
    expected = getattr(np, op)(x, axis=axis).astype(wide).reshape(-1)
    np.testing.assert_array_equal(reduce_2d(op, x, axis, axis is not None, wide), expected)


@triton.jit
def nan_kernel(x, out):
    v = tl.load(x + tl.arange(0, 4))
    tl.store(out, tl.max(v))
    tl.store(out + 1, tl.max(v, propagate_nan=tl.PropagateNan.ALL))
    tl.store(out + 2, tl.max(v, propagate_nan=tl.PropagateNan.NONE))
    tl.store(out + 3, tl.min(v, propagate_nan=tl.PropagateNan.NONE))


def test_RD_3_nan(backend):
    out = np.zeros(4, np.float32)
    nan_kernel[(1,)](np.array([1, np.nan, 3, 2], np.float32), out)
    # Without as-triton the document's rule holds: NaN propagates.
    np.testing.assert_array_equal(out, np.array([np.nan, np.nan, 3, 1], np.float32))


@triton.jit
def indices_kernel(x, best, where, IS_MAX: tl.constexpr, AXIS: tl.constexpr, M: tl.constexpr,
                   N: tl.constexpr, USE_ARG: tl.constexpr):
    v = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    if IS_MAX:
        b, w = tl.max(v, AXIS, return_indices=True)
        if USE_ARG:
            w = tl.argmax(v, AXIS)
    else:
        b, w = tl.min(v, AXIS, return_indices=True, return_indices_tie_break_left=True)
        if USE_ARG:
            w = tl.argmin(v, AXIS, tie_break_left=True)
    tl.static_assert(w.dtype == tl.int32)
    i = tl.arange(0, b.shape[0])
    tl.store(best + i, b)
    tl.store(where + i, w)


@pytest.mark.parametrize("use_arg", [False, True])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", ["int32", "uint8", "float16", "float32"])
@pytest.mark.parametrize("is_max", [False, True])
def test_RD_4_argmax_argmin_and_return_indices(backend, is_max, dtype, axis, use_arg):
    # Few different values: many ties, of which the lowest index is taken.
    x = (values((8, 16), "int32") % 4).astype(dtype)
    count = x.shape[1 - axis]
    best, where = np.zeros(count, dtype), np.zeros(count, np.int32)
    indices_kernel[(1,)](x, best, where, is_max, axis, *x.shape, use_arg)
    np.testing.assert_array_equal(best, (np.max if is_max else np.min)(x, axis=axis))
    np.testing.assert_array_equal(where, (np.argmax if is_max else np.argmin)(x, axis=axis))


@pytest.mark.parametrize("axis", [0, 1, None])
@pytest.mark.parametrize("dtype", ["int8", "uint32", "int64", "bool"])
@pytest.mark.parametrize("op", ["xor", "or"])
def test_RD_5_xor_sum_and_reduce_or(backend, op, dtype, axis):
    x = values((4, 8), "int32")
    x = x > 0 if dtype == "bool" else x.astype(dtype)
    ufunc = np.bitwise_xor if op == "xor" else np.bitwise_or
    expected = ufunc.reduce(x.reshape(-1) if axis is None else x, axis=axis or 0)
    np.testing.assert_array_equal(reduce_2d(op, x, axis, False, dtype), expected.reshape(-1))


@triton.jit
def larger(a, ia, b, ib):
    take = (a > b) | ((a == b) & (ia < ib))
    return tl.where(take, a, b), tl.where(take, ia, ib)


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def generic_kernel(x, out, index, M: tl.constexpr, N: tl.constexpr):
    j = tl.arange(0, N)[None, :]
    v = tl.load(x + tl.arange(0, M)[:, None] * N + j)
    ids = tl.broadcast_to(j, M, N)
    best, where = tl.reduce((v, ids), 1, larger)
    i = tl.arange(0, M)
    tl.store(out + i, best)
    tl.store(index + i, where)
    # All elements, and the shape kept.
    total = tl.reduce(v, None, add, keep_dims=True)
    tl.static_assert(total.shape == (1, 1))
    tl.store(out + M, total.item())
    rows = v.reduce(0, add, keep_dims=True)
    tl.static_assert(rows.shape == (1, N))
    tl.store(out + M + 1, tl.sum(rows))


def test_RD_1_reduce(backend):
    x = values((8, 16), "float32")
    out, index = np.zeros(10, np.float32), np.zeros(8, np.int32)
    generic_kernel[(1,)](x, out, index, *x.shape)
    np.testing.assert_array_equal(out[:8], x.max(axis=1))
    np.testing.assert_array_equal(index, x.argmax(axis=1))
    np.testing.assert_allclose(out[8:], x.sum(dtype=np.float64), rtol=1e-5, atol=1e-5)


@triton.jit
def chained_kernel(x, out, n, K: tl.constexpr):
    v = tl.load(x + tl.arange(0, 64)).reshape(4, 4, 4)
    # Of a permuted block, one reduction after another.
    a = tl.sum(tl.max(tl.permute(v, 2, 0, 1), 1), 1)
    tl.store(out + tl.arange(0, 4), a)
    # An axis of extent 1.
    one = tl.sum(v.reshape(64, 1), 1)
    tl.store(out + 4 + tl.arange(0, 64), one)
    total = 0.0
    for k in range(n):
        if k > 0:
            total += tl.sum(v * k)
    tl.store(out + 68, total)


def test_RD_6_chained_reductions(backend):
    x = np.arange(64, dtype=np.float32)
    out = np.zeros(69, np.float32)
    chained_kernel[(1,)](x, out, 3, 4)
    v = x.reshape(4, 4, 4)
    np.testing.assert_array_equal(out[:4], v.transpose(2, 0, 1).max(axis=1).sum(axis=1))
    np.testing.assert_array_equal(out[4:68], x)
    assert out[68] == x.sum() * 3


@triton.jit
def three(a, b):
    return a


@triton.jit
def changes_type(a, b):
    return (a + b).to(tl.float64)


@triton.jit
def bad_kernel(x, CASE: tl.constexpr):
    v = tl.load(x + tl.arange(0, 8))
    if CASE == 0:
        tl.reduce(v, 1, add)
    elif CASE == 1:
        tl.reduce(v, 0, changes_type)
    elif CASE == 2:
        tl.reduce((v, v), 0, add)
    elif CASE == 3:
        tl.reduce(v, 0, tl.maximum)
    elif CASE == 4:
        tl.reduce((v, tl.arange(0, 4)), 0, larger)
    elif CASE == 5:
        tl.xor_sum(v)
    else:
        tl.max(v, return_indices=True)


@pytest.mark.parametrize("case, message", [
    (0, "invalid axis 1 of tl.reduce; expected -1 <= axis < 1"),
    (1, "'changes_type' must keep the type of the elements, f32, but gives f64"),
    (2, "'add' must have 4 parameters, two per block of tl.reduce, but has 2"),
    (3, "tl.reduce combines elements by a @triton.jit function, got 'tl.maximum'"),
    (4, "the blocks of tl.reduce must have one shape"),
    (5, "in tl.xor_sum: static assertion failed: the elements must be integers or booleans"),
    (6, "tl.max with return_indices needs an axis"),
])
def test_RD_1_errors(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](np.zeros(8, np.float32), case)
    assert message in str(caught.value)
