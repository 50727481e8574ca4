"""Tuples, compile-time objects, functions as values, facts of dtypes (TY-24 … TY-31)."""

import enum
from typing import NamedTuple

import numpy as np

import mytriton as triton
import mytriton.language as tl


def run(kernel, *args, dtype=np.int32, size=8, **constants):
    out = np.zeros(size, dtype)
    kernel[(1,)](*args, out, **constants)
    return out


@triton.jit
def dtype_kernel(out):
    t: tl.constexpr = tl.float16
    tl.static_assert(t.primitive_bitwidth == 16 and t.itemsize == 2 and t.name == "fp16")
    tl.static_assert(t.fp_mantissa_width == 10 and t.exponent_bias == 15)
    tl.static_assert(tl.bfloat16.fp_mantissa_width == 7 and tl.bfloat16.exponent_bias == 127)
    tl.static_assert(tl.int32.int_bitwidth == 32 and tl.uint8.int_signedness == "unsigned")
    tl.static_assert(t.is_floating() and t.is_standard_floating() and not t.is_fp8())
    tl.static_assert(t.is_fp16() and not t.is_fp32() and not t.is_bf16() and not t.is_int())
    tl.static_assert(tl.int8.is_int() and tl.int8.is_int_signed() and tl.uint8.is_int_unsigned())
    tl.static_assert(tl.int1.is_bool() and tl.int1.is_int1() and tl.uint64.is_uint64())
    tl.static_assert(tl.float8e5.is_fp8() and tl.float8e4nv.is_floating())
    tl.static_assert(not t.is_ptr() and not t.is_block() and out.dtype.is_ptr())
    tl.static_assert(tl.int1.kind() < tl.int64.kind() and tl.int64.kind() < t.kind())
    tl.static_assert(tl.int8.get_int_min_value() == -128 and tl.int8.get_int_max_value() == 127)
    tl.static_assert(tl.uint64.get_int_max_value() == 2**64 - 1 and t.scalar == t)
    tl.static_assert(t != tl.float32 and t == tl.float16)
    tl.static_assert(f"{tl.float32}" == "fp32" and f"{tl.uint8}" == "uint8")
    tl.store(out, 1)


def test_dtype_objects(backend):
    assert run(dtype_kernel)[0] == 1


GLOBAL = tl.constexpr(3)
NESTED = tl.constexpr(tl.constexpr(4))


class Mode(enum.Enum):
    ADD = 1
    MUL = 2


class Config:
    def __init__(self, block):
        self.block = block
        self.dtype = tl.float32
        self.inner = {"scale": 2}

    def twice(self):
        return 2 * self.block

    def __hash__(self):
        return hash(self.block)

    def __eq__(self, other):
        return self.block == other.block


@triton.jit
def constexpr_kernel(out, MODE: tl.constexpr, C: tl.constexpr, NAME: tl.constexpr):
    tl.static_assert(GLOBAL + NESTED == 7 and GLOBAL.value == 3)
    if MODE == Mode.ADD:
        r = 1
    else:
        r = 2
    tl.static_assert(C.block == 4 and C.twice() == 8 and C.dtype == tl.float32)
    tl.static_assert(C.inner["scale"] == 2)
    tl.static_assert(NAME.upper() == "ABC" and NAME == "abc" and NAME + "d" == "abcd")
    tl.static_assert(NAME.startswith("a") and len(NAME) == 3 and NAME[0] == "a")
    x = tl.zeros((C.block,), C.dtype) + r
    tl.store(out + tl.arange(0, C.block), x)


def test_TY_24_compile_time_objects(backend):
    for mode, r in ((Mode.ADD, 1), (Mode.MUL, 2)):
        assert run(constexpr_kernel, MODE=mode, C=Config(4), NAME="abc")[:4].tolist() == 4 * [r]


@triton.jit
def swapped(pair):
    a, b = pair
    return b, a


@triton.jit
def add_one(v):
    return v + 1


@triton.jit
def tuple_kernel(x, out):
    o = tl.arange(0, 4)
    t = (tl.load(x + o), 2, None, (x, 1.5))
    tl.static_assert(len(t) == 4 and t[2] is None and t[-1][1].dtype == tl.float32)
    a = t[0] + t[1]
    u = t[:2] + t[1:2]
    tl.static_assert(len(u) == 3 and len(u * 2) == 6)
    b, c = swapped((a, u[2]))
    tl.static_assert(b.shape == () and c.shape == (4,))
    (d, e), f = (b, c), 1
    lst = [1, 2, 3]
    tl.static_assert((1, 2) == (1, 2) and (1, 2) != (1, 3) and lst[1:][0].dtype == tl.int32)
    g = [add_one(v) for v in (d, f)]
    tl.static_assert(len(g) == 2)
    h = tl.tuple((1, 2))
    h0, h1 = (*h,)
    if d > 1:
        d, e = d + 1, e * 2
    for i in range(2):
        pair = (d, e)
        d, e = pair[0] + g[1], pair[1] + h1
    tl.store(out + o, e)
    tl.store(out + 4, d)
    tl.store(out + 5, g[0] + h0)
    tl.store(out + 6, tl.load(t[3][0] + 3))


def test_TY_25_tuples(backend):
    x = np.arange(4, dtype=np.int32)
    d, e = 2, x + 2
    d, e = d + 1, e * 2
    for _ in range(2):
        d, e = d + 2, e + 2
    assert run(tuple_kernel, x)[:7].tolist() == [*e.tolist(), d, 4, 3]


@triton.jit
def loop_tuple_kernel(out, n):
    state = (0, (1.0, None))
    while state[0] < n:
        state = (state[0] + 1, (state[1][0] * 2.0, None))
    tl.static_assert(state[1][1] is None)
    tl.store(out, state[1][0])


def test_TY_25_tuples_are_carried_by_loops(backend):
    out = np.zeros(1, np.float32)
    loop_tuple_kernel[(1,)](out, 5)
    assert out[0] == 32


class Point(NamedTuple):
    x: tl.tensor
    y: tl.tensor
    scale: tl.constexpr = 3


@triton.jit
def mirrored(p):
    return Point(p.y, x=p.x) if False else Point(x=p.y, y=p.x, scale=p.scale)


@triton.jit
def named_kernel(out, n):
    p = Point(n, n + 1)
    tl.static_assert(p.scale == 3 and len(p) == 3)
    q = mirrored(p)
    for i in range(2):
        q = Point(q.x + i, q.y, q.scale)
    tl.store(out, q.x * 10 + q.y)
    tl.store(out + tl.arange(0, 4) + 1, tl.full((4,), q.scale, tl.int32))


def test_TY_26_named_tuples(backend):
    out = np.zeros(8, np.int32)
    named_kernel[(1,)](out, 4)
    assert out[:5].tolist() == [64, 3, 3, 3, 3]


@triton.constexpr_function
def with_scale(point, scale):
    return point._replace(scale=scale)


@triton.jit
def passed_kernel(out):
    p = with_scale(Point(1, 2), 7)
    tl.static_assert(p.scale == 7 and isinstance(p.scale.type, tl.constexpr_type))
    tl.store(out, p.x + p.y + p.scale)


def test_TY_26_named_tuples_of_constexprs_go_through_python(backend):
    out = np.zeros(1, np.int32)
    passed_kernel[(1,)](out)
    assert out[0] == 10


@triton.jit
def named_argument_kernel(p, out):
    tl.store(out, tl.load(p.x) + p.y)


def test_TY_26_named_tuples_as_arguments(backend):
    out = np.zeros(1, np.int32)
    named_argument_kernel[(1,)](Point(np.array([5], np.int32), 7), out)
    assert out[0] == 12


@triton.jit
def apply(fn, v, K: tl.constexpr):
    return fn(v) + K


@triton.jit
def function_kernel(out, F: tl.constexpr):
    fns = (add_one, F)
    tl.store(out, apply(add_one, 1, 10))
    tl.store(out + 1, apply(fns[1], 5, 0))


@triton.jit
def times_seven(v):
    return v * 7


def test_TY_30_functions_are_values(backend):
    assert run(function_kernel, F=times_seven)[:2].tolist() == [12, 35]


@triton.jit
def string_kernel(out, S: tl.constexpr, N: tl.constexpr):
    x = None
    tl.static_assert(x is None and N is None)
    name: tl.constexpr = "a"
    tl.static_assert(name == "a" and S == "text")
    T: tl.constexpr = tl.int32
    tl.store(out, tl.full((1,), 3, T).sum())


def test_TY_31_none_strings_dtypes(backend):
    assert run(string_kernel, S="text", N=None)[0] == 3
