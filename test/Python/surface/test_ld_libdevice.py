"""Functions of libdevice: rows LD-1, LD-3, LD-5, LD-6, LD-11."""

import math

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl
from mytriton.language.extra import libdevice

UNARY = {
    "acos": math.acos, "acosh": math.acosh, "asin": math.asin, "asinh": math.asinh, "atan": math.atan,
    "atanh": math.atanh, "cbrt": lambda x: math.copysign(abs(x) ** (1 / 3), x), "cosh": math.cosh,
    "exp10": lambda x: 10.0**x, "expm1": math.expm1, "log10": math.log10, "log1p": math.log1p,
    "sinh": math.sinh, "tan": math.tan, "trunc": math.trunc, "rint": round, "nearbyint": round,
    "round": lambda x: math.copysign(math.floor(abs(x) + 0.5), x),
}
DOMAIN = {"acos": (-1, 1), "asin": (-1, 1), "acosh": (1, 50), "atanh": (-0.99, 0.99), "log10": (0.01, 50),
          "log1p": (-0.9, 50)}


@triton.jit
def unary_kernel(x, out, NAME: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    if NAME == "acos":
        r = libdevice.acos(v)
    elif NAME == "acosh":
        r = libdevice.acosh(v)
    elif NAME == "asin":
        r = libdevice.asin(v)
    elif NAME == "asinh":
        r = libdevice.asinh(v)
    elif NAME == "atan":
        r = libdevice.atan(v)
    elif NAME == "atanh":
        r = libdevice.atanh(v)
    elif NAME == "cbrt":
        r = libdevice.cbrt(v)
    elif NAME == "cosh":
        r = libdevice.cosh(v)
    elif NAME == "exp10":
        r = libdevice.exp10(v)
    elif NAME == "expm1":
        r = libdevice.expm1(v)
    elif NAME == "log10":
        r = libdevice.log10(v)
    elif NAME == "log1p":
        r = libdevice.log1p(v)
    elif NAME == "sinh":
        r = libdevice.sinh(v)
    elif NAME == "tan":
        r = libdevice.tan(v)
    elif NAME == "trunc":
        r = libdevice.trunc(v)
    elif NAME == "rint":
        r = libdevice.rint(v)
    elif NAME == "nearbyint":
        r = libdevice.nearbyint(v)
    else:
        r = libdevice.round(v)
    tl.static_assert(r.dtype == v.dtype)
    tl.store(out + i, r)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", UNARY)
def test_LD_1_unary(backend, name, dtype):
    low, high = DOMAIN.get(name, (-12, 12))
    x = np.linspace(low, high, 62).astype(dtype)
    x = np.concatenate([x, np.array([2.5 if high > 2 else 0.5, 1e-9 if low <= 0 else 1.5], dtype)])
    out = np.zeros_like(x)
    unary_kernel[(1,)](x, out, name, 64)
    exact = np.array([UNARY[name](float(v)) for v in x])
    # Single precision is rounded from double; the double forms err by a few units.
    eps = np.finfo(dtype).eps
    tolerance = (0.51 if dtype == "float32" else 60) * eps
    if name in ("trunc", "rint", "nearbyint", "round"):
        tolerance = 0
    assert np.all(np.abs(out - exact) <= tolerance * np.abs(exact) * 2 + 1e-300)


@triton.jit
def edges_kernel(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(out + i, libdevice.isnan(v).to(tl.int32))
    tl.store(out + N + i, libdevice.isinf(v).to(tl.int32))
    tl.store(out + 2 * N + i, libdevice.finitef(v).to(tl.int32))
    tl.store(out + 3 * N + i, (libdevice.signbit(v) != 0).to(tl.int32))
    tl.store(out + 4 * N + i, libdevice.float_as_int(v))
    tl.static_assert(libdevice.isnan(v).dtype == tl.int1 and libdevice.signbit(v).dtype == tl.int32)


def test_LD_5_isnan_isinf_LD_6_signbit_LD_11_bits(backend):
    x = np.array([0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan, 3e38], np.float32)
    out = np.zeros((5, 8), np.int32)
    edges_kernel[(1,)](x, out, 8)
    np.testing.assert_array_equal(out[:4], [np.isnan(x), np.isinf(x), np.isfinite(x), np.signbit(x)])
    np.testing.assert_array_equal(np.delete(out[4], 6), np.delete(x.view(np.int32), 6))


@triton.jit
def special_kernel(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(out + i, libdevice.expm1(v))
    tl.store(out + N + i, libdevice.atan(v))
    tl.store(out + 2 * N + i, libdevice.rint(v))
    tl.store(out + 3 * N + i, libdevice.cbrt(v))
    tl.store(out + 4 * N + i, libdevice.sinh(v))


def test_LD_1_special_values(backend):
    x = np.array([0, -0.0, np.inf, -np.inf, np.nan, 2.5, -3.5, 1e10], np.float32)
    out = np.zeros((5, 8), np.float32)
    special_kernel[(1,)](x, out, 8)
    with np.errstate(over="ignore"):
        expected = np.array([f(x.astype(np.float64)) for f in (np.expm1, np.arctan, np.rint, np.cbrt, np.sinh)])
        np.testing.assert_allclose(out, expected.astype(np.float32), rtol=2e-7)
    assert np.signbit(out[1:, 1]).all() and not np.signbit(out[1:, 0]).any()


@triton.jit
def binary_kernel(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, libdevice.copysign(a, b))
    tl.store(out + N + i, libdevice.fmod(a, b))
    tl.store(out + 2 * N + i, libdevice.hypot(a, b))


def test_LD_3_binary(backend):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(64).astype(np.float32), rng.standard_normal(64).astype(np.float32)
    x[0], y[0] = 0, -0.0
    y[1] = np.inf
    out = np.zeros((3, 64), np.float32)
    binary_kernel[(1,)](x, y, out, 64)
    np.testing.assert_array_equal(out[0], np.copysign(x, y))
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(out[1], np.fmod(x, y))
    np.testing.assert_allclose(out[2], np.hypot(x.astype(np.float64), y), rtol=6e-8)


@triton.jit
def bad_kernel(x, CASE: tl.constexpr):
    h = tl.load(x).to(tl.float16)
    if CASE == 0:
        libdevice.sinh(h)
    else:
        libdevice.copysign(h.to(tl.float32), 1e300)


@pytest.mark.parametrize("case, message", [
    (0, "in sinh: static assertion failed: expected dtype fp32 or fp64"),
    (1, "in copysign: static assertion failed: both operands need one type"),
])
def test_LD_0_only_the_listed_types(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](np.zeros(1, np.float32), case)
    assert message in str(caught.value)
