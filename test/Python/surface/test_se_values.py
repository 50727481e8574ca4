"""Rules of values beside those of test_se_semantics: decay, logic, implicit casts, host values."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


def run(kernel, *args, dtype=np.int32, size=8, **constants):
    out = np.zeros(size, dtype)
    kernel[(1,)](*args, out, **constants)
    return out


@triton.jit
def too_large_literal_kernel(out):
    x = 0x10000000000000000
    tl.store(out, x)


def test_SE_01_a_literal_of_65_bits(backend):
    with pytest.raises(triton.CompileError, match="18446744073709551616"):
        run(too_large_literal_kernel)


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
def implicit_kernel(p, out):
    o = tl.arange(0, 4)
    v = tl.load(p + o, mask=o < 2, other=7)
    tl.static_assert(v.dtype == tl.float16)
    tl.store(out + o, v)


def test_SE_50_implicit_casts(backend):
    x = np.array([1.5, 2.5, 3.5, 4.5], np.float16)
    assert run(implicit_kernel, x)[:4].tolist() == [1, 2, 7, 7]


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
