"""Section 2 of the language's rules: literals, promotion, operators, casts (SE-01 … SE-90)."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


def run(kernel, *args, dtype=np.int32, size=8, **constants):
    out = np.zeros(size, dtype)
    kernel[(1,)](*args, out, **constants)
    return out


@triton.jit
def literals_kernel(out):
    a = 0x7FFFFFFF
    tl.static_assert(a.dtype == tl.int32)
    b = 0x80000000
    tl.static_assert(b.dtype == tl.uint32)
    c = -0x80000001
    tl.static_assert(c.dtype == tl.int64)
    d = 0x100000000
    tl.static_assert(d.dtype == tl.int64)
    e = 0xFFFFFFFFFFFFFFFF
    tl.static_assert(e.dtype == tl.uint64)
    f = 1.5
    tl.static_assert(f.dtype == tl.float32)
    g = 1e-40
    tl.static_assert(g.dtype == tl.float64)
    h = 1e50
    tl.static_assert(h.dtype == tl.float64)
    i = float("inf")
    tl.static_assert(i.dtype == tl.float32)
    j = 0.0
    tl.static_assert(j.dtype == tl.float32)
    k = True
    tl.static_assert(k.dtype == tl.int1)
    tl.store(out, (e >> 63).to(tl.int32))


def test_SE_01_02_03_types_of_literals(backend):
    assert run(literals_kernel)[0] == 1


@triton.jit
def too_large_literal_kernel(out):
    x = 0x10000000000000000
    tl.store(out, x)


def test_SE_01_a_literal_of_65_bits(backend):
    with pytest.raises(triton.CompileError, match="18446744073709551616"):
        run(too_large_literal_kernel)


@triton.jit
def weak_kernel(p8, p16, pb, out):
    i8, f16, b = tl.load(p8), tl.load(p16), tl.load(pb)
    tl.static_assert((f16 * 2.0).dtype == tl.float16)
    tl.static_assert((i8 + 1).dtype == tl.int8)
    tl.static_assert((b + 1).dtype == tl.int32)
    i = tl.program_id(0)
    tl.static_assert((i * 2.0).dtype == tl.float32)
    tl.static_assert(tl.where(b, f16, 1).dtype == tl.float16)
    tl.store(out, i8 + 127)


def test_SE_04_weak_literals(backend):
    args = np.array([3], np.int8), np.array([1], np.float16), np.array([True])
    assert run(weak_kernel, *args, dtype=np.int8)[0] == -126


@triton.jit
def out_of_range_kernel(p, out):
    tl.store(out, tl.load(p) + 300)


def test_SE_05_weak_literals_out_of_range(backend):
    with pytest.raises(triton.CompileError, match="300.*out of range"):
        run(out_of_range_kernel, np.zeros(1, np.int8))


@triton.jit
def decay_kernel(p, out):
    s = 0.5
    tl.static_assert((tl.load(p) * s).dtype == tl.float32)
    k: tl.constexpr = 0.5
    tl.static_assert((tl.load(p) * k).dtype == tl.float16)
    tl.store(out, tl.load(p) * k)


def test_SE_07_assignment_decays(backend):
    assert run(decay_kernel, np.array([3], np.float16), dtype=np.float32)[0] == 1.5


@triton.jit
def shaped(p, n):
    return tl.load(p + tl.arange(0, n))


@triton.jit
def literal_argument_kernel(p, out):
    v = shaped(p, 4)
    tl.static_assert(v.shape == (4,))
    tl.store(out + tl.arange(0, 4), v)


def test_SE_08_numbers_stay_compile_time_in_helpers(backend):
    assert run(literal_argument_kernel, np.arange(4, dtype=np.int32))[:4].tolist() == [0, 1, 2, 3]


@triton.jit
def constexpr_kernel(out, N: tl.constexpr):
    tl.static_assert(N // 2 == -4)
    tl.static_assert(N % 4 == 1)
    tl.static_assert(2 ** 70 > 2 ** 69)
    tl.static_assert((N or 3) == -7)
    tl.static_assert((0 or 3) == 3)
    tl.static_assert((N and 3) == 3)
    tl.static_assert(not 0)
    tl.static_assert(N / 2 == -3.5)
    tl.static_assert(-N == 7 and +N == -7 and ~N == 6)
    tl.static_assert(1 < 2 < 3)
    tl.static_assert(N in (-7, 3) and N not in (1, 2))
    tl.store(out, N)


def test_SE_09_operators_between_constexprs(backend):
    assert run(constexpr_kernel, N=-7)[0] == -7


PROMOTIONS = [
    ("int8", "int32", "int32", None), ("int32", "uint32", "uint32", "error"),
    ("int64", "uint32", "int64", "error"), ("int8", "uint16", "uint16", "error"),
    ("int1", "int1", "int1", None), ("int1", "float32", "float32", "float32"),
    ("int64", "float16", "float16", "float32"), ("int32", "bfloat16", "float32", "float32"),
    ("float16", "bfloat16", "float16", "float32"), ("bfloat16", "float32", "float32", "float32"),
    ("bfloat16", "bfloat16", "bfloat16", "float32"), ("float16", "float16", "float16", "float32"),
    ("float32", "float64", "float64", "float64"), ("int64", "int64", "int64", "int64"),
    ("uint8", "uint64", "uint64", "uint64"), ("float16", "float32", "float32", "float32"),
    ("int16", "float64", "float64", "float64"),
]


@triton.jit
def promotion_kernel(out, A: tl.constexpr, B: tl.constexpr, R: tl.constexpr, M: tl.constexpr):
    a, b = tl.full((4,), 1, A), tl.full((4,), 1, B)
    tl.static_assert((a + b).dtype == R)
    tl.static_assert((b * a).dtype == R)
    tl.static_assert(tl.where(a == b, a, b).dtype == R)
    if M is not None:
        tl.static_assert((a % b).dtype == M)
    tl.store(out, 1)


@triton.jit
def remainder_kernel(out, A: tl.constexpr, B: tl.constexpr):
    tl.store(out + tl.arange(0, 4), tl.full((4,), 1, A) % tl.full((4,), 1, B))


@pytest.mark.parametrize("a, b, result, remainder", PROMOTIONS)
def test_promotion(a, b, result, remainder, monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    a, b, result = getattr(tl, a), getattr(tl, b), getattr(tl, result)
    modulo = getattr(tl, remainder) if remainder not in (None, "error") else None
    assert run(promotion_kernel, A=a, B=b, R=result, M=modulo)[0] == 1
    if remainder == "error":
        with pytest.raises(triton.CompileError, match="different signedness"):
            run(remainder_kernel, A=a, B=b)


@triton.jit
def arithmetic_kernel(a, b, out):
    o = tl.arange(0, 8)
    x, y = tl.load(a + o), tl.load(b + o)
    tl.store(out + o, x + y)
    tl.store(out + 8 + o, x - y)
    tl.store(out + 16 + o, x * y)
    tl.store(out + 24 + o, x // y)
    tl.store(out + 32 + o, x % y)
    tl.store(out + 40 + o, x & y)
    tl.store(out + 48 + o, x | y)
    tl.store(out + 56 + o, x ^ y)
    tl.store(out + 64 + o, ~x)
    tl.store(out + 72 + o, -x)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16,
                                   np.uint32, np.uint64])
def test_SE_20_22_23_24_26_integers_wrap_and_truncate(backend, dtype):
    limits = np.iinfo(dtype)
    x = np.array([limits.max, limits.min, 7, 100, 3, 5, 0, 77], dtype)
    y = np.array([1, 2, 2, 7, 9, 5, 3, 10], dtype)
    if limits.min < 0:
        x[2], y[5], y[7] = -7, -2, -3
    with np.errstate(all="ignore"):
        quotient = (x.astype(object) // y).astype(object)
        quotient = np.array([int(abs(int(a)) // abs(int(b)) * (-1 if (a < 0) != (b < 0) else 1))
                             for a, b in zip(x.tolist(), y.tolist())], object)
        expected = [x + y, x - y, x * y, quotient.astype(dtype),
                    (x.astype(object) - quotient * y).astype(dtype), x & y, x | y, x ^ y, ~x, -x]
    result = run(arithmetic_kernel, x, y, dtype=dtype, size=80)
    assert np.array_equal(result, np.concatenate(expected).astype(dtype))


@triton.jit
def true_division_kernel(a, b, f, out):
    x, y, z = tl.load(a), tl.load(b), tl.load(f)
    tl.static_assert((x / y).dtype == tl.float32)
    tl.static_assert((x / z).dtype == tl.float64)
    tl.store(out, x / y)
    tl.store(out + 1, x / z)


def test_SE_21_division_of_integers(backend):
    result = run(true_division_kernel, np.array([7], np.int64), np.array([2], np.int64),
                 np.array([4.0]), dtype=np.float64)
    assert result[:2].tolist() == [3.5, 1.75]


@triton.jit
def float_floor_kernel(p, out):
    tl.store(out, tl.load(p) // 2.0)


@triton.jit
def float_and_kernel(p, out):
    tl.store(out, tl.load(p) & 1)


def test_SE_22_24_operators_of_integers_only(backend):
    for kernel in (float_floor_kernel, float_and_kernel):
        with pytest.raises(triton.CompileError, match="invalid operands of type|integers"):
            run(kernel, np.zeros(1, np.float32))


@triton.jit
def fmod_kernel(a, b, out):
    o = tl.arange(0, 4)
    tl.store(out + o, tl.load(a + o) % tl.load(b + o))


def test_SE_23_remainder_of_floats(backend):
    x = np.array([7.5, -7.5, 7.5, -0.5], np.float32)
    y = np.array([2, 2, -2, 3], np.float32)
    assert np.array_equal(run(fmod_kernel, x, y, dtype=np.float32)[:4], np.fmod(x, y))


@triton.jit
def negation_kernel(p, out):
    o = tl.arange(0, 4)
    tl.store(out + o, -tl.load(p + o))


@triton.jit
def pointer_negation_kernel(p, out):
    tl.store(out, -p)


def test_SE_26_signs(backend):
    x = np.array([0.0, -0.0, 1.5, np.inf], np.float32)
    result = run(negation_kernel, x, dtype=np.float32)[:4]
    assert np.array_equal(np.signbit(result), ~np.signbit(x)) and np.array_equal(result, -x)
    with pytest.raises(triton.CompileError, match="invalid operand"):
        run(pointer_negation_kernel, x)


@triton.jit
def comparison_kernel(a, b, out):
    x, y = tl.load(a + tl.arange(0, 4)), tl.load(b + tl.arange(0, 4))
    o = tl.arange(0, 4)
    tl.static_assert((x < y).dtype == tl.int1)
    tl.store(out + o, x < y)
    tl.store(out + 4 + o, x <= y)
    tl.store(out + 8 + o, x > y)
    tl.store(out + 12 + o, x >= y)
    tl.store(out + 16 + o, x == y)
    tl.store(out + 20 + o, x != y)


@triton.jit
def unsigned_comparison_kernel(i, u, out):
    tl.store(out, tl.load(i) < tl.load(u))


def test_SE_27_comparisons(backend):
    x = np.array([1, 2, np.nan, -0.0], np.float32)
    y = np.array([2, 2, 1, 0.0], np.float32)
    expected = np.concatenate([x < y, x <= y, x > y, x >= y, x == y, x != y])
    assert np.array_equal(run(comparison_kernel, x, y, size=24), expected)
    assert run(unsigned_comparison_kernel, np.array([-1], np.int32), np.ones(1, np.uint32))[0] == 0


@triton.jit
def logical_kernel(n, out, NONE: tl.constexpr):
    a, b = n > 1, n < 5
    tl.store(out, (a and b).to(tl.int32))
    tl.store(out + 1, (a or b).to(tl.int32))
    tl.store(out + 2, (not a).to(tl.int32))
    # What decides at compile time ends the evaluation; what does not is dropped.
    x = NONE is not None and tl.load(NONE) > 0
    tl.static_assert(x == False)  # noqa: E712
    y = NONE is None or undefined_name  # noqa: F821
    tl.static_assert(y)
    z = True and a
    tl.store(out + 3, z.to(tl.int32))
    tl.store(out + 4, (1 < n < 5).to(tl.int32))


@pytest.mark.parametrize("n", [0, 3, 7])
def test_SE_28_29_30_and_or_not_is(backend, n):
    a, b = n > 1, n < 5
    assert run(logical_kernel, n, NONE=None)[:5].tolist() == [
        a and b, a or b, not a, a, a and b]


@triton.jit
def logical_int_kernel(n, out):
    tl.store(out, n and n > 1)


def test_SE_28_operands_must_be_booleans(backend):
    with pytest.raises(triton.CompileError, match="booleans"):
        run(logical_int_kernel, 5)


@triton.jit
def logical_block_kernel(out):
    o = tl.arange(0, 4)
    tl.store(out + o, (o > 1) and (o < 3))


def test_SE_28_blocks_warn(backend):
    with pytest.warns(triton.KernelWarning, match="'&'"):
        assert run(logical_block_kernel)[:4].tolist() == [0, 0, 1, 0]


@triton.jit
def power_kernel(out, n):
    tl.store(out, n ** 2)


@triton.jit
def matmul_kernel(out, n):
    tl.store(out, n @ n)


@triton.jit
def in_kernel(out, n):
    tl.store(out, n in (1, 2))


def test_SE_31_operators_of_constexprs_only(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    out = np.zeros(1, np.int32)
    for kernel in (power_kernel, matmul_kernel, in_kernel):
        with pytest.raises(triton.ASTFrontendError, match="compile-time"):
            kernel[(1,)](out, 5)


@triton.jit
def cast_kernel(p, out, T: tl.constexpr):
    o = tl.arange(0, 8)
    v = tl.load(p + o)
    tl.static_assert(v.to(T).dtype == T and tl.cast(v, T).dtype == T and v.cast(T).dtype == T)
    tl.store(out + o, v.to(T))


INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]


@pytest.mark.parametrize("source", INTEGERS + [np.bool_])
@pytest.mark.parametrize("target", INTEGERS + [np.float16, np.float32, np.float64, np.bool_])
def test_SE_41_42_43_casts_of_integers(backend, source, target):
    if source is np.bool_:
        x = np.array([0, 1] * 4, np.bool_)
    else:
        limits = np.iinfo(source)
        x = np.array([0, 1, 100, limits.max, limits.min, limits.max // 3, 5, 77], source)
    name = "int1" if target is np.bool_ else np.dtype(target).name
    with np.errstate(over="ignore"):
        expected = x.astype(target)
    assert np.array_equal(run(cast_kernel, x, dtype=target, T=getattr(tl, name)), expected)


@pytest.mark.parametrize("source", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("target", [np.int8, np.int32, np.int64, np.uint32, np.float16, np.float32,
                                    np.float64, np.bool_])
def test_SE_42_44_45_46_casts_of_floats(backend, source, target):
    x = np.array([0, 1.5, 100.25, 2.0 ** -10, 3.999, 1.0009765625, 7, 0.1], source)
    name = "int1" if target is np.bool_ else np.dtype(target).name
    assert np.array_equal(run(cast_kernel, x, dtype=target, T=getattr(tl, name)), x.astype(target))


@triton.jit
def rounding_kernel(p, out):
    v = tl.load(p)
    tl.store(out, v.to(tl.float16, fp_downcast_rounding="rtz"))
    tl.store(out + 1, v.to(tl.float16))


def test_SE_46_rounding(backend):
    x = np.array([1 + 0.75 * 2.0 ** -10], np.float32)
    assert run(rounding_kernel, x, dtype=np.float16)[:2].tolist() == [1, 1 + 2.0 ** -10]


@triton.jit
def pointer_cast_kernel(p, out):
    address = p.to(tl.int64)
    tl.static_assert(address.dtype == tl.int64)
    q = (address + 8).to(tl.pointer_type(tl.int32))
    tl.static_assert(q.dtype == tl.pointer_type(tl.int32) and q.dtype.element_ty == tl.int32)
    tl.store(out, tl.load(q))
    r = p.to(tl.pointer_type(tl.int16))
    tl.store(out + 1, tl.load(r + 2).to(tl.int32))
    tl.store(out + 2, p.to(tl.int1).to(tl.int32))
    tl.store(out + 3, tl.load(tl.cast(p, tl.pi32_t) + 1))


def test_SE_48_pointers_and_integers(backend):
    x = np.array([10, 11, 12], np.int32)
    assert run(pointer_cast_kernel, x)[:4].tolist() == [12, 11, 1, 11]


@triton.jit
def bitcast_kernel(p, out):
    o = tl.arange(0, 4)
    tl.store(out + o, tl.load(p + o).to(tl.int32, bitcast=True))


@triton.jit
def wrong_bitcast_kernel(p, out):
    tl.store(out, tl.load(p).to(tl.int16, bitcast=True))


def test_SE_49_bitcasts(backend):
    x = np.array([1.0, -0.0, np.inf, 3e38], np.float32)
    assert np.array_equal(run(bitcast_kernel, x)[:4], x.view(np.int32))
    with pytest.raises(triton.CompileError, match="32 bits.*16 bits"):
        run(wrong_bitcast_kernel, x)


@triton.jit
def implicit_kernel(p, out):
    o = tl.arange(0, 4)
    v = tl.load(p + o, mask=o < 2, other=7)
    tl.static_assert(v.dtype == tl.float16)
    tl.store(out + o, v)


def test_SE_50_implicit_casts(backend):
    x = np.array([1.5, 2.5, 3.5, 4.5], np.float16)
    assert run(implicit_kernel, x)[:4].tolist() == [1, 2, 7, 7]


@triton.jit
def broadcast_kernel(out):
    a = tl.arange(0, 4)[:, None]
    b = tl.arange(0, 8)[None, :]
    c = a * 8 + b
    tl.static_assert(c.shape == (4, 8))
    tl.static_assert((c + tl.arange(0, 8)).shape == [4, 8])
    tl.static_assert((c + 1).shape == (4, 8))
    tl.store(out + c, c + tl.arange(0, 8))


@triton.jit
def bad_broadcast_kernel(out):
    tl.store(out, tl.arange(0, 4) + tl.arange(0, 8))


def test_SE_70_broadcasting(backend):
    result = run(broadcast_kernel, size=32).reshape(4, 8)
    assert np.array_equal(result, np.arange(32).reshape(4, 8) + np.arange(8))
    with pytest.raises(triton.CompileError, match="at index 0: 4 and 8"):
        run(bad_broadcast_kernel)


@triton.jit
def pointer_kernel(p, u, out):
    tl.store(out, tl.load(p + 2))
    tl.store(out + 1, tl.load(2 + p))
    tl.store(out + 2, tl.load((p + 3) - 1))
    tl.store(out + 3, tl.load(p + tl.load(u)))
    q = p
    q += 1
    tl.store(out + 4, tl.load(q))


def test_SE_72_pointer_arithmetic(backend):
    x = np.arange(300, dtype=np.int32) * 10
    result = run(pointer_kernel, x, np.array([255], np.uint8))
    assert result[:5].tolist() == [20, 20, 20, 2550, 10]


@triton.jit
def int_minus_pointer_kernel(p, out):
    tl.store(out, tl.load(1 - p))


@triton.jit
def pointer_plus_pointer_kernel(p, out):
    tl.store(out, tl.load(p + p))


@triton.jit
def pointer_plus_float_kernel(p, out):
    tl.store(out, tl.load(p + 1.0))


@triton.jit
def pointer_comparison_kernel(p, out):
    tl.store(out, p < out)


def test_SE_73_invalid_pointer_arithmetic(backend):
    for kernel in (int_minus_pointer_kernel, pointer_plus_pointer_kernel,
                   pointer_plus_float_kernel, pointer_comparison_kernel):
        with pytest.raises(triton.CompileError, match="invalid operands|pointer"):
            run(kernel, np.zeros(1, np.int32))


@triton.jit
def specialized_kernel(a, b, c, d, e, out):
    tl.static_assert(a.dtype == tl.int32 and b.dtype == tl.int64 and c.dtype == tl.uint64)
    tl.static_assert(d.dtype == tl.int1 and e.dtype == tl.float32)
    tl.store(out, a)


def test_SE_80_81_82_types_of_host_values(backend):
    assert run(specialized_kernel, 5, 2**40, 2**63, True, 0.1)[0] == 5
    with pytest.raises(OverflowError):
        run(specialized_kernel, 2**64, 2**40, 2**63, True, 0.1)


@triton.jit
def none_kernel(p, bias, out):
    v = tl.load(p)
    if bias is not None:
        v += tl.load(bias)
    tl.store(out, v)


def test_SE_84_none(backend):
    two = np.array([2], np.int32)
    assert run(none_kernel, two, None)[0] == 2
    assert run(none_kernel, two, two)[0] == 4


@triton.jit
def annotated_kernel(n: tl.int64, x: tl.float64, out):
    tl.static_assert(n.dtype == tl.int64 and x.dtype == tl.float64)
    tl.store(out, n.to(tl.float64) + x)


@triton.jit
def ignored_annotation_kernel(n: int, out: "whatever"):  # noqa: F821
    tl.store(out, n)


def test_SE_90_annotations_fix_types(backend):
    assert run(annotated_kernel, 1, 0.1, dtype=np.float64)[0] == 1.1
    assert run(ignored_annotation_kernel, 3)[0] == 3
