"""From source text to a loaded kernel, in milliseconds: this project by target, and Triton.

    cold_compile.py BUILD_DIR [TARGET ...]

Each measurement compiles a kernel whose text nobody has seen: a comment is changed, and a name.
The process is warm, caches on disk are not used. The sides take turns, as a machine's clock drifts;
medians of several. Beside them stands what NVIDIA's compilers take for an empty kernel (floors.py),
and all of it as a share of Triton's time."""

import os
import pathlib
import random
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
from floors import floors  # noqa: E402
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
    other = half.clone()
    n = x.numel()
    return {
        "add": lambda k: k.add_kernel[(n // 1024,)](x, y, out, n, BLOCK=1024, num_warps=4),
        "softmax": lambda k: k.softmax_kernel[(256,)](out, x, 4096, BLOCK=4096, num_warps=8),
        "layernorm": lambda k: k.layernorm_kernel[(256,)](half, other, x, y, 4096, 1e-5,
                                                         BLOCK=4096, num_warps=8),
        "matmul": lambda k: k.matmul_kernel[(8, 8)](x, y, out, 512, 512, 64, BM=64, BN=64,
                                                    num_warps=4),
    }


def fresh_kernels(package, number):
    path = SCRATCH / ("kernels%d.py" % number)
    path.write_text("# %d\n" % number + TEXT.replace("offsets", "offsets%d" % number)
                    .replace("total", "total%d" % number))
    return load_kernels(package, path)


def kernel_side(side, package, launch):
    """Milliseconds of one launch of a kernel whose text has a number."""
    def run(number):
        if package is mytriton:
            os.environ["MYTRITON_BACKEND"] = side
        kernels = fresh_kernels(package, number)
        torch.cuda.synchronize()
        start = time.perf_counter()
        launch(kernels)
        return (time.perf_counter() - start) * 1e3

    return run


def floor_side(compile_empty):
    def run(number):
        start = time.perf_counter()
        compile_empty(number)
        return (time.perf_counter() - start) * 1e3

    return run


def measure(sides, numbers):
    """Name -> the median of what a side took; sides that fail are left out."""
    taken = {name: [] for name in sides}
    for turn in range(ROUNDS + 1):
        for name, run in sides.items():
            if name not in taken:
                continue
            try:
                taken[name].append(run(next(numbers)))
            except Exception as error:  # one side less must not hide the others
                print("%s: %s" % (name, str(error).splitlines()[:1]))
                del taken[name]
        if turn == 0:  # reads libraries
            taken = {name: [] for name in taken}
    return {name: statistics.median(times) for name, times in taken.items()}


def main():
    major, minor = torch.cuda.get_device_capability()
    arch = "sm_%d%d%s" % (major, minor, "a" if major >= 9 else "")
    lowest = {name: floor_side(run) for name, run in floors(arch).items()}
    numbers = iter(range(random.randrange(1 << 30), 1 << 31))
    for name, launch in works().items():
        sides = {target: kernel_side(target, mytriton, launch) for target in TARGETS}
        if triton:
            sides["triton"] = kernel_side("triton", triton, launch)
        results = measure({**sides, **lowest}, numbers)
        whole = results.get("triton")
        print("%-10s %s" % (name, "  ".join(
            "%s %.1f ms" % (side, taken) +
            (" (%.3f)" % (taken / whole) if whole and side != "triton" else "")
            for side, taken in results.items())), flush=True)


main()
