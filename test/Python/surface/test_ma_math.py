"""Selection and elementwise mathematics: rows MA-1 … MA-14, LD-1."""

import math

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def where_kernel(c, x, y, out, s):
    i = tl.arange(0, 8)
    mask = tl.load(c + i) != 0
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.where(mask, a, b))
    tl.store(out + 8 + i, tl.where(mask, a, 0.0))
    tl.store(out + 16 + i, tl.where(s > 3, a, b))
    tl.store(out + 24 + i, tl.load(tl.where(mask, x + i, y + i)))
    wide = tl.where(mask[:, None], a[:, None], b[None, :])
    tl.static_assert(wide.shape == (8, 8))
    # A literal takes the other branch's type (SE-04).
    tl.static_assert(tl.where(mask, a.to(tl.float16), 0.0).dtype == tl.float16)


def test_MA_1_where(backend):
    c = np.array([1, 0, 1, 1, 0, 0, 1, 0], np.int8)
    x, y = np.arange(8, dtype=np.float32), -np.arange(8, dtype=np.float32)
    out = np.zeros(32, np.float32)
    where_kernel[(1,)](c, x, y, out, 5)
    picked = np.where(c, x, y)
    np.testing.assert_array_equal(out, np.concatenate([picked, np.where(c, x, 0), x, picked]))


@triton.jit
def where_warning_kernel():
    tl.where(tl.arange(0, 8), 1, 2)


def test_MA_1_a_condition_that_is_not_boolean_warns():
    with pytest.warns(UserWarning, match="the condition of tl.where"):
        where_warning_kernel[(1,)]()


@triton.jit
def extremum_kernel(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.maximum(a, b))
    tl.store(out + N + i, tl.minimum(a, b))
    tl.store(out + 2 * N + i, tl.maximum(a, b, propagate_nan=tl.PropagateNan.NONE))
    tl.store(out + 3 * N + i, tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64", "float16", "float32", "float64"])
def test_MA_2_maximum_minimum(backend, dtype):
    rng = np.random.default_rng(0)
    x, y = rng.integers(-90, 90, 16).astype(dtype), rng.integers(-90, 90, 16).astype(dtype)
    if np.dtype(dtype).kind == "f":
        x[0], y[1], x[2], y[2] = np.nan, np.nan, np.nan, np.nan
    out = np.zeros((4, 16), dtype)
    extremum_kernel[(1,)](x, y, out, 16)
    expected = [np.maximum(x, y), np.minimum(x, y), np.fmax(x, y), np.minimum(x, y)]
    np.testing.assert_array_equal(out, expected)


@triton.jit
def clamp_kernel(x, out):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    tl.store(out + i, tl.clamp(v, -1.0, 2.0))
    tl.store(out + 8 + i, tl.clamp(v, -1.0, 2.0, propagate_nan=tl.PropagateNan.NONE))


def test_MA_3_clamp(backend):
    x = np.array([-5, -1, 0, 1.5, 2, 7, np.inf, np.nan], np.float32)
    out = np.zeros(16, np.float32)
    clamp_kernel[(1,)](x, out)
    np.testing.assert_array_equal(out[:8], np.clip(x, -1, 2))
    np.testing.assert_array_equal(out[8:15], np.clip(x, -1, 2)[:7])
    assert out[15] in (-1, 2)


@triton.jit
def unary_kernel(x, out, OP: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    if OP == "exp":
        r = tl.exp(v)
    elif OP == "exp2":
        r = tl.math.exp2(v)
    elif OP == "log":
        r = v.log()
    elif OP == "log2":
        r = tl.log2(v)
    elif OP == "sin":
        r = tl.sin(v)
    elif OP == "cos":
        r = tl.cos(v)
    elif OP == "sqrt":
        r = tl.sqrt(v)
    elif OP == "rsqrt":
        r = tl.rsqrt(v)
    elif OP == "erf":
        r = tl.erf(v)
    elif OP == "floor":
        r = tl.floor(v)
    elif OP == "ceil":
        r = v.ceil()
    elif OP == "tanh":
        r = tl.tanh(v)
    elif OP == "sigmoid":
        r = tl.sigmoid(v)
    elif OP == "sqrt_rn":
        r = tl.sqrt_rn(v)
    else:
        r = tl.abs(v)
    tl.static_assert(r.dtype == v.dtype)
    tl.store(out + i, r)


UNARY = {"exp": np.exp, "exp2": np.exp2, "log": np.log, "log2": np.log2, "sin": np.sin, "cos": np.cos,
         "sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x), "erf": np.vectorize(math.erf),
         "floor": np.floor, "ceil": np.ceil, "tanh": np.tanh, "sigmoid": lambda x: 1 / (1 + np.exp(-x))}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("op", UNARY)
def test_MA_4_math_and_MA_11_sigmoid(backend, op, dtype):
    x = np.linspace(-4, 4, 64).astype(dtype)
    if op in ("log", "log2", "sqrt", "rsqrt"):
        x = np.abs(x) + np.array(0.01, dtype)
    out = np.zeros_like(x)
    unary_kernel[(1,)](x, out, op, 64)
    exact = UNARY[op](x.astype(np.float64))
    ulp = np.spacing(np.maximum(np.abs(exact), np.abs(exact) * 0 + 1e-3).astype(dtype))
    assert np.all(np.abs(out - exact) <= (0 if op in ("floor", "ceil") else 4) * ulp)


def test_MA_5_sqrt_rn(backend):
    x = np.random.default_rng(0).random(256).astype(np.float32)
    out = np.zeros_like(x)
    unary_kernel[(1,)](x, out, "sqrt_rn", 256)
    np.testing.assert_array_equal(out, np.sqrt(x))


@triton.jit
def divide_kernel(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.div_rn(a, b))
    tl.store(out + N + i, tl.fdiv(a, b))
    tl.store(out + 2 * N + i, tl.fdiv(a, b, ieee_rounding=True))


def test_MA_5_div_rn_and_MA_6_fdiv(backend):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(256).astype(np.float32), rng.standard_normal(256).astype(np.float32)
    out = np.zeros((3, 256), np.float32)
    divide_kernel[(1,)](x, y, out, 256)
    np.testing.assert_array_equal(out[0], x / y)
    np.testing.assert_allclose(out[1], x / y, rtol=3e-7)
    np.testing.assert_array_equal(out[2], x / y)


@triton.jit
def divide_by_one_kernel(x, divisors, out, N: tl.constexpr):
    i = tl.arange(0, N)
    by = tl.load(divisors + tl.program_id(0))
    tl.store(out + tl.program_id(0) * N + i, tl.load(x + i) / by)


def test_MA_6_division_by_one_number_of_any_size(backend):
    """GPUs multiply by a reciprocal, which must not overflow nor lose digits."""
    rng = np.random.default_rng(1)
    x = rng.integers(0, 1 << 32, 1024, dtype=np.uint32).view(np.float32)
    x[:6] = [0, -0.0, np.inf, -np.inf, np.nan, 1e-45]
    by = rng.integers(0, 1 << 32, 48, dtype=np.uint32).view(np.float32)
    by[:11] = [0, -0.0, np.inf, 1e-45, -1e-39, 1.2e-38, 8.5e37, -1.7e38, 3.4e38, 3, 1]
    out = np.zeros((48, 1024), np.float32)
    divide_by_one_kernel[(48,)](x, by, out, 1024)
    with np.errstate(all="ignore"):
        exact = x.astype(np.float64) / by.astype(np.float64)[:, None]
        ulp = 2.0 ** (np.floor(np.log2(np.clip(np.abs(exact), 2.0**-126, 2.0**127))) - 23)
        near = np.abs(out - exact) <= 2 * ulp
    overflows = np.abs(exact) > np.finfo(np.float32).max - 2 * ulp
    infinite = overflows & np.isinf(out) & (np.sign(out) == np.sign(exact))
    both_nan = np.isnan(out) & np.isnan(exact)
    assert (near | infinite | both_nan).all()


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "float16", "float32", "float64"])
def test_MA_7_abs(backend, dtype):
    x = np.arange(-8, 8).astype(dtype)
    if np.dtype(dtype).kind == "i":
        x[0] = np.iinfo(dtype).min
    elif np.dtype(dtype).kind == "f":
        x[0], x[1] = -0.0, -np.inf
    out = np.zeros_like(x)
    unary_kernel[(1,)](x, out, "abs", 16)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(out, np.abs(x))
    assert not np.signbit(out[:2]).any() or np.dtype(dtype).kind == "i"


@triton.jit
def abs_fp8_kernel(bits, out, one, DTYPE: tl.constexpr):
    i = tl.arange(0, 256)
    v = tl.load(bits + i).to(DTYPE, bitcast=True)
    tl.store(out + i, tl.abs(v).to(tl.uint8, bitcast=True))
    tl.static_assert(tl.abs(v).dtype == DTYPE)
    scalar = tl.load(bits + 200).to(DTYPE, bitcast=True)
    tl.store(one, scalar.abs().to(tl.uint8, bitcast=True))


@pytest.mark.parametrize("name", ["float8e4nv", "float8e5"])
def test_MA_7_abs_of_fp8_clears_the_sign(backend, name):
    codes = np.arange(256, dtype=np.uint8)
    out, one = np.zeros(256, np.uint8), np.zeros(1, np.uint8)
    abs_fp8_kernel[(1,)](codes, out, one, getattr(tl, name))
    np.testing.assert_array_equal(out, codes & 127)
    assert one[0] == 200 & 127


@triton.jit
def fma_kernel(x, y, z, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.fma(tl.load(x + i), tl.load(y + i), tl.load(z + i)))


def test_MA_8_fma_rounds_once(backend):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(64).astype(np.float32), rng.standard_normal(64).astype(np.float32)
    z = -(x * y)
    out = np.zeros(64, np.float32)
    fma_kernel[(1,)](x, y, z, out, 64)
    # The exact product fits in f64, and so does its difference to the rounded one.
    exact = x.astype(np.float64) * y + z
    np.testing.assert_array_equal(out, exact.astype(np.float32))
    assert out.any()


@triton.jit
def umulhi_kernel(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    r = tl.umulhi(tl.load(x + i), tl.load(y + i))
    tl.store(out + i, r)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
def test_MA_9_umulhi(backend, dtype):
    rng = np.random.default_rng(0)
    info = np.iinfo(dtype)
    x, y = rng.integers(info.min, info.max, 16, dtype), rng.integers(info.min, info.max, 16, dtype)
    out = np.zeros_like(x)
    umulhi_kernel[(1,)](x, y, out, 16)
    bits = info.bits
    expected = [(int(a) % 2**bits * (int(b) % 2**bits)) >> bits for a, b in zip(x, y)]
    assert [int(v) % 2**bits for v in out] == expected


@triton.jit
def cdiv_kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out, tl.cdiv(n, BLOCK))
    tl.store(out + 1, n.cdiv(3))
    FEW: tl.constexpr = tl.cdiv(100, BLOCK)
    tl.store(out + 2 + tl.arange(0, FEW), FEW)
    # Wrong for negative numbers by design.
    tl.store(out + 6, tl.cdiv(-n, BLOCK))
    tl.store(out + 7, triton.cdiv(n, 2))


def test_MA_10_cdiv(backend):
    out = np.zeros(8, np.int32)
    cdiv_kernel[(1,)](out, 100, 32)
    assert out.tolist() == [4, 34, 4, 4, 4, 4, int((-100 + 31) / 32), 50]


@triton.jit
def softmax_kernel(x, out, DIM: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    v = tl.load(x + at)
    r = tl.softmax(v, DIM, keep_dims=True)
    tl.static_assert(tl.softmax(v.to(tl.float16)).dtype == tl.float32)
    tl.store(out + at, r)


@pytest.mark.parametrize("dim", [0, 1, None])
def test_MA_12_softmax(backend, dim):
    x = np.random.default_rng(0).standard_normal((8, 16)).astype(np.float32) * 50
    out = np.zeros_like(x)
    softmax_kernel[(1,)](x, out, dim, 8, 16)
    e = np.exp(x.astype(np.float64) - x.max(dim or 0, keepdims=True))
    np.testing.assert_allclose(out, e / e.sum(dim or 0, keepdims=True), rtol=2e-5, atol=1e-30)


@triton.jit
def functions_kernel(x, out):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    tl.store(out + i, tl.add(v, 1))
    tl.store(out + 8 + i, tl.sub(v, v, sanitize_overflow=False))
    tl.store(out + 16 + i, tl.mul(v, 3))


def test_MA_13_add_sub_mul(backend):
    x = np.arange(8, dtype=np.int32)
    out = np.zeros(24, np.int32)
    functions_kernel[(1,)](x, out)
    np.testing.assert_array_equal(out, np.concatenate([x + 1, x - x, x * 3]))


@triton.jit
def swizzle_kernel(out, I: tl.constexpr, J: tl.constexpr, G: tl.constexpr):
    i, j = tl.arange(0, I)[:, None], tl.arange(0, J)[None, :]
    p, q = tl.swizzle2d(i, j, I, J, G)
    tl.store(out + i * J + j, p * J + q)


@pytest.mark.parametrize("i, j, g", [(5, 7, 3), (4, 4, 2), (3, 2, 8)])
def test_MA_14_swizzle2d(backend, i, j, g):
    out = np.zeros((i, j), np.int32)
    swizzle_kernel[(1,)](out, i, j, g)
    for place in range(i * j):
        group, rest = divmod(place, g * j)
        rows = min(i - group * g, g)
        assert out.reshape(-1)[place] == (group * g + rest % rows) * j + rest // rows


@triton.jit
def bad_kernel(x, CASE: tl.constexpr):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    h = v.to(tl.float16)
    if CASE == 0:
        tl.exp(h)
    elif CASE == 1:
        tl.sqrt(i)
    elif CASE == 2:
        tl.exp(3)
    elif CASE == 3:
        tl.div_rn(h, h)
    elif CASE == 4:
        tl.sqrt_rn(v.to(tl.float64))
    elif CASE == 5:
        tl.fdiv(v, 2)
    elif CASE == 6:
        tl.fdiv(v, h)
    elif CASE == 7:
        tl.umulhi(i.to(tl.int16), i.to(tl.int16))
    elif CASE == 8:
        tl.clamp(i, 0, 3)
    elif CASE == 9:
        tl.fma(i, i, i)
    elif CASE == 10:
        tl.sigmoid(h)
    elif CASE == 11:
        tl.where(v, v, v)
    else:
        tl.maximum(v, v, propagate_nan=3)


@pytest.mark.parametrize("case, message", [
    (0, "expected dtype fp32 or fp64 for tl.exp, got vector<8 x f16>"),
    (1, "expected dtype fp32 or fp64 for tl.sqrt, got vector<8 x i32>"),
    (2, "expected dtype fp32 or fp64 for tl.exp, got i32"),
    (3, "expected dtype fp32 for tl.div_rn"),
    (4, "expected dtype fp32 for tl.sqrt_rn, got vector<8 x f64>"),
    (5, "tl.fdiv needs floats of one type, got vector<8 x f32> and i32"),
    (6, "tl.fdiv needs floats of one type"),
    (7, "tl.umulhi needs integers of 32 or 64 bits, got i16"),
    (8, "tl.clamp needs floats, got vector<8 x i32>"),
    (9, "tl.fma needs floats of 16 bits or more, got i32"),
    (10, "in tl.sigmoid: expected dtype fp32 or fp64 for tl.exp"),
    (11, "the condition of tl.where must be boolean, got vector<8 x f32>"),
    (12, "propagate_nan must be tl.PropagateNan.ALL or tl.PropagateNan.NONE"),
])
def test_MA_errors(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](np.zeros(8, np.float32), case)
    assert message in str(caught.value)
