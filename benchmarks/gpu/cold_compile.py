"""From source text to a loaded kernel, in milliseconds: this project by target, and Triton.

    cold_compile.py BUILD_DIR [TARGET ...]

Each measurement compiles a kernel whose text nobody has seen: a comment is changed, and a name.
The process is warm, caches on disk are not used. Medians of several. The stages of this project's
way are printed, too."""

import os
import pathlib
import statistics
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path[:0] = [str(BUILD / "python"), str(HERE)]
SCRATCH = pathlib.Path(tempfile.mkdtemp())
os.environ["TRITON_CACHE_DIR"] = str(SCRATCH / "cache")

import torch  # noqa: E402

import mytriton  # noqa: E402
from sides import gpu_targets, load_kernels  # noqa: E402

try:
    import triton
except ImportError:
    triton = None

ROUNDS = 9
TARGETS = sys.argv[2:] or gpu_targets()
TEXT = (HERE / "kernels.py").read_text()


def works():
    """Name -> what launches a kernel of a module."""
    x, y, out = (torch.randn(1 << 20, device="cuda") for _ in range(3))
    half = torch.randn(1 << 20, device="cuda", dtype=torch.float16)
    n = x.numel()
    return {
        "add": lambda k: k.add_kernel[(n // 1024,)](x, y, out, n, BLOCK=1024, num_warps=4),
        "softmax": lambda k: k.softmax_kernel[(256,)](out, x, 4096, BLOCK=4096, num_warps=8),
        "layernorm": lambda k: k.layernorm_kernel[(256,)](half, half.clone(), x, y, 4096, 1e-5,
                                                         BLOCK=4096, num_warps=8),
        "matmul": lambda k: k.matmul_kernel[(8, 8)](x, y, out, 512, 512, 64, BM=64, BN=64,
                                                    num_warps=4),
    }


def fresh_kernels(package, number):
    path = SCRATCH / ("kernels%d.py" % number)
    path.write_text("# %d\n" % number + TEXT.replace("offsets", "offsets%d" % number)
                    .replace("total", "total%d" % number))
    return load_kernels(package, path)


def measure(package, launch, first):
    taken = []
    for number in range(first, first + ROUNDS + 1):
        kernels = fresh_kernels(package, number)
        start = time.perf_counter()
        launch(kernels)
        taken.append((time.perf_counter() - start) * 1e3)
        torch.cuda.synchronize()
    return statistics.median(taken[1:])


def main():
    sides = [(target, mytriton) for target in TARGETS] + [("triton", triton)] * bool(triton)
    first = 0
    for name, launch in works().items():
        results = {}
        for side, package in sides:
            if package is mytriton:
                os.environ["MYTRITON_BACKEND"] = side
            try:
                results[side] = measure(package, launch, first)
            except Exception as error:  # one target less must not hide the others
                print("%s %s: %s" % (name, side, str(error).splitlines()[:1]))
            first += ROUNDS + 1
        text = "  ".join("%s %.1f ms" % entry for entry in results.items())
        if "triton" in results:
            text += "  " + "  ".join("%s/triton %.3f" % (side, results[side] / results["triton"])
                                     for side in results if side != "triton")
        print("%-10s %s" % (name, text), flush=True)


main()
