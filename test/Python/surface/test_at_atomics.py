"""Atomics: rows AT-1 … AT-8."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def atomic_kernel(x, v, old, OP: tl.constexpr, n, N: tl.constexpr):
    i = tl.arange(0, N)
    value = tl.load(v + i)
    mask = i < n
    if OP == "add":
        r = tl.atomic_add(x + i, value, mask=mask, sem="relaxed", scope="gpu")
    elif OP == "max":
        r = tl.atomic_max(x + i, value, mask)
    elif OP == "min":
        r = tl.atomic_min(x + i, value, mask=mask, sem="acquire")
    elif OP == "and":
        r = tl.atomic_and(x + i, value, mask=mask, sem="release")
    elif OP == "or":
        r = tl.atomic_or(x + i, value, mask=mask, scope="cta")
    elif OP == "xor":
        r = tl.atomic_xor(x + i, value, mask=mask, scope="sys")
    else:
        r = (x + i).atomic_xchg(value, mask=mask)
    tl.static_assert(r.dtype == value.dtype and r.shape == (N,))
    tl.store(old + i, r, mask=mask)


FUNCTIONS = {"add": np.add, "max": np.maximum, "min": np.minimum, "and": np.bitwise_and,
             "or": np.bitwise_or, "xor": np.bitwise_xor, "xchg": lambda x, v: v}
CASES = [(op, dtype) for op in FUNCTIONS for dtype in ("int32", "uint32", "int64", "uint64")]
CASES += [(op, dtype) for op in ("add", "max", "min", "xchg") for dtype in ("float32", "float64")]
CASES += [("add", "float16")]


@pytest.mark.parametrize("op, dtype", CASES)
def test_AT_1_to_AT_4_atomics(backend, op, dtype):
    rng = np.random.default_rng(0)
    x, v = rng.integers(-50, 50, 16).astype(dtype), rng.integers(-50, 50, 16).astype(dtype)
    if np.dtype(dtype).kind == "f":
        x[0], v[0] = -0.0, 0.0
    start, old = x.copy(), np.zeros_like(x)
    atomic_kernel[(1,)](x, v, old, op, 12, 16)
    np.testing.assert_array_equal(x, np.where(np.arange(16) < 12, FUNCTIONS[op](start, v), start))
    np.testing.assert_array_equal(old[:12], start[:12])
    assert not old[12:].any()


@triton.jit
def contended_kernel(counter, total, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.atomic_add(counter + i * 0, 1)
    tl.atomic_add(total, 1.5)
    tl.atomic_max(counter + 1, tl.program_id(0))


def test_AT_1_all_programs_and_lanes_count(backend):
    counter, total = np.zeros(2, np.int32), np.zeros(2, np.float32)
    contended_kernel[(100,)](counter, total, 16)
    assert counter.tolist() == [1600, 99] and total[0] == 150


@triton.jit
def cas_kernel(x, old):
    i = tl.arange(0, 4)
    r = tl.atomic_cas(x + i, tl.full((4,), 3, tl.int32), i * 10)
    tl.store(old + i, r)
    tl.store(old + 4, tl.atomic_cas(x + 4, 7, 1, sem="acq_rel"))


def test_AT_5_cas(backend):
    x, old = np.array([3, 4, 3, 5, 7], np.int32), np.zeros(5, np.int32)
    cas_kernel[(1,)](x, old)
    assert x.tolist() == [0, 4, 20, 5, 1] and old.tolist() == [3, 4, 3, 5, 7]


@triton.jit
def lock_kernel(lock, data):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(data, tl.load(data) + 1)
    tl.atomic_xchg(lock, 0)


@pytest.mark.races
def test_AT_8_spin_locks_make_progress(backend):
    lock, data = np.zeros(1, np.int32), np.zeros(1, np.int32)
    lock_kernel[(50,)](lock, data)
    assert data[0] == 50 and lock[0] == 0


@triton.jit
def bad_kernel(x, h, p: tl.const, b, CASE: tl.constexpr):
    i = tl.arange(0, 4)
    if CASE == 0:
        tl.atomic_add(b + i, 1)
    elif CASE == 1:
        tl.atomic_max(h + i, 1.0)
    elif CASE == 2:
        tl.atomic_and(x + i, 1)
    elif CASE == 3:
        tl.atomic_add(p + i, 1.0)
    elif CASE == 4:
        tl.atomic_add(x + i, 1.0, sem="strong")
    elif CASE == 5:
        tl.atomic_add(x + i, 1.0, scope="world")
    elif CASE == 6:
        tl.atomic_cas(x + i, 0, 1)
    elif CASE == 7:
        tl.atomic_add(x, i)
    else:
        tl.atomic_add(i, 1)


@pytest.mark.parametrize("case, message", [
    (0, "tl.atomic_add does not support i8"),
    (1, "tl.atomic_max does not support f16"),
    (2, "tl.atomic_and does not support f32"),
    (3, "tl.atomic_add cannot change a constant pointer's memory"),
    (4, "sem 'strong' is not supported; use one of relaxed, acquire, release, acq_rel"),
    (5, "scope 'world' is not supported; use one of gpu, cta, sys"),
    (6, "'cmp' of tl.atomic_cas must have type vector<4 x f32>, got i32; cast it"),
    (7, "larger than the pointers' ptr<f32>"),
    (8, "tl.atomic_add needs a pointer or a block of pointers"),
])
def test_AT_errors(case, message):
    x = np.zeros(8, np.float32)
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](x, x.astype(np.float16), x, x.astype(np.int8), case)
    assert message in str(caught.value)
