"""Hints, prints and asserts: rows HI-1 … HI-4, DB-1 … DB-4, IT-1, IT-2."""

import os
import subprocess
import sys

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def hints_kernel(x, out, n):
    i = tl.max_contiguous(tl.multiple_of(tl.arange(0, 16), 16), 16)
    n = tl.multiple_of(n, 4)
    tl.assume(n > 0)
    at = tl.max_constancy(i // 4, 4)
    m = tl.multiple_of(i[:, None] * 16 + i[None, :], (16, 1))
    tl.static_assert(m.shape == (16, 16))
    tl.debug_barrier()
    tl.store(out + i, tl.load(x + at, mask=i < n, other=-1))


def test_HI_1_multiple_of_HI_2_max_contiguous_HI_3_assume_HI_4_barrier(backend):
    x, out = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    hints_kernel[(1,)](x, out, 12)
    np.testing.assert_array_equal(out, np.where(np.arange(16) < 12, np.arange(16) // 4, -1))


def test_HI_3_debug_builds_check_assumptions(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    x, out = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    with pytest.raises(RuntimeError, match="tl.assume does not hold"):
        hints_kernel[(1,)](x, out, -4, debug=True)


@triton.jit
def bad_hints_kernel(CASE: tl.constexpr, n):
    i = tl.arange(0, 16)
    if CASE == 0:
        tl.multiple_of(i, (4, 4))
    elif CASE == 1:
        tl.max_contiguous(i, n)
    else:
        tl.assume(1.5)


@pytest.mark.parametrize("case, message", [
    (0, "tl.multiple_of needs one value per dimension of vector<16 x i32>, got 2"),
    (1, "the value of tl.max_contiguous"),
    (2, "an asserted condition must be boolean"),
])
def test_HI_errors(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_hints_kernel[(1,)](case, 5)
    assert message in str(caught.value)


@triton.jit
def static_print_kernel(x, n, BLOCK: tl.constexpr):
    v = tl.load(x + tl.arange(0, BLOCK))
    tl.static_print("block", BLOCK, v, n, v.dtype, sep="|", end="!\n")
    tl.static_print()


def test_DB_1_static_print(capfd):
    static_print_kernel[(1,)](np.zeros(64, np.float32), 3, 64)
    assert "block|64|fp32[constexpr[64]]|int32[]|fp32!\n\n" in capfd.readouterr().out


@triton.jit
def static_assert_kernel(n, BLOCK: tl.constexpr, CASE: tl.constexpr):
    tl.static_assert(BLOCK > 0)
    if CASE == 0:
        tl.static_assert(BLOCK % 32 == 0, f"BLOCK is {BLOCK}")
    else:
        tl.static_assert(n > 0)


def test_DB_2_static_assert():
    static_assert_kernel[(1,)](1, 32, 0)
    with pytest.raises(triton.CompileError, match="static assertion failed: BLOCK is 33"):
        static_assert_kernel[(1,)](1, 33, 0)
    with pytest.raises(triton.CompileError, match="condition that is known at compile time"):
        static_assert_kernel[(1,)](5, 32, 1)


@triton.jit
def print_kernel(x, n):
    v = tl.load(x + tl.arange(0, 4))
    tl.device_print("values:", v, hex=False)
    tl.device_print("bits", n, hex=True)
    tl.device_print(" nothing ")
    print("two ", n, n + 1)


def test_DB_3_device_print(backend, capfd):
    print_kernel[(2,)](np.array([1, 2, 3, 4], np.int32), 255)
    text = capfd.readouterr().out
    if backend in ("interp", "cpu", "copies") or backend.startswith("cubins"):
        assert text.count("(0, 0, 0) values: [1, 2, 3, 4]") == 1
    else:  # threads print one element each
        assert text.count("(0, 0, 0)[") == 4 and all("(1, 0, 0)[%d] values: %d\n" % (i, i + 1) in text for i in range(4))
    assert text.count("(1, 0, 0) bits: 0x000000ff") == 1
    assert "(0, 0, 0) nothing" in text and "two: 255 256" in text


@triton.jit
def bad_print_kernel(n, CASE: tl.constexpr):
    if CASE == 0:
        tl.device_print("caf\u00e9", n)
    elif CASE == 1:
        tl.device_print(n)
    else:
        tl.device_print("x", "y")


@pytest.mark.parametrize("case, message", [
    (0, "must be printable ASCII"), (1, "the prefix of tl.device_print"), (2, "a value to print"),
])
def test_DB_3_errors(case, message):
    with pytest.raises(triton.CompileError, match=message):
        bad_print_kernel[(1,)](5, case)


@triton.jit
def assert_kernel(x, n):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    tl.device_assert(v >= 0, "negative", mask=i < n)
    assert n < 100, "n is large"
    tl.store(x + i, v + 1)


@pytest.mark.traps
def test_DB_4_device_assert(backend):
    x = np.array([0, 1, 2, 3, -1, 5, 6, 7], np.float32)
    assert_kernel[(1,)](x.copy(), 8)  # not checked without debug
    assert_kernel[(1,)](x.copy(), 4, debug=True)
    with pytest.raises(RuntimeError, match="negative"):
        assert_kernel[(1,)](x.copy(), 5, debug=True)
    with pytest.raises(RuntimeError, match="n is large"):
        assert_kernel[(1,)](x.copy() * 0, 100, debug=True)


STOPPED = """
import sys
sys.path[:0] = [%r, %r]
import cupy
from test_hi_hints import assert_kernel
x = cupy.array([0, 1, 2, 3, -1, 5, 6, 7], cupy.float32)
assert_kernel[(1,)](x, 4, debug=True)
cupy.cuda.runtime.deviceSynchronize()
print("holds", flush=True)
assert_kernel[(1,)](x - 1, 5, debug=True)
cupy.cuda.runtime.deviceSynchronize()
"""


@pytest.mark.gpu
@pytest.mark.parametrize("target", ["cuda", "nvptx"])
def test_DB_4_device_assert_stops_a_gpu(build_dir, target):
    script = STOPPED % (str(build_dir / "python"), os.path.dirname(os.path.abspath(__file__)))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, MYTRITON_BACKEND=target))
    assert done.returncode != 0 and "holds" in done.stdout
    assert "negative" in done.stdout + done.stderr and "deviceSynchronize" in done.stderr


@triton.jit
def ranges_kernel(out, n, STAGES: tl.constexpr):
    total = 0
    for i in tl.range(0, n, 2, num_stages=STAGES, loop_unroll_factor=2, flatten=True, disable_licm=True):
        total += i
    for i in tl.range(n, warp_specialize=False, disallow_acc_multi_buffer=True):
        total += 100 * i
    for i in tl.static_range(3, 0, -1):
        total += 10000 * i
    tl.store(out, total)


@pytest.mark.parametrize("n", [0, 1, 2, 7])
@pytest.mark.parametrize("stages", [None, 1, 3])
def test_IT_1_static_range_and_IT_2_range_options(backend, n, stages):
    out = np.zeros(1, np.int32)
    ranges_kernel[(1,)](out, n, stages)
    assert out[0] == sum(range(0, n, 2)) + 100 * sum(range(n)) + 60000
