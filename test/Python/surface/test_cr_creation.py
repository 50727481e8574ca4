"""Programs and creation: rows CR-1 … CR-8."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def programs_kernel(out):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(axis=2)
    nx, ny, nz = tl.num_programs(0), tl.num_programs(1), tl.num_programs(2)
    tl.static_assert(x.dtype == tl.int32 and nx.dtype == tl.int32)
    at = (z * ny + y) * nx + x
    tl.store(out + at, x * 100 + y * 10 + z + nx * 100000 + ny * 10000 + nz * 1000)


def test_CR_1_program_id_and_CR_2_num_programs(backend):
    out = np.zeros((4, 3, 2), np.int32)
    programs_kernel[(2, 3, 4)](out)
    z, y, x = np.mgrid[:4, :3, :2]
    np.testing.assert_array_equal(out, 234000 + x * 100 + y * 10 + z)


@triton.jit
def axis_kernel(AXIS: tl.constexpr):
    tl.program_id(AXIS)


def test_CR_1_the_axis_is_0_1_or_2():
    with pytest.raises(triton.CompileError, match="axis must be 0, 1, or 2,? (but )?got 20"):
        axis_kernel[(1,)](20)


@triton.jit
def arange_kernel(out, START: tl.constexpr, END: tl.constexpr):
    i = tl.arange(START, END)
    tl.static_assert(i.dtype == tl.int32 and i.shape == (END - START,))
    tl.store(out + tl.arange(0, END - START), i)


@pytest.mark.parametrize("start, end", [(0, 64), (3, 7), (-4, 4), (0, 1), (2**31 - 3, 2**31 - 1)])
def test_CR_3_arange(backend, start, end):
    out = np.zeros(end - start, np.int32)
    arange_kernel[(1,)](out, start, end)
    np.testing.assert_array_equal(out, np.arange(start, end))


@pytest.mark.parametrize("start, end, message", [
    (4, 4, "the end of tl.arange must be greater than its start"),
    (0, 2**40, "the bounds of tl.arange must fit in int32"),
    (0, 2**21, "this block would have 2097152 elements"),
    (0, 2.5, "the end of tl.arange must be"),
])
def test_CR_3_arange_misuse(start, end, message):
    with pytest.raises(triton.CompileError, match=message):
        arange_kernel[(1,)](np.zeros(4, np.int32), start, end)


@triton.jit
def full_kernel(out, DTYPE: tl.constexpr, VALUE: tl.constexpr):
    v = tl.full((2, 4), VALUE, DTYPE)
    tl.static_assert(v.dtype == DTYPE and v.shape == (2, 4))
    tl.store(out + tl.arange(0, 2)[:, None] * 4 + tl.arange(0, 4)[None, :], v)


@pytest.mark.parametrize("dtype, name, value, expected", [
    ("int32", "int32", 7, 7), ("int8", "int8", 300, 44), ("uint16", "uint16", -1, 65535),
    ("float32", "float32", 2.5, 2.5), ("float16", "float16", 3, 3), ("float64", "float64", 1e300, 1e300),
    ("bool", "int1", True, True), ("int64", "int64", 2**40, 2**40), ("float32", "float32", -np.inf, -np.inf),
])
def test_CR_4_full(backend, dtype, name, value, expected):
    out = np.zeros((2, 4), dtype)
    full_kernel[(1,)](out, getattr(tl, name), value)
    np.testing.assert_array_equal(out, np.full((2, 4), expected, dtype))


@triton.jit
def full_runtime_kernel(out, n, f):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.full([4], n, tl.float32))
    tl.store(out + 4 + i, tl.full((4,), f, dtype=tl.float32))
    one = tl.full((1,), f * 2, tl.float32)
    tl.store(out + 8 + i, tl.full((4,), one, tl.float32))


def test_CR_4_full_of_a_run_time_value(backend):
    out = np.zeros(12, np.float32)
    full_runtime_kernel[(1,)](out, 3, 1.5)
    np.testing.assert_array_equal(out, np.repeat(np.float32([3, 1.5, 3]), 4))


@triton.jit
def bad_full_kernel(CASE: tl.constexpr, n):
    if CASE == 0:
        tl.full((4,), tl.arange(0, 4), tl.int32)
    elif CASE == 1:
        tl.full((n,), 0, tl.int32)
    elif CASE == 2:
        tl.zeros((4, 0), tl.int32)
    else:
        tl.full((4,), 1)


@pytest.mark.parametrize("case, message", [
    (0, "the value of tl.full must be a scalar"),
    (1, "the shape of tl.full"),
    (2, "the extents of a shape must be positive, got 0"),
    (3, "tl.full lacks the argument 'dtype'"),
])
def test_CR_4_full_misuse(case, message):
    with pytest.raises(triton.CompileError, match=message):
        bad_full_kernel[(1,)](case, 5)


@triton.jit
def zeros_kernel(x, out):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    z = tl.zeros_like(v)
    tl.static_assert(z.dtype == v.dtype and z.shape == v.shape)
    tl.store(out + i, z + tl.zeros((8,), tl.float32) + tl.zeros([8], dtype=tl.float32))


def test_CR_5_zeros(backend):
    out = np.ones(8, np.float32)
    zeros_kernel[(1,)](np.ones(8, np.float32), out)
    assert not out.any()


@triton.jit
def cat_kernel(x, out, AXIS: tl.constexpr):
    r, c = tl.arange(0, 4)[:, None], tl.arange(0, 8)[None, :]
    v = tl.load(x + r * 8 + c)
    both = tl.cat(v, v * 10, dim=AXIS)
    rows: tl.constexpr = both.shape[0]
    cols: tl.constexpr = both.shape[1]
    tl.store(out + tl.arange(0, rows)[:, None] * cols + tl.arange(0, cols)[None, :], both)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_CR_6_cat(backend, axis):
    x = np.arange(32, dtype=np.int32).reshape(4, 8)
    expected = np.concatenate([x, x * 10], axis)
    out = np.zeros_like(expected)
    cat_kernel[(1,)](x, out, axis)
    np.testing.assert_array_equal(out, expected)


@triton.jit
def to_tensor_kernel(out):
    tl.static_assert(tl.to_tensor(3).dtype == tl.int32 and tl.to_tensor(True).dtype == tl.int1)
    tl.static_assert(tl.to_tensor(2.0).dtype == tl.float32)
    tl.store(out, tl.to_tensor(3))


def test_CR_7_to_tensor(backend):
    out = np.zeros(1, np.int32)
    to_tensor_kernel[(1,)](out)
    assert out[0] == 3


@triton.jit
def cast_kernel(x, out):
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    tl.store(out + i, tl.cast(v, tl.int32))
    tl.store(out + 4 + i, v.to(tl.int32))
    tl.store(out + 8 + i, v.cast(tl.int32))
    tl.store(out + 12, tl.cast(2.75, tl.int32))


def test_CR_8_cast(backend):
    out = np.zeros(13, np.int32)
    cast_kernel[(1,)](np.array([1.9, -1.9, 0.5, 100], np.float32), out)
    assert out.tolist() == [1, -1, 0, 100] * 3 + [2]
