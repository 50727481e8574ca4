"""Runs what tests GPUs under compute-sanitizer, where the machine's device accepts it.

    sanitize.py [SUITE] [-tools memcheck,racecheck] [-jobs N] [-k EXPRESSION] [-timeout SECONDS]

SUITE is a folder that make.py filled; without it the tests of the language run for the
targets that need a GPU (MYTRITON_BUILD_DIR names the build), one process per file. Exits 1
if a tool finds something or a test fails; says so and exits 0 where the tool does not work.
"""

import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROBE = """
import cupy
kernel = cupy.RawKernel('extern "C" __global__ void k(int* x) { x[threadIdx.x] = 1; }', "k")
x = cupy.zeros(32, cupy.int32)
kernel((1,), (32,), (x,))
assert int(x.sum()) == 32
"""


def find_tool():
    homes = [os.environ[name] for name in ("CUDA_HOME", "CUDA_PATH") if name in os.environ]
    homes += sorted(glob.glob("/usr/local/cuda*"), reverse=True)
    inside = [os.path.join(home, "bin", "compute-sanitizer") for home in homes]
    return shutil.which("compute-sanitizer") or next(filter(os.path.exists, inside), None)


def sanitized(tool_path, tool, command, timeout, environment=None):
    """The exit status under a tool (None: too slow), and everything printed."""
    full = [tool_path, "--tool", tool, "--target-processes", "all", "--error-exitcode", "86"] + command
    try:
        done = subprocess.run(full, capture_output=True, text=True, timeout=timeout, env=environment, cwd=ROOT)
    except subprocess.TimeoutExpired as slow:
        return None, str(slow.stdout or "")
    return done.returncode, done.stdout + done.stderr


def refusal(tool_path, timeout):
    """Why the tool does not work here, or None."""
    status, text = sanitized(tool_path, "memcheck", [sys.executable, "-c", PROBE], timeout)
    if status == 0 and "ERROR SUMMARY: 0 errors" in text:
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    return "status %s: %s" % (status, lines[-1] if lines else "it printed nothing")


def runs(suite, expression):
    """Name and command of each process."""
    if suite:
        return [("suite", [sys.executable, os.path.join(suite, "run.py"), suite])]
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", expression]
    files = sorted(glob.glob(os.path.join(ROOT, "test", "Python", "surface", "test_*.py")))
    return [(os.path.basename(file), pytest + [file]) for file in files]


def judge(status, text):
    """One line about a run, and whether it is fine."""
    found = re.findall(r"(?:ERROR|RACECHECK) SUMMARY: (.*)", text)
    tests = re.findall(r"^.*\b(?:passed|failed|deselected|cases pass)\b.*$", text, re.MULTILINE)
    # pytest selected no test, and so no kernel ran.
    nothing = re.search(r"^\d+ deselected in", text, re.MULTILINE) is not None
    line = "; ".join(found[-1:] + tests[-1:]) or "no summary"
    return "status %s: %s" % (status, line), status == 0 or nothing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("suite", nargs="?")
    parser.add_argument("-tools", default="memcheck,racecheck")
    parser.add_argument("-jobs", type=int, default=os.cpu_count())
    parser.add_argument("-k", default="(cuda or nvptx or mlir) and not stops_a_gpu")
    parser.add_argument("-timeout", type=float, default=600)
    args = parser.parse_args()
    tool_path = find_tool()
    why = refusal(tool_path, args.timeout) if tool_path else "there is no compute-sanitizer"
    if why:
        print("not run: compute-sanitizer does not work on this machine (%s)" % why)
        return 0
    fine = True
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    for tool in args.tools.split(","):
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            started = [(name, pool.submit(sanitized, tool_path, tool, command, args.timeout, environment))
                       for name, command in runs(args.suite and os.path.abspath(args.suite), args.k)]
            for name, future in started:
                status, text = future.result()
                line, good = judge(status, text)
                fine &= good
                print("%s %s: %s" % (tool, name, line), flush=True)
                if not good:
                    print("\n".join(line for line in text.splitlines() if "=========" in line)[:4000])
    print("clean" if fine else "not clean")
    return not fine


if __name__ == "__main__":
    sys.exit(main())
