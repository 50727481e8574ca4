"""When a kernel is compiled again, and when it is not."""

import gc
import os
import weakref

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl

SCALE = 2.0
WIDTH = tl.constexpr(4)


def make_scaled():
    """A kernel of its own for each test."""

    @triton.jit
    def scaled_kernel(x, out, n, BLOCK: tl.constexpr):
        offsets = tl.arange(0, BLOCK)
        mask = offsets < n
        tl.store(out + offsets, tl.load(x + offsets, mask=mask) * SCALE, mask=mask)

    return scaled_kernel


def launch(kernel, n=10, dtype=np.float32, **kwargs):
    x = np.arange(16, dtype=dtype)
    out = np.zeros(16, dtype)
    result = kernel[(1,)](x, out, n, BLOCK=16, **kwargs)
    return result, out


def test_same_types_compile_once():
    kernel = make_scaled()
    first, _ = launch(kernel, n=10)
    for n in (2, 3, 7, 15, -4):
        again, out = launch(kernel, n=n)
        assert again is first
    assert kernel._cache_size() == 1


def test_types_constexprs_and_options_are_in_the_key():
    kernel = make_scaled()
    results = [launch(kernel, n=10)[0], launch(kernel, n=10, dtype=np.float64)[0],
               launch(kernel, n=1 << 40)[0], launch(kernel, n=10, num_warps=4)[0],
               launch(kernel, n=10, num_stages=1)[0], launch(kernel, n=10, debug=True)[0],
               launch(kernel, n=10, enable_fp_fusion=False)[0]]
    x = np.arange(16, dtype=np.float32)
    results.append(kernel[(1,)](x, x.copy(), 10, BLOCK=32))
    assert len({id(result) for result in results}) == len(results) == kernel._cache_size()
    assert launch(kernel, n=10)[0] is results[0]


def test_integer_specialization():
    kernel = make_scaled()
    plain, one, sixteen = (launch(kernel, n=n)[0] for n in (10, 1, 32))
    assert len({id(plain), id(one), id(sixteen)}) == 3
    assert launch(kernel, n=0)[0] is sixteen and launch(kernel, n=-48)[0] is sixteen
    assert "n: i32 {equals=1}" in one.asm["ssa"] and "n: i32 {divisible=16}" in sixteen.asm["ssa"]
    # Uses of a parameter that is 1 fold to the literal.
    assert ", 1 :" in str(one.ssa_ops) and ", n :" in str(plain.ssa_ops)


def test_address_specialization():
    kernel = make_scaled()
    memory = np.zeros(64, np.float32)
    aligned = memory[(-memory.ctypes.data // 4) % 4:]
    first = kernel[(1,)](aligned, aligned, 10, BLOCK=16)
    second = kernel[(1,)](aligned[1:], aligned, 10, BLOCK=16)
    assert first is not second
    assert kernel[(1,)](aligned[4:], aligned[8:], 10, BLOCK=16) is first
    assert "x: ptr<f32> {divisible=16}" in first.asm["ssa"]
    assert "x: ptr<f32>," in second.asm["ssa"]


def test_do_not_specialize():
    fn = make_scaled().fn
    kernel = triton.jit(do_not_specialize=["n", "x", "out"])(fn)
    assert launch(kernel, n=1)[0] is launch(kernel, n=16)[0] is launch(kernel, n=5)[0]
    kernel = triton.jit(do_not_specialize_on_alignment=["n"])(fn)
    assert launch(kernel, n=16)[0] is launch(kernel, n=5)[0]
    assert launch(kernel, n=1)[0] is not launch(kernel, n=5)[0]


@triton.jit
def constant_kernel(out, VALUE: tl.constexpr):
    tl.store(out, VALUE)


def test_equal_constexprs_of_different_types_are_different():
    out = np.zeros(1, np.float32)
    results = [constant_kernel[(1,)](out, value) for value in (1, 1.0, True, 0.0, -0.0)]
    assert len({id(result) for result in results}) == 5
    assert np.signbit(out[0])
    assert constant_kernel[(1,)](out, tl.constexpr(1)) is results[0]


@triton.jit
def typed_kernel(out, x, DTYPE: tl.constexpr):
    tl.store(out, x.to(DTYPE).to(tl.float32))


def test_dtypes_as_constexprs():
    out = np.zeros(1, np.float32)
    first = typed_kernel[(1,)](out, 2.75, tl.int32)
    assert out[0] == 2
    typed_kernel[(1,)](out, 2.75, tl.float32)
    assert out[0] == 2.75
    assert typed_kernel[(1,)](out, 3.75, DTYPE=tl.dtype("int32")) is first


def test_changed_global_recompiles(monkeypatch):
    kernel = make_scaled()
    first, out = launch(kernel, n=16)
    np.testing.assert_array_equal(out, np.arange(16) * 2)
    monkeypatch.setitem(globals(), "SCALE", 3.0)
    second, out = launch(kernel, n=16)
    assert second is not first
    np.testing.assert_array_equal(out, np.arange(16) * 3)
    monkeypatch.setitem(globals(), "SCALE", 2.0)
    third, out = launch(kernel, n=16)
    np.testing.assert_array_equal(out, np.arange(16) * 2)
    monkeypatch.setitem(globals(), "UNUSED", 1)
    assert launch(kernel, n=16)[0] is third


def test_changed_closure_recompiles():
    offset = 5

    @triton.jit
    def closure_kernel(out):
        tl.store(out, offset)

    out = np.zeros(1, np.int32)
    closure_kernel[(1,)](out)
    assert out[0] == 5
    offset = 6
    closure_kernel[(1,)](out)
    assert out[0] == 6
    del offset
    with pytest.raises(triton.CompileError, match="offset"):
        closure_kernel[(1,)](out)


@triton.jit
def width_kernel(out):
    tl.store(out + tl.arange(0, WIDTH), WIDTH)


def test_constexpr_globals(monkeypatch):
    out = np.zeros(8, np.int32)
    width_kernel[(1,)](out)
    assert list(out) == [4, 4, 4, 4, 0, 0, 0, 0]
    monkeypatch.setitem(globals(), "WIDTH", tl.constexpr(2))
    width_kernel[(1,)](out)
    assert list(out) == [2, 2, 4, 4, 0, 0, 0, 0]


def test_clear_cache_frees_compiled_kernels():
    kernel = make_scaled()
    result = weakref.ref(launch(kernel)[0])
    assert result() is not None
    kernel.clear_cache()
    gc.collect()
    assert result() is None and kernel._cache_size() == 0
    _, out = launch(kernel, n=16)
    assert out[3] == 6


def test_dropped_kernel_is_collected():
    kernel = make_scaled()
    launch(kernel)
    gone = weakref.ref(kernel)
    del kernel
    gc.collect()
    assert gone() is None


def resident_bytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_clear_cache_returns_memory():
    kernel = make_scaled()
    x = np.arange(16, dtype=np.float32)

    def compile_many(first, count):
        for block in range(first, first + count):
            kernel[(1,)](x, x, 10, BLOCK=block)
        kernel.clear_cache()
        gc.collect()

    compile_many(17, 60)
    before = resident_bytes()
    for round_ in range(4):
        compile_many(100 + 60 * round_, 60)
    assert resident_bytes() - before < 24 << 20


def test_launches_do_not_leak():
    kernel = make_scaled()
    x = np.arange(16, dtype=np.float32)
    out = np.zeros(16, np.float32)
    run = kernel[(1,)]
    for _ in range(1000):
        run(x, out, 10, BLOCK=16)
    before = resident_bytes()
    for n in range(20000):
        run(x, out, 2 * n + 10, BLOCK=16)
        kernel[lambda meta: (1,)](x, out, 10, BLOCK=16)
    assert resident_bytes() - before < 4 << 20
