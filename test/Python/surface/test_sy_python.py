"""Section 3 of the language's rules: the Python that kernels accept (SY-01 … SY-52)."""

import math

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl
import mytriton.language.core as core
from mytriton.language import load, store as put
from mytriton.language.extra import libdevice
from mytriton.language.math import exp2 as power_of_two


def run(kernel, *args, dtype=np.int32, size=8, **constants):
    out = np.zeros(size, dtype)
    kernel[(1,)](*args, out, **constants)
    return out


@triton.jit
def assignments_kernel(out):
    """A docstring."""
    a = 1
    a = 2.0  # another type
    a: tl.float32 = 3.0  # an annotation that says nothing
    b, (c, d) = 4, (5, 6)
    b += 1
    b *= 2
    b -= 3
    b //= 2
    b <<= 2
    b |= 1
    b ^= 3
    b &= 127
    e = f = 7
    pass
    a
    c, d = d, c
    tl.store(out, b)
    tl.store(out + 1, c * 10 + d)
    tl.store(out + 2, (g := e + f) + 1)
    tl.store(out + 3, g)
    tl.store(out + 4, a)


def test_SY_01_04_05_06_13_18_assignments(backend):
    b = (((4 + 1) * 2 - 3) // 2 << 2 | 1) ^ 3
    assert run(assignments_kernel)[:5].tolist() == [b & 127, 65, 15, 14, 3]


@triton.jit
def constexpr_kernel(out, n):
    K: tl.constexpr = 4
    tl.static_assert(K == 4)
    L: "tl.constexpr" = K * 2  # noqa: F821
    tl.store(out + tl.arange(0, L), tl.arange(0, L) + n)


def test_SY_02_constexpr_annotations(backend):
    out = np.zeros(8, np.int32)
    constexpr_kernel[(1,)](out, 3)
    assert out.tolist() == list(range(3, 11))


@triton.jit
def runtime_constexpr_kernel(out, n):
    K: tl.constexpr = n + 1
    tl.store(out, K)


def test_SY_02_a_value_under_a_constexpr_annotation_warns(backend):
    out = np.zeros(1, np.int32)
    with pytest.warns(triton.KernelWarning, match="only known at run time"):
        runtime_constexpr_kernel[(1,)](out, 3)
    assert out[0] == 4


@triton.jit
def void(p, v):
    tl.store(p, v)


@triton.jit
def ternary_kernel(out, n, FLAG: tl.constexpr):
    a = 1 if FLAG else undefined_name  # noqa: F821
    b = n if n > 3 else n * 10
    void(out + 2, 5) if n > 3 else void(out + 2, 6)
    t = (n, 1) if n > 3 else (0, n)
    tl.store(out, a + b)
    tl.store(out + 1, t[0] * 10 + t[1])


@pytest.mark.parametrize("n", [2, 4])
def test_SY_08_conditional_expressions(backend, n):
    out = np.zeros(3, np.int32)
    ternary_kernel[(1,)](out, n, FLAG=True)
    assert out.tolist() == ([5, 41, 5] if n > 3 else [21, 2, 6])


@triton.jit
def subscripts_kernel(out):
    a = tl.arange(0, 4)
    tl.static_assert(a[None, :].shape == (1, 4) and a[:, None].shape == (4, 1))
    tl.static_assert(a[:, None, None].shape == (4, 1, 1) and a[None].shape == (1, 4))
    tl.static_assert(a[:].shape == (4,) and a[None, :][:, :, None].shape == (1, 4, 1))
    b = a[:, None] * 4 + a[None, :]
    s = tl.program_id(0)
    tl.static_assert(s[None].shape == (1,))
    tl.store(out + b, b)


def test_SY_10_subscripts_of_values(backend):
    assert run(subscripts_kernel, size=16).tolist() == list(range(16))


@triton.jit
def tuple_subscripts_kernel(out):
    t = (1, 2, 3, 4)
    i: tl.constexpr = 1
    tl.store(out, t[i] + t[-1] * 10)
    u = t[1:3]
    tl.static_assert(len(u) == 2 and len(t[::2]) == 2 and len(t[::-1]) == 4)
    tl.store(out + 1, u[0] * 10 + u[1])
    tl.store(out + 2, t[::-1][0])


def test_SY_11_subscripts_of_tuples(backend):
    assert run(tuple_subscripts_kernel)[:3].tolist() == [42, 23, 4]


@triton.jit
def fstring_kernel(out, N: tl.constexpr, S: tl.constexpr):
    tl.static_assert(f"{N}-{S}" == "4-x" and f"{S!r}" == "'x'" and f"{N:03d}" == "004")
    tl.static_print(f"N is {N}", S, tl.float32)
    tl.static_assert(N == 4, f"N is {N}")
    tl.store(out, 1)


@triton.jit
def runtime_fstring_kernel(out, n):
    tl.static_print(f"{n}")


def test_SY_12_f_strings(monkeypatch, capfd):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    assert run(fstring_kernel, N=4, S="x")[0] == 1
    assert capfd.readouterr().out == "N is 4 x fp32\n"
    with pytest.raises(triton.CompileError, match="f-string.*i32"):
        runtime_fstring_kernel[(1,)](np.zeros(1, np.int32), 5)


@triton.jit
def assert_kernel(out, n):
    assert n < 5, "n is too large"
    assert n >= 0
    tl.device_assert(n != 3, "n is three")
    tl.store(out, n)


def test_SY_15_asserts_hold_in_debug_builds_only(backend):
    out = np.zeros(1, np.int32)
    assert_kernel[(1,)](out, 9)
    assert out[0] == 9
    assert_kernel[(1,)](out, 4, debug=True)
    assert out[0] == 4


@pytest.mark.parametrize("n, message", [(9, "n is too large"), (3, "n is three")])
def test_SY_15_a_failing_assert(n, message, monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    with pytest.raises(Exception, match=message):
        assert_kernel[(1,)](np.zeros(1, np.int32), n, debug=True)


@triton.jit(debug=True)
def debug_kernel(out, n):
    assert n < 5, "n is too large"
    tl.store(out, n)


def test_SY_15_debug_of_the_decorator(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    with pytest.raises(Exception, match="n is too large"):
        debug_kernel[(1,)](np.zeros(1, np.int32), 7)


@triton.jit
def plain_debug_kernel(out, n):
    assert n < 5, "n is too large"
    tl.store(out, n)


def test_SY_15_debug_of_the_environment(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    monkeypatch.setenv("MYTRITON_DEBUG", "1")
    with pytest.raises(Exception, match="n is too large"):
        plain_debug_kernel[(1,)](np.zeros(1, np.int32), 7)


@triton.jit
def loops_kernel(out, n, lo):
    acc = 0
    for i in range(n):
        acc += i
    for i in range(lo, n, 2):
        acc += i * 100
    for i in tl.range(n, num_stages=2, loop_unroll_factor=1):
        i = tl.multiple_of(i * 8, 8)
        acc += i
    j = 5
    while j > 0:
        j -= 2
        acc += 1000
    tl.store(out, acc)
    for k in tl.static_range(2):
        last = k
        tl.static_assert(k < 2)
    tl.store(out + 1, last)


@pytest.mark.parametrize("n", [0, 1, 7])
def test_SY_20_22_23_24_27_loops(backend, n):
    acc = sum(range(n)) + 100 * sum(range(1, n, 2)) + 8 * sum(range(n)) + 3000
    out = np.zeros(2, np.int32)
    loops_kernel[(1,)](out, n, 1)
    assert out.tolist() == [acc, 1]


@triton.jit
def wide_kernel(out, start, stop):
    acc = 0
    for i in range(start, stop):
        tl.static_assert(i.dtype == tl.int64)
        acc += 1
    tl.store(out, acc)


def test_SY_20_the_index_has_the_promoted_type(backend):
    out = np.zeros(1, np.int32)
    wide_kernel[(1,)](out, 2**40, 2**40 + 5)
    assert out[0] == 5


@triton.jit
def static_if_kernel(out, n, A: tl.constexpr, B: tl.constexpr):
    if A:
        x = 1
    else:
        x = tl.arange(0, 8)
    if B is None:
        y = n
    elif B == 3:
        y = n * 3
    else:
        y = undefined_name  # noqa: F821
    tl.store(out, x + y)


def test_SY_29_compile_time_conditions(backend):
    out = np.zeros(1, np.int32)
    static_if_kernel[(1,)](out, 2, A=True, B=None)
    assert out[0] == 3
    static_if_kernel[(1,)](out, 2, A=1, B=3)
    assert out[0] == 7


@triton.jit
def runtime_if_kernel(out, n, f, p):
    a = 0
    if n:
        a += 1
    if f:
        a += 2
    if p.to(tl.int64):
        a += 4
    if n > 1:
        b = 10
    elif n == 1:
        b = 20
    else:
        b = 30
        a = -a
    tl.store(out, a + b)


@pytest.mark.parametrize("n, f", [(0, 0.0), (1, 0.5), (2, 0.0)])
def test_SY_30_31_runtime_conditions(backend, n, f):
    out = np.zeros(1, np.int32)
    runtime_if_kernel[(1,)](out, n, f, np.zeros(1, np.float32))
    a = bool(n) + 2 * bool(f) + 4
    assert out[0] == (a + 10 if n > 1 else a + 20 if n == 1 else -a + 30)


@triton.jit
def one_element_if_kernel(out):
    x = tl.arange(0, 1)
    if x == 0:
        tl.store(out, 5)


def test_SY_30_a_block_of_one_element_warns(backend):
    with pytest.warns(triton.KernelWarning, match="one element"):
        assert run(one_element_if_kernel)[0] == 5


@triton.jit
def scaled(x, factor=3, bias=1):
    return x * factor + bias


@triton.jit
def total(first, *rest):
    tl.static_assert(len(rest) <= 3)
    acc = first
    for i in tl.static_range(len(rest)):
        acc += rest[i]
    return acc


@triton.jit
def calls_kernel(out, n):
    args = (n, 4)
    tl.store(out, scaled(n))
    tl.store(out + 1, scaled(n, bias=5))
    tl.store(out + 2, scaled(*args))
    tl.store(out + 3, scaled(bias=1, factor=2, x=n))
    tl.store(out + 4, total(n))
    tl.store(out + 5, total(n, 1, 2, n))
    tl.store(out + 6, total(*args, 7))


def test_SY_40_42_43_calls(backend):
    out = np.zeros(7, np.int32)
    calls_kernel[(1,)](out, 10)
    assert out.tolist() == [31, 35, 41, 21, 10, 23, 21]


@triton.jit
def methods_kernel(p, out):
    o = tl.arange(0, 4)
    v = tl.load(p + o)
    tl.store(out, v.sum())
    tl.store(out + 1, v.max(0).to(tl.int32))
    tl.store(out + 2, v.to(tl.float32).exp().log().sum().to(tl.int32) > 5)
    (out + 3).store(7)
    tl.store(out + 4, (p + 2).load())


def test_SY_45_methods(backend):
    assert run(methods_kernel, np.arange(4, dtype=np.int32))[:5].tolist() == [6, 3, 1, 7, 2]


@triton.jit
def builtins_kernel(out, n, N: tl.constexpr):
    tl.static_assert(len((1, 2)) == 2 and int(3.7) == 3 and float(2) == 2.0)
    tl.static_assert(min(3, 1, 2) == 1 and max(3, N) == 5)
    tl.static_assert(isinstance(N, tl.constexpr) and isinstance(n, tl.tensor))
    tl.static_assert(hasattr(n, "dtype") and not hasattr(n, "nothing"))
    tl.static_assert(getattr(n, "dtype") == tl.int32 and getattr(N, "zzz", 4) == 4)
    tl.static_assert(len(list((1, 2))) == 2)
    tl.store(out, min(n, 3) * 10 + max(n, 3))
    print("n", n)


def test_SY_46_python_builtins(backend, capfd):
    out = np.zeros(1, np.int32)
    builtins_kernel[(1,)](out, 7, N=5)
    assert out[0] == 37
    assert "n: 7" in capfd.readouterr().out


@triton.constexpr_function
def log2_of(n, extra=0):
    return n.bit_length() - 1 + extra


@triton.jit
def host_functions_kernel(out, N: tl.constexpr):
    tl.static_assert(math.sqrt(N) == 4.0 and math.pi > 3.14)
    tl.static_assert(triton.cdiv(N, 3) == 6 and tl.cdiv(N, 3) == 6)
    tl.static_assert(triton.next_power_of_2(N + 1) == 32)
    K: tl.constexpr = log2_of(N)
    tl.static_assert(K == 4 and log2_of(N, extra=1) == 5)
    tl.store(out + tl.arange(0, log2_of(16)), K)


def test_SY_47_host_functions_of_constexprs(backend):
    assert run(host_functions_kernel, N=16)[:4].tolist() == [4, 4, 4, 4]


def ordinary(n):
    return n


@triton.jit
def ordinary_call_kernel(out):
    tl.store(out, ordinary(1))


def test_SY_47_other_functions_are_errors(backend):
    with pytest.raises(triton.CompileError, match="ordinary"):
        run(ordinary_call_kernel)


WRAPPED = tl.constexpr(5)
PLAIN = 6
DTYPE = tl.float32
NOTHING = None


def make_kernel(captured):
    @triton.jit
    def closure_kernel(out):
        tl.static_assert(NOTHING is None and DTYPE == tl.float32)
        tl.store(out, WRAPPED + PLAIN + captured)
    return closure_kernel


def test_SY_48_globals_and_closures(backend):
    assert run(make_kernel(tl.constexpr(7)))[0] == 18
    assert run(make_kernel(8))[0] == 19


@triton.jit
def global_kernel(out):
    tl.store(out, PLAIN)


def test_SY_49_changed_globals_recompile(backend, monkeypatch):
    assert run(global_kernel)[0] == 6
    monkeypatch.setitem(globals(), "PLAIN", 60)
    assert run(global_kernel)[0] == 60


@triton.jit
def lookup_kernel(out, N: tl.constexpr):
    PLAIN = 9  # a local name
    len = 3
    tl.store(out, PLAIN + len)


def test_SY_50_local_names_come_first(backend):
    assert run(lookup_kernel, N=1)[0] == 12


@triton.jit
def imports_kernel(p, out):
    o = core.arange(0, 4)
    v = load(p + o)
    w = tl.math.exp(v) + power_of_two(v) + tl.core.abs(v) + libdevice.tanh(v)
    w += triton.language.where(v > 1.0, 1.0, 0.0)
    put(out + o, w)


def test_SY_51_import_styles(backend):
    x = np.array([0, 0.5, 1, 2], np.float32)
    expected = np.exp(x) + 2 ** x + abs(x) + np.tanh(x) + (x > 1)
    assert np.allclose(run(imports_kernel, x, dtype=np.float32)[:4], expected, rtol=1e-5)


import sys  # noqa: E402

this_module = sys.modules[__name__]


@triton.jit
def module_attribute_kernel(out):
    tl.store(out, this_module.scaled(2) + this_module.WRAPPED)


def test_SY_51_attributes_of_live_modules(backend):
    assert run(module_attribute_kernel)[0] == 12


def note(text):
    return lambda function: function


@triton.jit
@note("def not_this(")
def decorated_kernel(out):
    tl.store(out, 4)


def test_SY_52_decorators(backend):
    assert run(decorated_kernel)[0] == 4
