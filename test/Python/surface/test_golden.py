"""The golden checks: section 2.8 of the language's rules, one tiny kernel each."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


def run(kernel, *args, dtype=np.int32, size=8, **constants):
    out = np.zeros(size, dtype)
    kernel[(1,)](*args, out, **constants)
    return out


@triton.jit
def division_kernel(out):
    tl.static_assert(-7 // 2 == -4)
    tl.static_assert(-7 % 2 == 1)
    a = -7
    tl.store(out, a // 2)
    tl.store(out + 1, a % 2)


def test_division_of_literals_and_of_values(backend):
    assert run(division_kernel)[:2].tolist() == [-3, -1]


@triton.jit
def half_kernel(p, out):
    h = tl.load(p + tl.arange(0, 8))
    tl.static_assert(h.dtype == tl.float16)
    tl.static_assert((h * 2).dtype == tl.float16)
    tl.static_assert((h * 2.5).dtype == tl.float16)
    tl.static_assert((h / 2).dtype == tl.float32)
    s = 2.5
    tl.static_assert((h * s).dtype == tl.float32)
    tl.static_assert((h > 0.5).dtype == tl.int1)
    tl.static_assert(tl.maximum(h, 0.0).dtype == tl.float32)
    m = h > 1.0
    tl.static_assert(tl.where(m, h, 0.0).dtype == tl.float16)
    tl.static_assert(tl.sum(h).dtype == tl.float16)
    tl.static_assert(tl.max(h, 0).dtype == tl.float32)
    tl.store(out + tl.arange(0, 8), h * 2.5)


def test_types_of_half_precision(backend):
    h = np.arange(8, dtype=np.float16) / 3
    assert np.array_equal(run(half_kernel, h, dtype=np.float16), h * np.float16(2.5))


@triton.jit
def mixed_kernel(i, h, b, out):
    o = tl.arange(0, 8)
    i, h, b = tl.load(i + o), tl.load(h + o), tl.load(b + o).to(tl.bfloat16)
    tl.static_assert((i * h).dtype == tl.float16)
    tl.static_assert((i * b).dtype == tl.float32)
    tl.static_assert((i / i).dtype == tl.float32)
    tl.store(out + o, i / i + i * b)


def test_types_of_int_with_float(backend):
    i = np.arange(1, 9, dtype=np.int32)
    half = np.full(8, 0.5, np.float16)
    result = run(mixed_kernel, i, half, half.astype(np.float32), dtype=np.float32)
    assert np.array_equal(result, 1 + i * np.float32(0.5))


@triton.jit
def out_of_range_kernel(p, out):
    i = tl.load(p + tl.arange(0, 8))
    tl.store(out, i + 2**40)


def test_a_literal_out_of_range(backend):
    with pytest.raises(triton.CompileError, match="1099511627776.*out of range"):
        run(out_of_range_kernel, np.zeros(8, np.int32))


@triton.jit
def bool_kernel(p, out):
    o = tl.arange(0, 8)
    m = tl.load(p + o)
    tl.static_assert(m.dtype == tl.int1)
    tl.static_assert((m + m).dtype == tl.int1)
    total = tl.sum(m)
    tl.static_assert(total.dtype == tl.uint32)
    tl.store(out + o, m + m)
    tl.store(out, total.to(tl.int32))


def test_booleans_add_as_xor_and_sum_as_integers(backend):
    result = run(bool_kernel, np.ones(8, np.bool_))
    assert result.tolist() == [8] + 7 * [0]


@triton.jit
def unsigned_kernel(p, out):
    o = tl.arange(0, 8)
    u = tl.load(p + o)
    tl.store(out + o, u > -1)


@triton.jit
def negative_literal_kernel(p, out):
    tl.store(out, tl.load(p) + (-1))


@triton.jit
def mixed_signs_kernel(p, out):
    i = 3
    tl.store(out, tl.load(p) // i)


def test_unsigned_with_negative(backend):
    u = np.arange(8, dtype=np.uint32)
    assert run(unsigned_kernel, u).tolist() == 8 * [0]
    with pytest.raises(triton.CompileError, match="out of range|cast"):
        run(negative_literal_kernel, u)
    with pytest.raises(triton.CompileError, match="(?i)cannot use '?//'? with .*different signedness"):
        run(mixed_signs_kernel, u)


@triton.jit
def shift_kernel(a, b, out):
    a, b = tl.load(a), tl.load(b)
    one = (b - b + 1).to(tl.uint8)
    shifted = a >> one
    tl.static_assert(shifted.dtype == tl.uint8)
    tl.store(out, shifted.to(tl.int8, bitcast=True))
    tl.store(out + 1, b >> 1)


def test_right_shifts_follow_the_left_operand(backend):
    result = run(shift_kernel, np.array([-128], np.int8), np.array([128], np.uint8))
    assert result[:2].tolist() == [-64, 64]


@triton.jit
def source_literal_kernel(out):
    x = 0xFFFFFFFF
    tl.static_assert(x.dtype == tl.uint32)
    tl.store(out, x)


@triton.jit
def launched_literal_kernel(x, out):
    tl.static_assert(x.dtype == tl.int64)
    tl.store(out, x)


def test_a_number_of_32_bits(backend):
    assert run(source_literal_kernel, dtype=np.uint32)[0] == 0xFFFFFFFF
    assert run(launched_literal_kernel, 0xFFFFFFFF, dtype=np.int64)[0] == 0xFFFFFFFF


@triton.jit
def downwards_kernel(out):
    r = 0
    for j in tl.range(10, 0, -3):
        r = r * 10 + j
    tl.static_assert(r.dtype == tl.int32)
    tl.store(out, r)
    r = 0
    for j in tl.static_range(10, 0, -3):
        r = r * 10 + j
    tl.store(out + 1, r)


def test_a_loop_downwards(backend):
    assert run(downwards_kernel)[:2].tolist() == [10741, 10741]


@triton.jit
def nan_kernel(p, out):
    x = tl.load(p)
    tl.store(out, tl.maximum(x, 1.0, propagate_nan=tl.PropagateNan.NONE))
    tl.store(out + 1, tl.maximum(x, 1.0, propagate_nan=tl.PropagateNan.ALL))
    tl.store(out + 2, (x == 1.0).to(tl.float32))
    tl.store(out + 3, (x != 1.0).to(tl.float32))
    tl.store(out + 4, x.to(tl.int1).to(tl.float32))


def test_not_a_number(backend):
    result = run(nan_kernel, np.full(1, np.nan, np.float32), dtype=np.float32)
    assert result[0] == 1 and np.isnan(result[1]) and result[2:5].tolist() == [0, 1, 1]


@triton.jit
def philox_kernel(out):
    z = tl.zeros((8,), tl.int32)
    a, b, c, d = tl.randint4x(0, z)
    o = tl.arange(0, 8)
    tl.store(out + o, tl.where(o == 0, a, tl.where(o == 1, b, tl.where(o == 2, c, d))))
    tl.store(out + 4 + tl.arange(0, 2), tl.randint(42, tl.arange(0, 2)))


@triton.jit
def rand_kernel(out):
    z = tl.zeros((8,), tl.int32)
    tl.store(out + tl.arange(0, 8), tl.rand(0, z))
    tl.store(out + 2 + tl.arange(0, 2), tl.rand(42, tl.arange(0, 2)))


def test_random_numbers(backend):
    bits = run(philox_kernel, dtype=np.uint32, size=8)
    assert [hex(v) for v in bits[:6]] == ["0x6627e8d5", "0xe169c58d", "0xbc57ac4c", "0x9b00dbd8",
                                          "0x9ceaf053", "0xfcdb2127"]
    floats = run(rand_kernel, dtype=np.float32)
    assert abs(floats[0] - 0.79809290) < 1e-7 and abs(floats[3] - 0.02456270) < 1e-7
