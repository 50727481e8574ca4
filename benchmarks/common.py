"""What the benchmarks share: finding the build, timing, printing tables."""

import os
import pathlib
import statistics
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent


def build_dir():
    """The build folder: the first argument, `build` without one."""
    return pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else SOURCE / "build").resolve()


def use_package():
    """Makes the build's package and the example kernels importable."""
    sys.path[:0] = [str(build_dir() / "python"), str(SOURCE / "examples" / "kernels")]


def sample(fn, samples, inner=1, clock=time.perf_counter):
    """Seconds per call of fn(), `samples` times."""
    times = []
    for _ in range(samples):
        start = clock()
        for _ in range(inner):
            fn()
        times.append((clock() - start) / inner)
    return times


def alternate(functions, rounds, clock=time.perf_counter):
    """Median seconds of each function, taken in turn, so that a slow moment hits all alike."""
    times = [[] for _ in functions]
    for _ in range(rounds):
        for fn, own in zip(functions, times):
            own.extend(sample(fn, 1, clock=clock))
    return [statistics.median(own) for own in times]


def machine():
    """One line on where this ran."""
    model = "unknown processor"
    with open("/proc/cpuinfo") as info:
        for line in info:
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return "%s, %d cores" % (model, os.cpu_count())


def verdict(good):
    return "ok" if good else "MISSED"
