"""How soon mt-fuzz finds each of ten passes with a fault (test/Fuzz/Inputs/mutants).

    fuzz_mutants.py [BUILD_DIR] [SEED]

Prints a table: pass, what is wrong with it, seconds, kernels. Exits 1 if one is not found within
two minutes."""

import pathlib
import re
import subprocess
import sys
import time

LIMIT = 120


def list_mutants(build, plugin):
    """Name and summary of every pass of the plugin."""
    listed = subprocess.run([build / "bin" / "mt-opt", "-load-pass-plugin=%s" % plugin,
                             "-print-passes"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^(mutant-\S+)\s+(.*?)(?: \(on modules\))? \(plugin", listed, re.MULTILINE)


def hunt(build, plugin, name, seed):
    """Seconds and kernels until the pass is found; no seconds if it is not."""
    start = time.monotonic()
    found = subprocess.run([build / "bin" / "mt-fuzz", "-load-pass-plugin=%s" % plugin,
                            "-passes=%s" % name, "-seed=%d" % seed, "-time=%d" % LIMIT,
                            "-cpu-every=0", "-reduce=0"], capture_output=True, text=True,
                           errors="replace")
    took = time.monotonic() - start
    kernels = re.search(r"^(\d+) kernels", found.stdout, re.MULTILINE)
    was_found = re.search(r"^seed \d+: -passes='%s'" % name, found.stdout, re.MULTILINE)
    return took if was_found else None, int(kernels[1]) if kernels else 0


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    plugin = build / "lib" / "fuzz-mutants.so"
    missed = 0
    print("| pass | fault | seconds | kernels |\n|---|---|---|---|")
    for name, summary in list_mutants(build, plugin):
        took, kernels = hunt(build, plugin, name, seed)
        missed += took is None
        print("| `%s` | %s | %s | %d |" % (name, summary, "%.1f" % took if took else "not found",
                                           kernels), flush=True)
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
