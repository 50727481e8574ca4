"""Literals, promotion, operators, casts, broadcasting: rows SE-01 … SE-75 and the golden checks."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl

NAMES = {"bool": "int1", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
         "uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64",
         "float16": "float16", "bfloat16": "bfloat16", "float32": "float32", "float64": "float64"}


# 2.1 Literals


@triton.jit
def literal_kernel(h, b, u, x):
    # SE-01, SE-02, SE-03: the types literals take when they become values.
    tl.static_assert(tl.to_tensor(2**31 - 1).dtype == tl.int32)
    tl.static_assert(tl.to_tensor(0xFFFFFFFF).dtype == tl.uint32)
    tl.static_assert(tl.to_tensor(2**40).dtype == tl.int64)
    tl.static_assert(tl.to_tensor(2**63).dtype == tl.uint64)
    tl.static_assert(tl.to_tensor(-2**31).dtype == tl.int32)
    tl.static_assert(tl.to_tensor(-2**31 - 1).dtype == tl.int64)
    tl.static_assert(tl.to_tensor(1.5).dtype == tl.float32)
    tl.static_assert(tl.to_tensor(1e50).dtype == tl.float64)
    tl.static_assert(tl.to_tensor(1e-40).dtype == tl.float64)
    tl.static_assert(tl.to_tensor(0.0).dtype == tl.float32)
    tl.static_assert(tl.to_tensor(float("inf")).dtype == tl.float32)
    tl.static_assert(tl.to_tensor(float("nan")).dtype == tl.float32)
    tl.static_assert(tl.to_tensor(True).dtype == tl.int1)
    # SE-04: a weak literal takes the other operand's type unless its kind is higher.
    i = tl.arange(0, 8)
    half, byte, unsigned, m = tl.load(h + i), tl.load(b + i), tl.load(u + i), i < 3
    tl.static_assert((half * 2.0).dtype == tl.float16 and (half + 2).dtype == tl.float16)
    tl.static_assert((byte + 1).dtype == tl.int8 and (1 - byte).dtype == tl.int8)
    tl.static_assert((m + 1).dtype == tl.int32 and (i * 2.0).dtype == tl.float32)
    tl.static_assert((unsigned << 2).dtype == tl.uint32 and (byte & 3).dtype == tl.int8)
    tl.static_assert((half / 2).dtype == tl.float32 and (half % 2).dtype == tl.float32)
    tl.static_assert(tl.where(m, half, 0.0).dtype == tl.float16)
    # SE-06: comparisons and extrema make a value of the literal first.
    tl.static_assert((half > 0.5).dtype == tl.int1)
    tl.static_assert(tl.maximum(half, 0.0).dtype == tl.float32)
    tl.static_assert(tl.maximum(byte, 0).dtype == tl.int32)
    # SE-07: assignment decays.
    s = 2.5
    tl.static_assert((half * s).dtype == tl.float32)
    c: tl.constexpr = 2.5
    tl.static_assert((half * c).dtype == tl.float16)
    # SE-09: Python's own arithmetic between constexprs.
    tl.static_assert(-7 // 2 == -4 and -7 % 2 == 1 and 2**70 > 2**69 and 7 / 2 == 3.5)


def test_SE_01_to_SE_09_literals():
    x = np.zeros(8, np.float32)
    literal_kernel[(1,)](x.astype(np.float16), x.astype(np.int8), x.astype(np.uint32), x)


@triton.jit
def bad_literal_kernel(b, u, CASE: tl.constexpr):
    i = tl.arange(0, 8)
    if CASE == 0:
        tl.load(b + i) + 300
    elif CASE == 1:
        tl.load(u + i) + (-1)
    elif CASE == 2:
        i + 2**40
    else:
        tl.to_tensor(2**64)


@pytest.mark.parametrize("case, message", [
    (0, "300 is out of range for type i8"), (1, "negative literal -1 with a value of type u32"),
    (2, "out of range for type i32"), (3, "out of the range of 64-bit integers"),
])
def test_SE_05_literals_out_of_range(case, message):
    with pytest.raises(triton.CompileError, match=message):
        bad_literal_kernel[(1,)](np.zeros(8, np.int8), np.zeros(8, np.uint32), case)


@triton.jit
def helper(x, n):
    return x + tl.arange(0, n)


@triton.jit
def constant_argument_kernel(out):
    tl.store(out + tl.arange(0, 4), helper(1, 4))


def test_SE_08_numbers_stay_constants_in_helpers(backend):
    out = np.zeros(4, np.int32)
    constant_argument_kernel[(1,)](out)
    assert out.tolist() == [1, 2, 3, 4]


# 2.2 Promotion


@triton.jit
def promotion_kernel(x, A: tl.constexpr, B: tl.constexpr, ADD: tl.constexpr, DIV: tl.constexpr):
    i = tl.load(x + tl.arange(0, 4))
    a, b = i.to(A), i.to(B)
    tl.static_assert((a + b).dtype == ADD)
    tl.static_assert((b * a).dtype == ADD)
    if DIV is not None:
        tl.static_assert((a / b).dtype == DIV)
        # Run-time scalars are not weak.
        tl.static_assert((a / tl.load(x).to(B)).dtype == DIV)


@pytest.mark.parametrize("a, b, add, div", [
    ("int8", "int32", "int32", "float32"), ("int32", "uint32", "uint32", None),
    ("int64", "uint32", "int64", None), ("int8", "uint16", "uint16", None),
    ("int16", "uint8", "int16", None), ("bool", "bool", "bool", "float32"),
    ("bool", "float32", "float32", "float32"), ("int64", "float16", "float16", "float32"),
    ("int32", "bfloat16", "float32", "float32"), ("float16", "bfloat16", "float16", "float32"),
    ("bfloat16", "bfloat16", "bfloat16", "float32"), ("bfloat16", "float32", "float32", "float32"),
    ("float16", "float16", "float16", "float32"), ("float32", "float16", "float32", "float32"),
    ("float64", "float32", "float64", "float64"), ("float64", "int64", "float64", "float64"),
    ("int64", "int64", "int64", "float32"), ("uint8", "uint64", "uint64", "float32"),
])
def test_SE_promotion_of_two_values(a, b, add, div):
    kinds = [getattr(tl, NAMES[t]) for t in (a, b, add)]
    promotion_kernel[(1,)](np.ones(4, np.int32), *kinds, div and getattr(tl, NAMES[div]))


# 2.3 Operators


@triton.jit
def binary_kernel(x, y, out, OP: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    if OP == "+":
        r = a + b
    elif OP == "-":
        r = a - b
    elif OP == "*":
        r = a * b
    elif OP == "/":
        r = a / b
    elif OP == "//":
        r = a // b
    elif OP == "%":
        r = a % b
    elif OP == "&":
        r = a & b
    elif OP == "|":
        r = a | b
    elif OP == "^":
        r = a ^ b
    elif OP == "<<":
        r = a << b
    elif OP == ">>":
        r = a >> b
    elif OP == "<":
        r = a < b
    elif OP == "<=":
        r = a <= b
    elif OP == ">":
        r = a > b
    elif OP == ">=":
        r = a >= b
    elif OP == "==":
        r = a == b
    else:
        r = a != b
    tl.store(out + i, r)


def binary(op, x, y, dtype):
    out = np.zeros(x.size, dtype)
    binary_kernel[(1,)](x, y, out, op, x.size)
    return out


def random_pair(dtype, seed=0):
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        return rng.standard_normal(64).astype(dtype), rng.standard_normal(64).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, 64, dtype), rng.integers(info.min, info.max, 64, dtype)


INTS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]


@pytest.mark.parametrize("dtype", INTS + FLOATS)
@pytest.mark.parametrize("op, ufunc", [("+", np.add), ("-", np.subtract), ("*", np.multiply)])
def test_SE_20_arithmetic(backend, op, ufunc, dtype):
    x, y = random_pair(dtype)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(binary(op, x, y, dtype), ufunc(x, y))


@pytest.mark.parametrize("dtype", INTS + FLOATS)
def test_SE_21_true_division(backend, dtype):
    x, y = random_pair(dtype)
    y[y == 0] = 1
    wide = "float64" if dtype == "float64" else "float32"
    out = binary("/", x, y, wide)
    np.testing.assert_allclose(out, x.astype(wide) / y.astype(wide), rtol=3e-7)


@pytest.mark.parametrize("dtype", INTS)
def test_SE_22_floor_division_and_SE_23_remainder_truncate(backend, dtype):
    x, y = random_pair(dtype)
    if np.dtype(dtype).kind == "i":
        y //= 16
        x[:2], y[:2] = [-7, 7], [2, -2]
    y[y == 0] = 3
    quotient = [abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1) for a, b in zip(x, y)]
    remainder = [int(a) - q * int(b) for a, b, q in zip(x, y, quotient)]
    np.testing.assert_array_equal(binary("//", x, y, dtype), np.array(quotient, object).astype(dtype))
    np.testing.assert_array_equal(binary("%", x, y, dtype), np.array(remainder, object).astype(dtype))


@triton.jit
def masked_division_kernel(x, out, n):
    i = tl.arange(0, 8)
    d = tl.load(x + i, mask=i < n, other=0)
    tl.store(out + i, tl.where(d != 0, 100 // d, -1))


def test_SE_22_division_by_zero_never_traps(backend):
    out = np.zeros(8, np.int32)
    masked_division_kernel[(1,)](np.array([3, 0, -7, 50, 1, 1, 1, 1], np.int32), out, 4)
    assert out.tolist() == [33, -1, -14, 2, -1, -1, -1, -1]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_SE_23_float_remainder(backend, dtype):
    x, y = random_pair(dtype)
    np.testing.assert_array_equal(binary("%", x, y, dtype), np.fmod(x, y))


@pytest.mark.parametrize("dtype", INTS + ["bool"])
@pytest.mark.parametrize("op, ufunc", [("&", np.bitwise_and), ("|", np.bitwise_or), ("^", np.bitwise_xor)])
def test_SE_24_bitwise(backend, op, ufunc, dtype):
    x, y = random_pair("int8" if dtype == "bool" else dtype)
    if dtype == "bool":
        x, y = x > 0, y > 0
    np.testing.assert_array_equal(binary(op, x, y, dtype), ufunc(x, y))


@pytest.mark.parametrize("dtype", INTS)
@pytest.mark.parametrize("op, ufunc", [("<<", np.left_shift), (">>", np.right_shift)])
def test_SE_25_shifts(backend, op, ufunc, dtype):
    x, _ = random_pair(dtype)
    y = (np.arange(64) % (8 * x.itemsize)).astype(dtype)
    np.testing.assert_array_equal(binary(op, x, y, dtype), ufunc(x, y))


@triton.jit
def unary_kernel(x, b, out):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    tl.store(out + i, -v)
    tl.store(out + 8 + i, ~v)
    tl.store(out + 16 + i, ~(tl.load(b + i) != 0))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "uint64"])
def test_SE_26_unary(backend, dtype):
    x = np.array([0, 1, 2, 100, 7, 8, 9, np.iinfo(dtype).min], dtype)
    b = np.array([0, 1, 0, 1, 1, 1, 0, 0], np.int8)
    out = np.zeros(24, dtype)
    unary_kernel[(1,)](x, b, out)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(out, np.concatenate([0 - x, ~x, (b == 0).astype(dtype)]))


@triton.jit
def negate_kernel(x, out):
    i = tl.arange(0, 4)
    tl.store(out + i, -tl.load(x + i))


def test_SE_26_negation_flips_the_sign_bit(backend):
    x = np.array([0.0, -0.0, np.inf, 1.5], np.float32)
    out = np.zeros(4, np.float32)
    negate_kernel[(1,)](x, out)
    np.testing.assert_array_equal(out.view(np.uint32), (-x).view(np.uint32))


@pytest.mark.parametrize("dtype", ["int8", "uint32", "int64", "float16", "float32", "float64"])
@pytest.mark.parametrize("op, ufunc", [("<", np.less), ("<=", np.less_equal), (">", np.greater),
                                       (">=", np.greater_equal), ("==", np.equal), ("!=", np.not_equal)])
def test_SE_27_comparisons(backend, op, ufunc, dtype):
    x, y = random_pair(dtype)
    y[::3] = x[::3]
    if np.dtype(dtype).kind == "f":
        x[5], y[6], x[7], y[7] = np.nan, np.nan, np.nan, np.nan
    np.testing.assert_array_equal(binary(op, x, y, "bool"), ufunc(x, y))


def test_SE_27_mixed_signs_compare_in_the_promoted_type(backend):
    x, y = np.full(4, -1, np.int32), np.full(4, 1, np.uint32)
    assert not binary("<", x, y, "bool").any()


@triton.jit
def boolean_kernel(out, n, m):
    tl.store(out, (n > 0) and (m > 0))
    tl.store(out + 1, (n > 0) or (m > 0))
    tl.store(out + 2, not (n > 0))
    none: tl.constexpr = None
    tl.store(out + 3, none is not None and n > 0)
    tl.store(out + 4, none is None or n > 0)


def test_SE_28_and_SE_29_boolean_operators_and_SE_30_identity(backend):
    out = np.zeros(5, np.bool_)
    boolean_kernel[(1,)](out, 3, -3)
    assert out.tolist() == [False, True, False, False, True]


@triton.jit
def power_kernel(x):
    A: tl.constexpr = 2**5
    tl.static_assert(A == 32)


def test_SE_31_power_of_constants():
    power_kernel[(1,)](np.zeros(1, np.float32))


@triton.jit
def bad_operator_kernel(x, n, CASE: tl.constexpr):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    if CASE == 0:
        v & 1
    elif CASE == 1:
        v // 2
    elif CASE == 2:
        i // i.to(tl.uint32)
    elif CASE == 3:
        x + v
    elif CASE == 4:
        x + x
    elif CASE == 5:
        1 - x
    elif CASE == 6:
        ~v
    elif CASE == 7:
        -x
    elif CASE == 8:
        v @ v
    elif CASE == 9:
        n ** 2
    elif CASE == 10:
        x < x
    else:
        v << 1


@pytest.mark.parametrize("case, message", [
    (0, "invalid operands of type"), (1, "invalid operands of type|needs integers|'//'"),
    (2, "i32 and u32 because they have different signedness; cast one of them"),
    (3, "pointer"), (4, "pointer|invalid operands"), (5, "pointer|invalid operands"),
    (6, "'~'"), (7, "'-'|pointer"), (8, "'@'|matrix"), (9, r"'\*\*'"), (10, "pointer|invalid operands"),
    (11, "invalid operands of type"),
])
def test_SE_24_SE_73_operand_errors(case, message):
    with pytest.raises(triton.CompileError, match=message):
        bad_operator_kernel[(1,)](np.zeros(8, np.float32), 3, case)


# 2.4 Casts


@triton.jit
def cast_kernel(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    # A store casts to the pointee's type (SE-50).
    tl.store(out + i, tl.load(x + i).to(out.dtype.element_ty))
    tl.store(out + N + i, tl.load(x + i))


@pytest.mark.parametrize("target", INTS + FLOATS)
@pytest.mark.parametrize("source", INTS + FLOATS)
def test_SE_40_to_SE_46_casts(backend, source, target):
    rng = np.random.default_rng(0)
    x = rng.integers(-100, 100, 32).astype(source)
    if np.dtype(source).kind == "f":
        x += rng.random(32).astype(source)
        if np.dtype(target).kind == "u":
            x = np.abs(x)
    elif np.dtype(source).kind == "u" and np.dtype(target).kind == "f" and source == "uint64":
        x = x % np.uint64(1000)
    out = np.zeros((2, 32), target)
    cast_kernel[(1,)](x, out, 32)
    with np.errstate(over="ignore"):
        expected = x.astype(target)
    np.testing.assert_array_equal(out, [expected, expected])


@triton.jit
def to_bool_kernel(x, out):
    i = tl.arange(0, 8)
    tl.store(out + i, tl.load(x + i).to(tl.int1).to(tl.int32) * 5)
    tl.store(out + 8 + i, tl.load(x + i).to(tl.int1).to(tl.float32).to(tl.int32))


def test_SE_42_to_int1_and_SE_43_from_int1(backend):
    x = np.array([0, -0.0, 0.5, 2, np.nan, -1, np.inf, 1e-40], np.float32)
    out = np.zeros(16, np.int32)
    to_bool_kernel[(1,)](x, out)
    expected = np.array([0, 0, 1, 1, 1, 1, 1, 1])
    np.testing.assert_array_equal(out, np.concatenate([expected * 5, expected]))


@triton.jit
def store_bool_kernel(x, out):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.load(x + i))


def test_TY_01_a_float_stored_as_int1_becomes_an_integer_first(backend):
    out = np.zeros(4, np.bool_)
    store_bool_kernel[(1,)](np.array([0.5, 2.5, 0, 1], np.float32), out)
    assert (out.view(np.uint8) != 0).tolist() == [False, True, False, True]


@triton.jit
def rounding_kernel(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(out + i, v.to(tl.float16))
    tl.store(out + N + i, v.to(tl.float16, fp_downcast_rounding="rtz"))
    tl.store(out + 2 * N + i, v.to(tl.float16, fp_downcast_rounding="rtne"))


def test_SE_46_rounding(backend):
    x = np.random.default_rng(0).standard_normal(64).astype(np.float32)
    out = np.zeros((3, 64), np.float16)
    rounding_kernel[(1,)](x, out, 64)
    nearest = x.astype(np.float16)
    np.testing.assert_array_equal(out[0], nearest)
    np.testing.assert_array_equal(out[2], nearest)
    toward = np.where(np.abs(nearest.astype(np.float32)) > np.abs(x), np.nextafter(nearest, np.float16(0)),
                      nearest)
    np.testing.assert_array_equal(out[1], toward)


@triton.jit
def bf16_kernel(x, bits, back, N: tl.constexpr):
    i = tl.arange(0, N)
    b = tl.load(x + i).to(tl.bfloat16)
    tl.store(bits + i, b.to(tl.uint16, bitcast=True))
    tl.store(back + i, b)


def test_TY_05_bfloat16(backend):
    x = np.random.default_rng(0).standard_normal(64).astype(np.float32)
    bits, back = np.zeros(64, np.uint16), np.zeros(64, np.float32)
    bf16_kernel[(1,)](x, bits, back, 64)
    word = x.view(np.uint32).astype(np.uint64)
    rounded = ((word + 0x7FFF + ((word >> 16) & 1)) >> 16).astype(np.uint16)
    np.testing.assert_array_equal(bits, rounded)
    np.testing.assert_array_equal(back, (rounded.astype(np.uint32) << 16).view(np.float32))


@triton.jit
def fp8_kernel(x, bits, back, DTYPE: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    b = tl.load(x + i).to(DTYPE)
    tl.store(bits + i, b.to(tl.uint8, bitcast=True))
    tl.store(back + i, b.to(tl.float32))


@triton.jit
def fp8_decode_kernel(bits, out, DTYPE: tl.constexpr):
    i = tl.arange(0, 256)
    tl.store(out + i, tl.load(bits + i).to(DTYPE, bitcast=True).to(tl.float32))


def decode_fp8(code, exponent_bits, mantissa_bits, ieee):
    """One 8-bit float by its definition: E5M2 has infinities, E4M3 only NaN at the top."""
    sign = -1.0 if code & 0x80 else 1.0
    exponent = (code >> mantissa_bits) & (2**exponent_bits - 1)
    mantissa = code & (2**mantissa_bits - 1)
    bias = 2 ** (exponent_bits - 1) - 1
    top = exponent == 2**exponent_bits - 1
    if ieee and top:
        return sign * np.inf if mantissa == 0 else np.nan
    if not ieee and top and mantissa == 2**mantissa_bits - 1:
        return np.nan
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa / 2**mantissa_bits) * 2.0 ** (exponent - bias)


@pytest.mark.parametrize("name, form, largest", [
    ("float8e4nv", (4, 3, False), 448.0), ("float8e5", (5, 2, True), 57344.0)])
def test_SE_47_fp8_rounds_and_saturates(backend, name, form, largest):
    dtype = getattr(tl, name)
    codes = np.arange(256, dtype=np.uint8)
    values = np.array([decode_fp8(int(c), *form) for c in codes], np.float32)
    decoded = np.zeros(256, np.float32)
    fp8_decode_kernel[(1,)](codes, decoded, dtype)
    np.testing.assert_array_equal(decoded, values)
    finite = np.unique(values[np.isfinite(values)])
    rng = np.random.default_rng(0)
    x = np.concatenate([
        rng.standard_normal(200).astype(np.float32) * np.exp2(rng.integers(-12, 12, 200)).astype(np.float32),
        np.float32([0, -0.0, 1e9, -1e9, np.inf, -np.inf, largest, -largest])])
    x = np.concatenate([x, np.zeros(256 - x.size, np.float32)])
    bits, back = np.zeros(256, np.uint8), np.zeros(256, np.float32)
    fp8_kernel[(1,)](x, bits, back, dtype, 256)
    np.testing.assert_array_equal(back, values[bits])
    clipped = np.clip(x.astype(np.float64), -largest, largest)
    nearest = np.abs(clipped[:, None] - finite[None, :]).min(axis=1)
    np.testing.assert_array_equal(np.abs(back - clipped), nearest)


@triton.jit
def fp8_nan_kernel(x, out, DTYPE: tl.constexpr):
    v = tl.load(x).to(DTYPE).to(tl.float32)
    tl.store(out, v)


@pytest.mark.parametrize("name", ["float8e4nv", "float8e5"])
def test_SE_47_fp8_keeps_nan(backend, name):
    out = np.zeros(1, np.float32)
    fp8_nan_kernel[(1,)](np.full(1, np.nan, np.float32), out, getattr(tl, name))
    assert np.isnan(out[0])


@triton.jit
def bitcast_kernel(x, out):
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    bits = v.to(tl.int32, bitcast=True)
    tl.static_assert(bits.shape == (4,))
    tl.store(out + i, bits)
    tl.store(out + 4 + i, bits.to(tl.uint32, bitcast=True).to(tl.float32, bitcast=True).to(tl.int32))
    p = (x + 2).to(tl.int64) - x.to(tl.int64)
    tl.store(out + 8, p)
    tl.store(out + 9, tl.load((x.to(tl.int64) + 4).to(tl.pointer_type(tl.float32))).to(tl.int32))
    tl.store(out + 10, x.to(tl.int1))
    tl.store(out + 11, tl.load(x.to(tl.pi32_t)))


def test_SE_48_pointers_and_SE_49_bitcasts(backend):
    x = np.array([1, -2, 3.5, 0], np.float32)
    out = np.zeros(12, np.int32)
    bitcast_kernel[(1,)](x, out)
    np.testing.assert_array_equal(out[:4], x.view(np.int32))
    assert out[4:].tolist() == [1, -2, 3, 0, 8, -2, 1, x.view(np.int32)[0]]


@triton.jit
def bad_cast_kernel(x, CASE: tl.constexpr):
    v = tl.load(x + tl.arange(0, 8))
    if CASE == 0:
        v.to(tl.int16, bitcast=True)
    elif CASE == 1:
        v.to(tl.float64, fp_downcast_rounding="rtz")
    elif CASE == 2:
        v.to(tl.float16, fp_downcast_rounding="up")
    elif CASE == 3:
        x.to(tl.int32)
    elif CASE == 4:
        v.to(tl.int32).to(tl.float8e5)
    elif CASE == 5:
        v.to(tl.float8e5).to(tl.int32)
    elif CASE == 6:
        v.to(3)
    else:
        tl.zeros((4,), tl.float8e4b15)


@pytest.mark.parametrize("case, message", [
    (0, "cannot bitcast f32 of 32 bits to i16 of 16 bits"),
    (1, "fp_downcast_rounding .* belongs to a cast to a narrower float, not from f32 to f64"),
    (2, "fp_downcast_rounding is 'rtne' or 'rtz'"),
    (3, "pointers convert to 64-bit integers only"),
    (4, "convert through tl.float16 or tl.float32"), (5, "convert through tl.float16 or tl.float32"),
    (6, "a dtype such as tl.float32 is needed here, got the int 3"),
    (7, "fp8e4b15 is not supported in this architecture"),
])
def test_SE_49_and_SE_43_cast_errors(case, message):
    with pytest.raises(triton.CompileError, match=message):
        bad_cast_kernel[(1,)](np.zeros(8, np.float32), case)


# 2.5, 2.6 Floats, broadcasting, pointers


@triton.jit
def widening_kernel(b):
    v = tl.load(b + tl.arange(0, 8)).to(tl.bfloat16)
    tl.static_assert(tl.maximum(v, v).dtype == tl.float32 and tl.minimum(v, v).dtype == tl.float32)
    tl.static_assert(tl.clamp(v, 0.0, 1.0).dtype == tl.float32)
    tl.static_assert(tl.max(v, 0).dtype == tl.float32 and tl.cumsum(v).dtype == tl.float32)
    best, where = tl.max(v, 0, return_indices=True)
    tl.static_assert(best.dtype == tl.float32 and where.dtype == tl.int32)


def test_SE_64_bf16_extrema_and_scans_give_f32():
    widening_kernel[(1,)](np.zeros(8, np.float32))


@triton.jit
def broadcasting_kernel(x, out, s):
    i, j = tl.arange(0, 4), tl.arange(0, 8)
    a = tl.load(x + j)
    # The lower rank is padded on the left, extents 1 expand, scalars splat.
    m = i[:, None] * 100 + a + s
    tl.static_assert(m.shape == (4, 8) and (i[:, None, None] + m).shape == (4, 4, 8))
    tl.store(out + i[:, None] * 8 + j, m)


def test_SE_70_broadcasting(backend):
    x, out = np.arange(8, dtype=np.int32), np.zeros((4, 8), np.int32)
    broadcasting_kernel[(1,)](x, out, 1000)
    np.testing.assert_array_equal(out, np.arange(4)[:, None] * 100 + x + 1000)


@triton.jit
def bad_broadcast_kernel(CASE: tl.constexpr):
    i = tl.arange(0, 4)
    if CASE == 0:
        i + tl.arange(0, 8)
    elif CASE == 1:
        i[:, None] + tl.zeros((2, 8), tl.int32)
    else:
        tl.broadcast_to(i, 1, 4)


@pytest.mark.parametrize("case, message", [
    (0, "for broadcasting at index 0: 4 and 8"), (1, "for broadcasting at index 0: 4 and 2"),
    (2, "tl.broadcast_to to 2 dimensions needs a block of as many"),
])
def test_SE_70_and_SE_71_incompatible_shapes(case, message):
    with pytest.raises(triton.CompileError, match=message):
        bad_broadcast_kernel[(1,)](case)


@triton.jit
def pointer_kernel(x, out, n):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.load(i + x))
    tl.store(out + 4 + i, tl.load((x + 4) - i))
    # Negative offsets of any width extend by their sign, unsigned ones by zeros.
    tl.store(out + 8 + i, tl.load((x + 8) + (0 - i).to(tl.int8)))
    tl.store(out + 12 + i, tl.load(x + (i + 4).to(tl.uint8)))
    tl.store(out + 16, tl.load(x + n.to(tl.int64)))
    tl.static_assert((x + i).dtype.element_ty == tl.float32 and (x + i).dtype.is_ptr())


def test_SE_72_pointer_offsets_and_SE_74_index_types(backend):
    x, out = np.arange(16, dtype=np.float32), np.zeros(17, np.float32)
    pointer_kernel[(1,)](x, out, 9)
    assert out.tolist() == [0, 1, 2, 3, 4, 3, 2, 1, 8, 7, 6, 5, 4, 5, 6, 7, 9]


@triton.jit
def alias_kernel(x, y, out):
    i = tl.arange(0, 8)
    before = tl.load(x + i)
    tl.store(y + i, before + 1)
    tl.store(out + i, tl.load(x + i) + before)


def test_SE_75_arguments_may_alias(backend):
    x, out = np.arange(9, dtype=np.float32), np.zeros(8, np.float32)
    alias_kernel[(1,)](x, x[1:], out)
    before = np.arange(8, dtype=np.float32)
    after = np.concatenate([[0], before[:7] + 1])
    np.testing.assert_array_equal(out, after + before)


# 2.8 Golden checks


@triton.jit
def golden_kernel(out, bools, n, b, u):
    a = -7
    tl.store(out, a // 2)
    tl.store(out + 1, a % 2)
    tl.store(out + 2, -7 // 2)
    tl.store(out + 3, -7 % 2)
    i = tl.arange(0, 8)
    m = i >= 0
    tl.store(bools + i, m + m)
    tl.store(out + 4, tl.sum(m))
    unsigned = i.to(tl.uint32)
    tl.store(bools + 8 + i, unsigned > -1)
    shifted = tl.load(b) >> tl.to_tensor(1).to(tl.uint8)
    tl.static_assert(shifted.dtype == tl.uint8)
    tl.store(out + 5, shifted)
    tl.store(out + 6, tl.load(u) >> 1)
    r = 0
    for j in range(10, 0, -3):
        r = r * 10 + j
    tl.store(out + 7, r)
    r = 0
    for j in tl.static_range(10, 0, -3):
        r = r * 10 + j
    tl.store(out + 8, r)
    nan = float("nan")
    tl.store(bools + 16, nan == tl.load(out + 9))
    tl.store(bools + 17, nan != 1.0)
    tl.store(bools + 18, nan.to(tl.int1))


def test_golden_checks(backend):
    out, bools = np.zeros(10, np.int32), np.zeros(19, np.bool_)
    golden_kernel[(1,)](out, bools, 3, np.array([-128], np.int8), np.array([128], np.uint8))
    assert out[:9].tolist() == [-3, -1, -4, 1, 8, 192, 64, 10741, 10741]
    assert bools.tolist() == [False] * 17 + [True, True]
