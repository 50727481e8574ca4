"""`@jit` functions that kernels call."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl
from Inputs import helper_module
from Inputs.helper_module import shifted

FACTOR = 2.0


@triton.jit
def scaled(v, bias=1.0):
    return v * FACTOR + bias


@triton.jit
def kernel(x, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    value = scaled(tl.load(x + offsets))
    tl.store(out + offsets, shifted(value))


def run():
    x = np.arange(8, dtype=np.float32)
    out = np.empty_like(x)
    kernel[(1,)](x, out, BLOCK=8)
    return x, out


def test_names_of_a_helper_are_those_of_its_module(monkeypatch):
    x, out = run()
    np.testing.assert_array_equal(out, x * 2 + 1 + 100)
    # A changed global of either module is noticed.
    monkeypatch.setattr(helper_module, "FACTOR", 7.0)
    x, out = run()
    np.testing.assert_array_equal(out, x * 2 + 1 + 7)
    monkeypatch.setitem(globals(), "FACTOR", 3.0)
    x, out = run()
    np.testing.assert_array_equal(out, x * 3 + 1 + 7)


@triton.jit
def fails(v):
    return tl.sum(v)


@triton.jit
def failing_kernel(x):
    tl.store(x, fails(1))


def test_errors_in_helpers_tell_the_call():
    with pytest.raises(triton.CompileError) as caught:
        failing_kernel[(1,)](np.zeros(4, np.float32))
    text = str(caught.value)
    assert "tl.sum needs a block" in text and "return tl.sum(v)" in text
    assert "called from here" in text and "tl.store(x, fails(1))" in text


@triton.jit
def again(v):
    return once_more(v)


@triton.jit
def once_more(v):
    return again(v)


@triton.jit
def recursive_kernel(x):
    tl.store(x, again(1.0))


def test_recursion_is_an_error():
    with pytest.raises(triton.CompileError, match="'again' -> 'once_more' -> 'again'"):
        recursive_kernel[(1,)](np.zeros(4, np.float32))


@triton.jit
def checked(n):
    assert n > 0, "n is small"
    return n


@triton.jit
def checking_kernel(x, n):
    tl.device_assert(n < 5, "n is large")
    tl.store(x, checked(n).to(tl.float32))


def test_asserts_are_checked_with_debug(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    x = np.zeros(1, np.float32)
    checking_kernel[(1,)](x, 7)
    checking_kernel[(1,)](x, 3, debug=True)
    assert x[0] == 3
    with pytest.raises(RuntimeError, match="assertion failed: n is large"):
        checking_kernel[(1,)](x, 7, debug=True)
    with pytest.raises(RuntimeError, match="assertion failed: n is small"):
        checking_kernel[(1,)](x, -1, debug=True)
