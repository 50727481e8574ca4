"""Elementwise kernels on the CPU, one thread, against NumPy.

    cpu_elementwise.py [BUILD_DIR] [ELEMENTS]

2^24 floats: add against np.add(x, y, out=...), the activations against the usual NumPy
expression. Accuracy against float64: add exact, sigmoid within 2.5 ulp and no worse than NumPy.
Exits 1 if a bar is missed."""

import os
import sys

import common

common.use_package()
os.environ["MYTRITON_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402

import activations  # noqa: E402
import add as addition  # noqa: E402
import mytriton as triton  # noqa: E402

N = int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 24
BLOCK = 1024
ROUNDS = 15
SLOPE = np.float32(0.01)


def ulps(result, exact):
    """Largest distance from the exact value, in units of the float32 nearest to it."""
    nearest = exact.astype(np.float32)
    return float(np.max(np.abs(result.astype(np.float64) - exact) / np.spacing(np.abs(nearest))))


def launcher(kernel, *args):
    launch = kernel[(triton.cdiv(N, BLOCK),)]
    return lambda: launch(*args, BLOCK=BLOCK)


def numpy_sigmoid(x):
    return 1 / (1 + np.exp(-x))


def make_cases(x, y, out):
    """Name, ours, NumPy's with a result, bytes moved per element."""
    return [
        ("add", launcher(addition.add_kernel, x, y, out, N), lambda: np.add(x, y, out=out), 12),
        ("relu", launcher(activations.relu_kernel, x, out, N), lambda: np.maximum(x, 0), 8),
        ("leaky relu", launcher(activations.leaky_relu_kernel, x, out, N, float(SLOPE)),
         lambda: np.where(x > 0, x, x * SLOPE), 8),
        ("sigmoid", launcher(activations.sigmoid_kernel, x, out, N),
         lambda: numpy_sigmoid(x), 8),
    ]


def check_speed(x, y, out):
    print("%-12s %10s %10s %8s %9s" % ("kernel", "ours ms", "numpy ms", "ratio", "GB/s"))
    good = True
    for name, ours, numpys, traffic in make_cases(x, y, out):
        ours()
        numpys()
        mine, theirs = common.alternate([ours, numpys], ROUNDS)
        good &= mine < theirs
        print("%-12s %10.2f %10.2f %8.2f %9.1f  %s"
              % (name, mine * 1e3, theirs * 1e3, theirs / mine, traffic * N / mine / 1e9,
                 common.verdict(mine < theirs)))
    return good


def check_accuracy(x, y, out):
    launcher(addition.add_kernel, x, y, out, N)()
    exact_add = bool(np.array_equal(out, x + y))
    wide = np.linspace(-88, 88, N).astype(np.float32)
    launcher(activations.sigmoid_kernel, wide, out, N)()
    exact = 1 / (1 + np.exp(-wide.astype(np.float64)))
    mine, theirs = ulps(out, exact), ulps(numpy_sigmoid(wide), exact)
    good = mine <= 2.5 and mine <= theirs
    print("add equals NumPy bit for bit: %s" % common.verdict(exact_add))
    print("sigmoid on [-88, 88]: %.2f ulp, NumPy %.2f ulp  %s"
          % (mine, theirs, common.verdict(good)))
    return exact_add and good


def check_launch_overhead():
    """A launch that finds its kernel, of one program of one element."""
    point = np.zeros(1, np.float32)
    launch = activations.relu_kernel[(1,)]
    launch(point, point, 1, BLOCK=1)
    times = common.sample(lambda: launch(point, point, 1, BLOCK=1), samples=200, inner=100)
    print("launch of one program: %.2f us" % (sorted(times)[len(times) // 2] * 1e6))


def main():
    print("%s; %d floats, one thread" % (common.machine(), N))
    generator = np.random.default_rng()
    x, y = (generator.standard_normal(N, dtype=np.float32) for _ in range(2))
    out = np.zeros(N, np.float32)
    good = check_speed(x, y, out)
    good &= check_accuracy(x, y, out)
    check_launch_overhead()
    sys.exit(not good)


if __name__ == "__main__":
    main()
