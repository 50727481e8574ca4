"""Random numbers: rows RN-1 … RN-7, bit for bit."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl

MASK32 = 0xFFFFFFFF


def philox4x32(counter, key, rounds=10):
    """Philox as its authors define it, on Python integers."""
    c, k = list(counter), list(key)
    for _ in range(rounds):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & MASK32, (a >> 32) ^ c[3] ^ k[1], a & MASK32]
        k = [(k[0] + 0x9E3779B9) & MASK32, (k[1] + 0xBB67AE85) & MASK32]
    return c


def expected_bits(seed, offsets, rounds=10):
    rows = []
    for offset in offsets:
        low, high = int(offset) & MASK32, (int(offset) >> 32) & MASK32
        if offset.dtype.itemsize < 8:
            high = 0
        rows.append(philox4x32((low, high, 0, 0), (seed & MASK32, (seed >> 32) & MASK32), rounds))
    return np.array(rows, np.uint32).T


@triton.jit
def bits_kernel(offsets, out, seed, N: tl.constexpr, ROUNDS: tl.constexpr):
    i = tl.arange(0, N)
    a, b, c, d = tl.randint4x(seed, tl.load(offsets + i), ROUNDS)
    tl.static_assert(a.dtype == tl.uint32)
    tl.store(out + i, a)
    tl.store(out + N + i, b)
    tl.store(out + 2 * N + i, c)
    tl.store(out + 3 * N + i, d)


# The known-answer vectors of Random123's distribution for Philox-4x32-10.
@pytest.mark.parametrize("counter, key, answer", [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((MASK32,) * 4, (MASK32,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0),
     (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
])
def test_RN_6_known_answers(backend, counter, key, answer):
    assert tuple(philox4x32(counter, key)) == answer
    out = np.zeros(4, np.uint32)
    philox_kernel[(1,)](np.array(counter + key, np.uint32), out)
    assert tuple(out.tolist()) == answer


@triton.jit
def philox_kernel(words, out):
    k0 = tl.load(words + 4)
    seed = (tl.load(words + 5).to(tl.uint64) << 32) | k0
    a, b, c, d = tl.philox(seed, tl.load(words), tl.load(words + 1), tl.load(words + 2),
                           tl.load(words + 3))
    tl.store(out, a)
    tl.store(out + 1, b)
    tl.store(out + 2, c)
    tl.store(out + 3, d)


@triton.jit
def philox64_kernel(words, out):
    a, b, c, d = tl.random.philox_impl(
        tl.load(words), tl.load(words + 1), tl.load(words + 2), tl.load(words + 3),
        tl.load(words + 4), tl.load(words + 5))
    tl.store(out, a)
    tl.store(out + 1, b)
    tl.store(out + 2, c)
    tl.store(out + 3, d)


def test_RN_6_known_answers_64(backend):
    out = np.zeros(4, np.uint64)
    philox64_kernel[(1,)](np.zeros(6, np.uint64), out)
    assert [hex(v) for v in out] == ["0x16554d9eca36314c", "0xdb20fe9d672d0fdc",
                                     "0xd7e772cee186176b", "0x7e68b68aec7ba23b"]


@pytest.mark.parametrize("rounds", [10, 7])
@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64"])
@pytest.mark.parametrize("seed", [0, 42, 124, 2**31 - 1, 0xDEADBEEFCAFE])
def test_RN_1_randint4x(backend, seed, dtype, rounds):
    offsets = np.array([0, 1, 2, 3, 100, 2**31 - 1, 77, 12345], dtype)
    if dtype == "int64":
        offsets[3] = 0x123456789A
    if dtype != "uint32":
        offsets[2] = -5  # enters as its bits
    out = np.zeros((4, 8), np.uint32)
    bits_kernel[(1,)](offsets, out, seed, 8, rounds)
    np.testing.assert_array_equal(out, expected_bits(seed, offsets, rounds))


@triton.jit
def golden_kernel(ints, floats, bits):
    z = tl.zeros((4,), tl.int32)
    i = tl.arange(0, 4)
    tl.store(ints + i, tl.randint(42, i))
    tl.store(floats + i, tl.rand(0, z))
    tl.store(floats + 4 + i, tl.rand(42, i))
    tl.store(floats + 8 + tl.arange(0, 2), tl.uint_to_uniform_float(tl.load(bits + tl.arange(0, 2))))


def test_RN_2_randint_and_RN_3_rand_golden(backend):
    ints, floats = np.zeros(4, np.uint32), np.zeros(12, np.float32)
    golden_kernel[(1,)](ints, floats, np.array([0x7FFFFFFF, 0x80000000], np.uint32))
    assert [hex(v) for v in ints[:2]] == ["0x9ceaf053", "0xfcdb2127"]
    assert ["%.8f" % v for v in floats[[0, 5, 8, 9]]] == [
        "0.79809290", "0.02456270", "0.99999994", "0.99999994"]


def uniform(bits):
    s = bits.astype(np.int32)
    return np.where(s < 0, -s - 1, s).astype(np.float32) * np.float32(4.6566127342e-10)


@triton.jit
def rand_kernel(out, seed, N: tl.constexpr, NORMAL: tl.constexpr):
    i = tl.arange(0, N)
    if NORMAL:
        a, b, c, d = tl.randn4x(seed, i)
        e = tl.randn(seed, i)
    else:
        a, b, c, d = tl.rand4x(seed, i)
        e = tl.rand(seed, i)
    tl.store(out + i, a)
    tl.store(out + N + i, b)
    tl.store(out + 2 * N + i, c)
    tl.store(out + 3 * N + i, d)
    tl.store(out + 4 * N + i, e)


def test_RN_3_rand_and_RN_4_rand4x(backend):
    out = np.zeros((5, 1024), np.float32)
    rand_kernel[(1,)](out, 1234, 1024, False)
    expected = uniform(expected_bits(1234, np.arange(1024, dtype=np.int32)))
    np.testing.assert_array_equal(out[:4], expected)
    np.testing.assert_array_equal(out[4], out[0])
    assert 0 <= out.min() and out.max() < 1 and abs(out[:4].mean() - 0.5) < 0.02


def test_RN_5_randn(backend):
    out = np.zeros((5, 1024), np.float32)
    rand_kernel[(1,)](out, 99, 1024, True)
    u = uniform(expected_bits(99, np.arange(1024, dtype=np.int32))).astype(np.float64)
    expected = []
    for first, second in ((u[0], u[1]), (u[2], u[3])):
        radius = np.sqrt(-2 * np.log(np.maximum(1e-7, first)))
        expected += [radius * np.cos(2 * np.pi * second), radius * np.sin(2 * np.pi * second)]
    np.testing.assert_allclose(out[:4], expected, rtol=1e-4, atol=1e-5)
    np.testing.assert_array_equal(out[4], out[0])
    assert abs(out[:4].mean()) < 0.05 and abs(out[:4].std() - 1) < 0.05


@triton.jit
def bad_kernel(x, f, CASE: tl.constexpr):
    i = tl.arange(0, 8)
    if CASE == 0:
        tl.rand(x, i)
    elif CASE == 1:
        tl.rand(f, i)
    elif CASE == 2:
        tl.rand(0, 5)
    else:
        tl.randint4x(0, i.to(tl.float32))


@pytest.mark.parametrize("case, message", [
    (0, "in tl.rand: static assertion failed: the seed must be an integer scalar"),
    (1, "in tl.rand: static assertion failed: the seed must be an integer scalar"),
    (2, "in tl.rand: static assertion failed: the offset must be a run-time value"),
    (3, "in tl.randint4x: static assertion failed: the offset must be an integer"),
])
def test_RN_7_seeds_and_offsets_are_integers(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](np.zeros(8, np.float32), 1.5, case)
    assert message in str(caught.value)
