"""How long a launch takes the host: this project, Triton, and the driver's call alone.

    launch.py BUILD_DIR

Six arguments: three tensors, an integer, two compile-time values. The three take turns in
batches that the GPU is waited for after; the medians over the batches are printed. The call alone
is a loop in C around cuLaunchKernel on the same machine code, built with the compiler `cc`.
Needs PyTorch; without Triton, or a C compiler, that side is left out."""

import ctypes
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path[:0] = [str(BUILD / "python"), str(HERE)]

import torch  # noqa: E402

import mytriton  # noqa: E402
from sides import load_kernels  # noqa: E402

try:
    import triton
except ImportError:
    triton = None

BATCHES, LAUNCHES, SIZE = 41, 500, 1024

BARE = r"""
#include <stdint.h>
#include <time.h>
typedef int Launch(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void *, void **, void **);
double bare(Launch *launch, void *function, unsigned threads, void *stream, uint64_t *args,
            int count, int launches) {
    void *params[16];
    struct timespec a, b;
    for (int i = 0; i < count; ++i)
        params[i] = &args[i];
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < launches; ++i)
        if (launch(function, 1, 1, 1, threads, 1, 1, 0, stream, params, 0))
            return -1;
    clock_gettime(CLOCK_MONOTONIC, &b);
    return ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / launches;
}
"""


def bare_side(compiled, args):
    """Nanoseconds of one driver call, as a function; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "bare.c").write_text(BARE)
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "bare.c", "-o", "bare.so"], cwd=folder,
                   check=True)
    bare = ctypes.CDLL(str(folder / "bare.so")).bare
    bare.restype = ctypes.c_double
    driver = ctypes.CDLL("libcuda.so.1")
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    image = ctypes.create_string_buffer(compiled.asm["cubin"])
    assert driver.cuModuleLoadData(ctypes.byref(module), image) == 0
    assert driver.cuModuleGetFunction(ctypes.byref(function), module,
                                      compiled.name.encode()) == 0
    launch = ctypes.cast(driver.cuLaunchKernel, ctypes.c_void_p)
    words = (ctypes.c_uint64 * len(args))(*args)
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    threads = 32 * compiled.num_warps
    return lambda: bare(launch, function, threads, stream, words, len(args), LAUNCHES)


def python_side(kernel, tensors):
    x, y, out = tensors

    def run():
        start = time.perf_counter_ns()
        for _ in range(LAUNCHES):
            kernel[(1,)](x, y, out, SIZE, BLOCK=SIZE, num_warps=4)
        return (time.perf_counter_ns() - start) / LAUNCHES

    return run


def main():
    tensors = [torch.randn(SIZE, device="cuda") for _ in range(3)]
    ours = load_kernels(mytriton).add_kernel
    compiled = ours[(1,)](*tensors, SIZE, BLOCK=SIZE, num_warps=4)
    torch.cuda.synchronize()
    assert torch.equal(tensors[2], tensors[0] + tensors[1])
    sides = {"driver": bare_side(compiled, [t.data_ptr() for t in tensors] + [SIZE]),
             "ours": python_side(ours, tensors)}
    if triton:
        sides["triton"] = python_side(load_kernels(triton).add_kernel, tensors)
    sides = {name: run for name, run in sides.items() if run}
    times = {name: [] for name in sides}
    for batch in range(BATCHES + 1):
        for name, run in sides.items():
            taken = run()
            torch.cuda.synchronize()
            if batch:  # the first one compiles
                times[name].append(taken)
    for name, taken in times.items():
        print("%-7s %6.0f ns a launch (fastest batch %.0f)" % (name, statistics.median(taken),
                                                              min(taken)))
    if "driver" in times:
        print("ours above the driver's call: %.0f ns (at most 1200)"
              % (statistics.median(times["ours"]) - statistics.median(times["driver"])))


main()
