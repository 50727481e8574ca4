"""How long compiling takes.

    compile_time.py [BUILD_DIR]

Source string to CUDA C++ of the add kernel inside a process, a new constexpr each call and no
cache (bar: 0.3 ms median), to PTX by target nvptx (bar: 4 ms), and mtc as a process (bar: 45 ms).
Exits 1 if a bar is missed."""

import statistics
import subprocess
import sys

import common

common.use_package()

import mytriton.compiler as compiler  # noqa: E402

KERNEL = common.SOURCE / "examples" / "kernels" / "add.py"
SIGNATURE = "x=*fp32, y=*fp32, out=*fp32, n=i32"
CALLS = 2000


def in_process():
    """Median milliseconds from source text to CUDA C++; every text is looked at."""
    source = KERNEL.read_text()
    block = iter(range(32, 32 + CALLS + 200))

    def once():
        size = next(block)
        text = compiler.compile_source(source, SIGNATURE, "add_kernel", {"BLOCK": size},
                                       file=str(KERNEL))
        assert "* %d)" % size in text

    for _ in range(200):
        once()
    return statistics.median(common.sample(once, samples=CALLS)) * 1e3


def to_ptx():
    """Median milliseconds from source text to PTX, by LLVM."""
    source = KERNEL.read_text()
    block = iter(range(32, 32 + 440))

    def once():
        size = next(block)
        text = compiler.compile_source(source, SIGNATURE, "add_kernel", {"BLOCK": size},
                                       target="nvptx", stage="ptx", file=str(KERNEL))
        assert ".visible .entry add_kernel(" in text

    for _ in range(40):
        once()
    return statistics.median(common.sample(once, samples=400)) * 1e3


def as_process():
    command = [common.build_dir() / "bin" / "mtc", KERNEL, "-kernel", "add_kernel",
               "-signature", SIGNATURE + ", BLOCK=256", "-o", "/dev/null"]

    def once():
        subprocess.run(command, check=True)

    once()
    return statistics.median(common.sample(once, samples=41)) * 1e3


def main():
    print(common.machine())
    good = True
    for name, fn, bar in (("source text to CUDA C++, in process", in_process, 0.3),
                          ("source text to PTX, in process", to_ptx, 4),
                          ("mtc as a process", as_process, 45)):
        took = fn()
        good &= took < bar
        print("%-38s %8.3f ms (bar %g ms)  %s" % (name, took, bar, common.verdict(took < bar)))
    sys.exit(not good)


if __name__ == "__main__":
    main()
