"""Row kernels on the CPU, one thread, against C++ and NumPy.

    cpu_reductions.py [BUILD_DIR] [ROWS] [COLUMNS]

Sum, max, softmax and layer normalization of each row of a 4096x4096 matrix of floats. The C++
beside this script does the same passes, compiled here with -O3 -march=native -ffast-math. Ours
may take 1.3 times as long and must beat NumPy. Processor time of the process, so that other
work on the machine hardly counts. Exits 1 if a bar is missed."""

import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import common

common.use_package()
os.environ["MYTRITON_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402

import mytriton as triton  # noqa: E402
import mytriton.language as tl  # noqa: E402
import softmax as examples  # noqa: E402

ROWS = int(sys.argv[2]) if len(sys.argv) > 2 else 4096
COLUMNS = int(sys.argv[3]) if len(sys.argv) > 3 else 4096
ROUNDS = 7
MOST_TIMES_CPP = 1.3
HERE = pathlib.Path(__file__).resolve().parent


@triton.jit
def row_sum_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + offsets, mask=offsets < columns, other=0.0)
    tl.store(out + row, tl.sum(values))


@triton.jit
def row_max_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + offsets, mask=offsets < columns, other=-float("inf"))
    tl.store(out + row, tl.max(values))


@triton.jit
def layer_norm_kernel(x, weight, bias, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    values = tl.load(x + row * columns + offsets, mask=mask, other=0.0)
    mean = tl.sum(values) / columns
    centered = tl.where(mask, values - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centered * centered) / columns + 1e-5)
    scaled = centered * scale * tl.load(weight + offsets, mask=mask) + tl.load(bias + offsets, mask=mask)
    tl.store(out + row * columns + offsets, scaled, mask=mask)


def compile_cpp(folder):
    library = os.path.join(folder, "cpu_reductions.so")
    subprocess.run(["g++", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC",
                    str(HERE / "cpu_reductions.cpp"), "-o", library], check=True)
    return ctypes.CDLL(library)


def cpp(function, *arrays):
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
    sizes = [ctypes.c_long(ROWS), ctypes.c_long(COLUMNS)]
    return lambda: function(*pointers, *sizes)


def ours(kernel, *arrays):
    launch = kernel[(ROWS,)]
    return lambda: launch(*arrays, COLUMNS, BLOCK=triton.next_power_of_2(COLUMNS))


def numpy_softmax(x, out):
    np.subtract(x, x.max(axis=1, keepdims=True), out=out)
    np.exp(out, out=out)
    np.divide(out, out.sum(axis=1, keepdims=True), out=out)


def numpy_layer_norm(x, weight, bias, out):
    np.subtract(x, x.mean(axis=1, keepdims=True), out=out)
    variance = np.einsum("ij,ij->i", out, out)[:, None] / COLUMNS
    np.multiply(out, 1 / np.sqrt(variance + 1e-5), out=out)
    np.multiply(out, weight, out=out)
    np.add(out, bias, out=out)


def make_cases(peer):
    """Name, result, bytes moved per element, ours, C++, NumPy."""
    generator = np.random.default_rng(0)
    x = generator.standard_normal((ROWS, COLUMNS), dtype=np.float32)
    weight, bias = (generator.standard_normal(COLUMNS, dtype=np.float32) for _ in range(2))
    line, out = np.zeros(ROWS, np.float32), np.zeros_like(x)
    return [
        ("row sum", line, 4, ours(row_sum_kernel, x, line), cpp(peer.row_sum, x, line),
         lambda: np.sum(x, axis=1, out=line)),
        ("row max", line, 4, ours(row_max_kernel, x, line), cpp(peer.row_max, x, line),
         lambda: np.max(x, axis=1, out=line)),
        ("softmax", out, 8, ours(examples.softmax_kernel, x, out), cpp(peer.softmax, x, out),
         lambda: numpy_softmax(x, out)),
        ("layer norm", out, 8, ours(layer_norm_kernel, x, weight, bias, out),
         cpp(peer.layer_norm, x, weight, bias, out),
         lambda: numpy_layer_norm(x, weight, bias, out)),
    ]


def agree(result, functions):
    """All functions write the same into result, up to rounding of sums."""
    results = []
    for function in functions:
        result.fill(np.nan)
        function()
        results.append(result.copy())
    return all(np.allclose(results[0], other, rtol=1e-4, atol=1e-4) for other in results)


def check_speed(peer):
    print("%-12s %9s %9s %9s %9s %11s %7s"
          % ("kernel", "ours ms", "C++ ms", "NumPy ms", "ours/C++", "NumPy/ours", "GB/s"))
    good = True
    for name, result, traffic, *functions in make_cases(peer):
        if not agree(result, functions):
            print("%-12s results differ  MISSED" % name)
            good = False
            continue
        mine, hand, numpys = common.alternate(functions, ROUNDS, time.process_time)
        met = mine <= MOST_TIMES_CPP * hand and mine < numpys
        good &= met
        print("%-12s %9.2f %9.2f %9.2f %9.2f %11.2f %7.1f  %s"
              % (name, mine * 1e3, hand * 1e3, numpys * 1e3, mine / hand, numpys / mine,
                 traffic * ROWS * COLUMNS / mine / 1e9, common.verdict(met)))
    return good


def main():
    print("%s; %dx%d floats, one thread" % (common.machine(), ROWS, COLUMNS))
    with tempfile.TemporaryDirectory() as folder:
        good = check_speed(compile_cpp(folder))
    sys.exit(not good)


if __name__ == "__main__":
    main()
