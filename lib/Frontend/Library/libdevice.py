"""Functions of `libdevice` that the language's own functions express.

Single precision is computed in double and rounded once.
"""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import triton
import triton.language as tl


@triton.jit
def _wide(x):
    x = tl.to_tensor(x)
    tl.static_assert(x.dtype.is_fp32() or x.dtype.is_fp64(), "expected dtype fp32 or fp64")
    return x.to(tl.float64)


@triton.jit
def _type(x):
    return tl.to_tensor(x).dtype


@triton.jit
def _bits(x):
    x = tl.to_tensor(x)
    tl.static_assert(x.dtype.is_fp32() or x.dtype.is_fp64(), "expected dtype fp32 or fp64")
    return x.to(tl.uint32 if x.dtype.is_fp32() else tl.uint64, bitcast=True)


@triton.jit
def copysign(x, y):
    x, y = tl.to_tensor(x), tl.to_tensor(y)
    tl.static_assert(x.dtype == y.dtype, "both operands need one type")
    a, b = _bits(x), _bits(y)
    top: tl.constexpr = x.dtype.primitive_bitwidth - 1
    magnitude: tl.constexpr = (1 << top) - 1
    return ((a & magnitude) | (b & (1 << top))).to(x.dtype, bitcast=True)


@triton.jit
def signbit(x):
    return (_bits(x) >> (tl.to_tensor(x).dtype.primitive_bitwidth - 1)).to(tl.int32)


@triton.jit
def isnan(x):
    x = tl.to_tensor(x)
    _bits(x)
    return x != x


@triton.jit
def isinf(x):
    return tl.abs(_wide(x)) == float("inf")


@triton.jit
def finitef(x):
    return tl.abs(_wide(x)) < float("inf")


@triton.jit
def isfinited(x):
    return tl.abs(_wide(x)) < float("inf")


@triton.jit
def trunc(x):
    x = tl.to_tensor(x)
    return tl.where(x < 0, tl.ceil(x), tl.floor(x))


@triton.jit
def rint(x):
    x = tl.to_tensor(x)
    _bits(x)
    a = tl.abs(x)
    # Adding it leaves no room for fractions, and rounds to the even neighbour.
    whole: tl.constexpr = 2.0**23 if x.dtype.is_fp32() else 2.0**52
    return copysign(tl.where(a < whole, (a + whole) - whole, a), x)


@triton.jit
def nearbyint(x):
    return rint(x)


@triton.jit
def round(x):
    x = tl.to_tensor(x)
    whole = trunc(x)
    away = tl.abs(x - whole) >= 0.5
    return tl.where(away, whole + copysign(tl.full(x.shape, 1, x.dtype) if len(x.shape) else
                                           tl.to_tensor(1.0).to(x.dtype), x), whole)


@triton.jit
def fmod(x, y):
    x, y = tl.to_tensor(x), tl.to_tensor(y)
    _bits(x)
    tl.static_assert(x.dtype == y.dtype, "both operands need one type")
    return x % y


@triton.jit
def _expm1(x):
    # Kahan: the error of exp(x) and of its logarithm cancel.
    e = tl.exp(x)
    small = (e - 1) * x / tl.log(e)
    return tl.where(e == 1, x, tl.where((e - 1 == -1) | (x > 50), e - 1, small))


@triton.jit
def _log1p(x):
    u = 1 + x
    return tl.where(u == 1, x, tl.where(u == float("inf"), u, tl.log(u) * x / (u - 1)))


@triton.jit
def _atan(x):
    a = tl.abs(x)
    inverse = a > 1
    a = tl.where(inverse, 1 / a, a)
    # Three times half the angle: at most tan(pi / 32).
    for _ in tl.static_range(3):
        a = a / (1 + tl.sqrt(1 + a * a))
    square = a * a
    series = square * 0
    for k in tl.static_range(19, 0, -2):
        series = 1.0 / k - square * series
    angle = 8 * a * series
    return copysign(tl.where(inverse, 1.5707963267948966 - angle, angle), x)


@triton.jit
def expm1(x):
    return _expm1(_wide(x)).to(_type(x))


@triton.jit
def log1p(x):
    return _log1p(_wide(x)).to(_type(x))


@triton.jit
def log10(x):
    return (tl.log(_wide(x)) * 0.4342944819032518).to(_type(x))


@triton.jit
def exp10(x):
    return tl.exp2(_wide(x) * 3.321928094887362).to(_type(x))


@triton.jit
def tan(x):
    w = _wide(x)
    return (tl.sin(w) / tl.cos(w)).to(_type(x))


@triton.jit
def sinh(x):
    w = _wide(x)
    a = tl.abs(w)
    e = _expm1(a)
    half = tl.exp(0.5 * a)
    return copysign(tl.where(a > 20, 0.5 * half * half, 0.5 * (e + e / (e + 1))), w).to(_type(x))


@triton.jit
def cosh(x):
    half = tl.exp(0.5 * tl.abs(_wide(x)))
    return (0.5 * half * half + 0.5 / half / half).to(_type(x))


@triton.jit
def asinh(x):
    w = _wide(x)
    a = tl.abs(w)
    near = _log1p(a + a * a / (1 + tl.sqrt(1 + a * a)))
    return copysign(tl.where(a > 1e9, tl.log(a) + 0.6931471805599453, near), w).to(_type(x))


@triton.jit
def acosh(x):
    w = _wide(x)
    t = w - 1
    near = _log1p(t + tl.sqrt(2 * t + t * t))
    return tl.where(w > 1e9, tl.log(w) + 0.6931471805599453, near).to(_type(x))


@triton.jit
def atanh(x):
    w = _wide(x)
    a = tl.abs(w)
    return copysign(0.5 * _log1p(2 * a / (1 - a)), w).to(_type(x))


@triton.jit
def atan(x):
    return _atan(_wide(x)).to(_type(x))


@triton.jit
def asin(x):
    w = _wide(x)
    return (2 * _atan(w / (1 + tl.sqrt((1 - w) * (1 + w))))).to(_type(x))


@triton.jit
def acos(x):
    w = _wide(x)
    return (2 * _atan(tl.sqrt((1 - w) / (1 + w)))).to(_type(x))


@triton.jit
def cbrt(x):
    w = _wide(x)
    a = tl.abs(w)
    root = tl.exp2(tl.log2(a) / 3)
    # One step of Newton takes what the exponential lost.
    root = tl.where((a == 0) | (a == float("inf")), a, root - (root - a / (root * root)) / 3)
    return copysign(root, w).to(_type(x))


@triton.jit
def hypot(x, y):
    a, b = tl.abs(_wide(x)), tl.abs(_wide(y))
    large, small = tl.maximum(a, b), tl.minimum(a, b)
    ratio = tl.where(large == 0, 0.0, small / large)
    length = large * tl.sqrt(1 + ratio * ratio)
    infinite = (a == float("inf")) | (b == float("inf"))
    return tl.where(infinite, float("inf"), length).to(_type(x))


@triton.jit
def saturatef(x):
    return tl.clamp(x, 0.0, 1.0)


@triton.jit
def float_as_int(x):
    return x.to(tl.int32, bitcast=True)


@triton.jit
def float_as_uint(x):
    return x.to(tl.int32, bitcast=True)


@triton.jit
def int_as_float(x):
    return x.to(tl.float32, bitcast=True)


@triton.jit
def uint_as_float(x):
    return x.to(tl.float32, bitcast=True)


@triton.jit
def double_as_longlong(x):
    return x.to(tl.int64, bitcast=True)


@triton.jit
def longlong_as_double(x):
    return x.to(tl.float64, bitcast=True)
