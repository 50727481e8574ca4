"""Cold compile for the CPU: Python source to machine code that runs, the process being warm.

    cpu_compile.py [BUILD_DIR]

For each kernel the best of several compilations, stage by stage (a stage's time is what it adds
to the one before), and a first launch without a cache, which links the code and runs one program.
All in processor time of the compiling thread, so that other work on the machine counts little; the
launch also on the clock. Bars for its processor time: add 15 ms, softmax of 4096 columns 30 ms,
matmul of 128 x 128 tiles 30 ms. Exits 1 if a bar is missed."""

import sys
import time

import common

common.use_package()

import numpy as np  # noqa: E402

import add as addition  # noqa: E402
import matmul  # noqa: E402
import mytriton.compiler as compiler  # noqa: E402
import softmax  # noqa: E402

ROUNDS = 15
STAGES = ("ssa", "llvm", "obj")


def cases():
    """Name, file, kernel, arguments of one program, their signature, compile-time values, bar."""
    x, y, out = (np.ones(4096, np.float32) for _ in range(3))
    a, b, c = (np.ones((128, 128), np.float32) for _ in range(3))
    pointers = "%s=*fp32:16, %s=*fp32:16, %s=*fp32:16, "
    return [
        ("add", "add.py", addition.add_kernel, (x, y, out, 1024),
         pointers % ("x", "y", "out") + "n=i32:16", {"BLOCK": 1024}, 15),
        ("softmax 4096", "softmax.py", softmax.softmax_kernel, (x, out, 4096),
         "x=*fp32:16, out=*fp32:16, columns=i32:16", {"BLOCK": 4096}, 30),
        ("matmul 128", "matmul.py", matmul.matmul_dot_kernel, (a, b, c, 128, 128, 128),
         pointers % ("a", "b", "c") + "M=i32:16, N=i32:16, K=i32:16",
         {"BM": 128, "BN": 128, "BK": 32}, 30),
    ]


def best(fn):
    """Least milliseconds of the thread, and on the clock."""
    fn()
    worked, passed = [], []
    for _ in range(ROUNDS):
        start, clock = time.thread_time(), time.perf_counter()
        fn()
        worked.append(time.thread_time() - start)
        passed.append(time.perf_counter() - clock)
    return min(worked) * 1e3, min(passed) * 1e3


def stage_times(path, kernel, signature, constants):
    """Milliseconds from the source to each stage."""
    source = path.read_text()
    name = kernel.__name__
    return [best(lambda stage=stage: compiler.compile_source(
        source, signature, name, constants, target="cpu", stage=stage, file=str(path)))[0]
        for stage in STAGES]


def first_launch(kernel, args, constants):
    launch = kernel[(1,)]

    def once():
        kernel.clear_cache()
        launch(*args, **constants)

    return best(once)


def main():
    print(common.machine())
    print("%-14s %9s %9s %9s %13s %9s" % ("kernel, ms", *STAGES, "first launch", "clock"))
    good = True
    for name, file, kernel, args, signature, constants, bar in cases():
        path = common.SOURCE / "examples" / "kernels" / file
        times = stage_times(path, kernel, signature, constants)
        total, clock = first_launch(kernel, args, constants)
        added = [now - before for now, before in zip(times, [0.0, *times])]
        good &= total < bar
        print("%-14s %9.2f %9.2f %9.2f %13.2f %9.2f  (bar %g)  %s"
              % (name, *added, total, clock, bar, common.verdict(total < bar)))
    sys.exit(not good)


if __name__ == "__main__":
    main()
