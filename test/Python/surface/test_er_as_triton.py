"""What is an error under the name `triton` only (ER-03, ER-19, ER-20, ER-34, SY-01, SY-09, SY-48)."""

import numpy as np
import pytest

import mytriton
import mytriton.language as tl
from mytriton.as_triton import jit

PLAIN = 4
WRAPPED = tl.constexpr(5)


def fails(kernel, message, *args, **constants):
    with pytest.raises(mytriton.CompileError) as caught:
        kernel[(1,)](np.zeros(8, np.int32), *args, **constants)
    assert message in str(caught.value)


@jit
def plain_global_kernel(out):
    tl.store(out, PLAIN)


@jit
def wrapped_global_kernel(out):
    tl.store(out, WRAPPED)


def test_ER_03_SY_48_globals_are_constexpr(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    fails(plain_global_kernel, "Cannot access global variable")
    out = np.zeros(1, np.int32)
    wrapped_global_kernel[(1,)](out)
    assert out[0] == 5


@jit
def two_targets_kernel(out):
    a = b = 1
    tl.store(out, a + b)


@jit
def chain_kernel(out, n):
    tl.store(out, 1 < n < 5)


@jit
def condition_kernel(out, S: tl.constexpr):
    if S:
        tl.store(out, 1)


@jit
def redefined_kernel(out):
    K: tl.constexpr = 1
    K: tl.constexpr = 2
    tl.store(out, K)


@jit(noinline=True)
def outlined(v):
    return v


@jit
def outlined_kernel(out, BLOCK: tl.constexpr):
    tl.store(out, outlined(3))
    if BLOCK:
        outlined(tl.arange(0, 4))


def test_forms_of_python(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    fails(two_targets_kernel, "several targets")
    fails(chain_kernel, "multiple comparison", 3)
    fails(condition_kernel, "must be a bool, an int or None", S="text")
    fails(redefined_kernel, "'K' cannot be reassigned")
    fails(outlined_kernel, "'outlined' is declared noinline and takes no blocks, but 'v' is",
          BLOCK=True)
    out = np.zeros(1, np.int32)
    outlined_kernel[(1,)](out, BLOCK=False)
    assert out[0] == 3


@jit
def literal_one_kernel(out, n):
    # An argument that is 1 is the literal 1.
    tl.static_assert(n == 1)
    tl.store(out, tl.full((1,), 0, tl.int8).sum() + n)


def test_SE_80_an_argument_of_one_is_a_literal(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    out = np.zeros(1, np.int32)
    literal_one_kernel[(1,)](out, 1)
    assert out[0] == 1
