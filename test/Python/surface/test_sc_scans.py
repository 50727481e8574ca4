"""Scans, sorting, histograms, gathers: rows SC-1 … SC-8."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl

DTYPES = ["int8", "uint8", "int16", "int32", "uint32", "int64", "float32", "float64"]


def values(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    low = 0 if np.dtype(dtype).kind == "u" else -50
    return rng.integers(low, 50, shape).astype(dtype)


@triton.jit
def cum_kernel(x, out, OP: tl.constexpr, AXIS: tl.constexpr, REVERSE: tl.constexpr,
               M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    v = tl.load(x + at)
    if OP == "sum":
        r = tl.cumsum(v, AXIS, reverse=REVERSE)
    else:
        r = v.cumprod(AXIS, reverse=REVERSE)
    tl.static_assert(r.shape == (M, N))
    tl.store(out + at, r)


def running(ufunc, x, axis, reverse, dtype):
    if reverse:
        x = np.flip(x, axis)
    with np.errstate(over="ignore"):
        r = ufunc.accumulate(x, axis=axis, dtype=dtype)
    return np.flip(r, axis) if reverse else r


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", DTYPES)
def test_SC_2_cumsum(backend, dtype, axis, reverse):
    x = values((8, 16), dtype)
    kind = np.dtype(dtype)
    wide = kind if kind.kind == "f" or kind.itemsize >= 4 else np.dtype(kind.kind + "4")
    out = np.zeros(x.shape, wide)
    cum_kernel[(1,)](x, out, "sum", axis, reverse, *x.shape)
    # Sums of small whole numbers are exact in any order.
    np.testing.assert_array_equal(out, running(np.add, x, axis, reverse, wide))


@triton.jit
def cumsum_types_kernel(x, out):
    v = tl.load(x + tl.arange(0, 8))
    tl.static_assert(tl.cumsum(v > 0).dtype == tl.uint32)
    tl.static_assert(tl.cumsum(v.to(tl.bfloat16)).dtype == tl.float32)
    tl.static_assert(tl.cumsum(v.to(tl.float16)).dtype == tl.float16)
    tl.static_assert(tl.cumsum(v.to(tl.int8)).dtype == tl.int32)
    tl.static_assert(tl.cumsum(v, dtype=tl.int8).dtype == tl.int8)
    tl.static_assert(tl.cumprod(v.to(tl.int8)).dtype == tl.int8)
    tl.static_assert(tl.cumprod(v.to(tl.bfloat16)).dtype == tl.float32)
    tl.store(out + tl.arange(0, 8), tl.cumsum(v > 0))


def test_SC_2_cumsum_types(backend):
    out = np.zeros(8, np.uint32)
    cumsum_types_kernel[(1,)](np.array([1, 0, 1, 1, 0, 0, 1, 1], np.int32), out)
    assert out.tolist() == [1, 1, 2, 3, 3, 3, 4, 5]


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("dtype", ["int8", "int32", "uint64", "float64"])
def test_SC_3_cumprod(backend, dtype, reverse):
    x = (values((4, 8), "int32") % 3 + 1).astype(dtype)
    out = np.zeros_like(x)
    cum_kernel[(1,)](x, out, "prod", 1, reverse, *x.shape)
    np.testing.assert_array_equal(out, running(np.multiply, x, 1, reverse, dtype))


@triton.jit
def compose(a1, b1, a2, b2):
    """x -> a·x + b, the first map applied before the second: not commutative."""
    return a1 * a2, a2 * b1 + b2


@triton.jit
def linear_kernel(a, b, out, N: tl.constexpr, REVERSE: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.associative_scan((tl.load(a + i), tl.load(b + i)), 0, compose, reverse=REVERSE)
    tl.store(out + i, x)
    tl.store(out + N + i, y)


@pytest.mark.parametrize("reverse", [False, True])
def test_SC_1_associative_scan(backend, reverse):
    a, b = values(16, "int32", 1) % 3, values(16, "int32", 2) % 5
    out = np.zeros(32, np.int32)
    linear_kernel[(1,)](a, b, out, 16, reverse)
    order = range(15, -1, -1) if reverse else range(16)
    total = None
    expected = np.zeros(32, np.int32)
    for i in order:
        step = (a[i], b[i])
        total = step if total is None else (total[0] * step[0], step[0] * total[1] + step[1])
        expected[i], expected[16 + i] = total
    np.testing.assert_array_equal(out, expected)


@triton.jit
def sort_kernel(x, out, DESCENDING: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.sort(tl.load(x + at), descending=DESCENDING))


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("shape", [(1, 1), (1, 64), (8, 16), (16, 2)])
@pytest.mark.parametrize("dtype", ["int8", "uint32", "int64", "float16", "float32"])
def test_SC_4_sort(backend, dtype, shape, descending):
    x = values(shape, dtype)
    out = np.zeros_like(x)
    sort_kernel[(1,)](x, out, descending, *shape)
    expected = np.sort(x, axis=1)
    np.testing.assert_array_equal(out, np.flip(expected, 1) if descending else expected)


@triton.jit
def topk_kernel(x, out, K: tl.constexpr, DESCENDING: tl.constexpr, M: tl.constexpr,
                N: tl.constexpr):
    rows = tl.arange(0, M)[:, None]
    v = tl.load(x + rows * N + tl.arange(0, N)[None, :])
    r = tl.topk(v, K, descending=DESCENDING)
    tl.static_assert(r.shape == (M, K))
    tl.store(out + rows * K + tl.arange(0, K)[None, :], r)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("k", [1, 4, 32])
def test_SC_5_topk(backend, k, descending):
    x = np.random.default_rng(0).standard_normal((4, 32)).astype(np.float32)
    x[0, 3] = np.inf
    out = np.zeros((4, k), np.float32)
    topk_kernel[(1,)](x, out, k, descending, *x.shape)
    expected = np.sort(x, axis=1)
    np.testing.assert_array_equal(out, (np.flip(expected, 1) if descending else expected)[:, :k])


@triton.jit
def merge_kernel(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.bitonic_merge(tl.load(x + i)))


def test_SC_6_bitonic_merge(backend):
    x = np.concatenate([np.arange(0, 16), np.arange(20, 4, -1)]).astype(np.int32)
    out = np.zeros_like(x)
    merge_kernel[(1,)](x, out, 32)
    np.testing.assert_array_equal(out, np.sort(x))


@triton.jit
def histogram_kernel(x, out, N: tl.constexpr, BINS: tl.constexpr, MASKED: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    counts = tl.histogram(v, BINS, mask=i < N // 2) if MASKED else v.histogram(BINS)
    tl.static_assert(counts.dtype == tl.int32 and counts.shape == (BINS,))
    tl.store(out + tl.arange(0, BINS), counts)


@pytest.mark.parametrize("masked", [False, True])
def test_SC_7_histogram(backend, masked):
    x = values(256, "int32")  # negative ones and those past the bins count nowhere
    out = np.zeros(32, np.int32)
    histogram_kernel[(1,)](x, out, 256, 32, masked)
    counted = x[:128] if masked else x
    expected = np.bincount(counted[(counted >= 0) & (counted < 32)], minlength=32)
    np.testing.assert_array_equal(out, expected)


@triton.jit
def gather_kernel(x, index, out, AXIS: tl.constexpr, M: tl.constexpr, N: tl.constexpr,
                  IM: tl.constexpr, IN: tl.constexpr):
    v = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    at = tl.arange(0, IM)[:, None] * IN + tl.arange(0, IN)[None, :]
    tl.store(out + at, tl.gather(v, tl.load(index + at), AXIS))


@pytest.mark.parametrize("axis, shape", [(0, (16, 8)), (0, (2, 8)), (1, (4, 16)), (1, (4, 2))])
def test_SC_8_gather(backend, axis, shape):
    x = values((4, 8), "float32")
    index = np.random.default_rng(1).integers(0, x.shape[axis], shape).astype(np.int32)
    out = np.zeros(shape, np.float32)
    gather_kernel[(1,)](x, index, out, axis, *x.shape, *shape)
    np.testing.assert_array_equal(out, np.take_along_axis(x, index, axis))


@triton.jit
def bad_kernel(x, CASE: tl.constexpr):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    if CASE == 0:
        tl.sort(v[:, None], dim=0)
    elif CASE == 1:
        tl.topk(v, 3)
    elif CASE == 2:
        tl.histogram(v, 8)
    elif CASE == 3:
        tl.gather(v, v, 0)
    elif CASE == 4:
        tl.gather(v[:, None], i, 0)
    else:
        tl.cumsum(v, axis=2)


@pytest.mark.parametrize("case, message", [
    (0, "in tl.sort: static assertion failed: only the last dimension is sorted"),
    (1, "in tl.topk: static assertion failed: k must be a power of two"),
    (2, "in tl.histogram: static assertion failed: the elements must be integers"),
    (3, "the index of tl.gather must be integers"),
    (4, "the index of tl.gather must have the shape of the source but for axis 0"),
    (5, "invalid axis 2 of tl.associative_scan; expected -1 <= axis < 1"),
])
def test_SC_errors_point_at_the_call(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](np.zeros(8, np.float32), case)
    text = str(caught.value)
    assert message in text and "test_sc_scans.py" in text and "<mytriton" not in text
