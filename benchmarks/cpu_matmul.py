"""Products of f32 matrices with `tl.dot` on one core, against what its multiply-add units can do.

    cpu_matmul.py [BUILD_DIR] [EXTENT]

The peak comes from a loop of multiply-adds in registers (fma_peak.c, built with cc). The best tile
must reach 40 % of it, best round against best round. Every result is compared with NumPy in float64. NumPy on one thread is
printed for orientation; how fast it is depends on its BLAS. Exits 1 if a bar is missed."""

import os
import subprocess
import sys
import tempfile
import time

import common

common.use_package()
for name in ("MYTRITON_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

import matmul  # noqa: E402
import mytriton as triton  # noqa: E402

EXTENT = int(sys.argv[2]) if len(sys.argv) > 2 else 512
TILES = [(64, 64, 64), (128, 128, 32), (128, 64, 64), (32, 32, 32)]
ROUNDS = 25
BAR = 0.40


def peak():
    """GFLOP/s of multiply-adds."""
    source = common.SOURCE / "benchmarks" / "fma_peak.c"
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "fma_peak")
        subprocess.run(["cc", "-O2", "-march=native", "-o", program, source], check=True)
        return float(subprocess.run([program], check=True, capture_output=True).stdout)


def least(fn, rounds):
    """Seconds of the best round."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        fn()
        times.append(time.perf_counter() - start)
    return min(times)


def launcher(a, b, c, tile):
    (M, K), N = a.shape, b.shape[1]
    BM, BN, BK = tile
    launch = matmul.matmul_dot_kernel[(triton.cdiv(M, BM), triton.cdiv(N, BN))]
    return lambda: launch(a, b, c, M, N, K, BM=BM, BN=BN, BK=BK)


def is_right(a, b, c):
    """Within n eps sum|a b| of the product in float64."""
    exact = a.astype(np.float64) @ b.astype(np.float64)
    bound = np.abs(a).astype(np.float64) @ np.abs(b).astype(np.float64)
    bound *= a.shape[1] * np.finfo(np.float32).eps
    return bool(np.all(np.abs(c - exact) <= bound))


def main():
    generator = np.random.default_rng()
    a, b = (generator.standard_normal((EXTENT, EXTENT), dtype=np.float32) for _ in range(2))
    out = np.empty_like(a)
    work = 2e-9 * EXTENT ** 3
    top = peak()
    print("%s; %d^3, f32, one core; peak %.1f GFLOP/s" % (common.machine(), EXTENT, top))
    print("%-12s %10s %10s %8s %14s" % ("tile", "ours ms", "GFLOP/s", "of peak", "times NumPy"))
    theirs = least(lambda: np.matmul(a, b, out=out), 3)
    best, right = 0.0, True
    for tile in TILES:
        c = np.full_like(a, np.nan)
        ours = launcher(a, b, c, tile)
        ours()
        right &= is_right(a, b, c)
        mine = least(ours, ROUNDS)
        best = max(best, work / mine)
        print("%-12s %10.2f %10.1f %7.0f%% %14.1f" % ("x".join(map(str, tile)), mine * 1e3,
                                                     work / mine, 100 * work / mine / top,
                                                     theirs / mine))
    print("best: %.0f%% of the peak (bar %.0f%%)  %s"
          % (100 * best / top, 100 * BAR, common.verdict(best >= BAR * top)))
    print("results against float64: %s" % common.verdict(right))
    sys.exit(not (right and best >= BAR * top))


if __name__ == "__main__":
    main()
