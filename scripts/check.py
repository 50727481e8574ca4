"""Runs everything tested: lit, the GoogleTest programs, pytest.

    check.py BUILD_DIR [lit|gtest|pytest ...]

Streams what they print and ends with one line for all of them:
`N passed, N failed, N skipped`. Exits 1 if anything failed or nothing ran."""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SOURCE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE / "test" / "Support"))
import toolchain  # noqa: E402

Counts = collections.namedtuple("Counts", "passed failed skipped")

LIT_PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def cmake_cache(build):
    """The variables of CMakeCache.txt."""
    lines = (build / "CMakeCache.txt").read_text().splitlines()
    entries = (line.split("=", 1) for line in lines if "=" in line and line[0] not in "#/")
    return {name.split(":")[0]: value for name, value in entries}


def start(command, **options):
    sys.stdout.flush()
    return subprocess.run([str(word) for word in command], **options).returncode


def with_status(counts, status):
    """A suite that ends badly without naming a failed test counts as one failure."""
    if status != 0 and counts.failed == 0:
        return counts._replace(failed=1)
    return counts


def read_lit(path):
    if not path.exists():
        return Counts(0, 0, 0)
    codes = [test["code"] for test in json.loads(path.read_text())["tests"]]
    passed = sum(code in LIT_PASSED for code in codes)
    skipped = sum(code in LIT_SKIPPED for code in codes)
    return Counts(passed, len(codes) - passed - skipped, skipped)


def read_gtest(path):
    """GoogleTest writes nothing when a test ends the process."""
    if not path.exists():
        return Counts(0, 0, 0)
    suites = json.loads(path.read_text())["testsuites"]
    tests = [test for suite in suites for test in suite["testsuite"]]
    failed = sum("failures" in test for test in tests)
    skipped = sum(test["result"] == "SKIPPED" or test["status"] == "NOTRUN" for test in tests)
    return Counts(len(tests) - failed - skipped, failed, skipped)


def read_pytest(path):
    if not path.exists():
        return Counts(0, 0, 0)
    suite = ElementTree.parse(path).getroot().find("testsuite")
    number = {key: int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped")}
    failed = number["failures"] + number["errors"]
    return Counts(number["tests"] - failed - number["skipped"], failed, number["skipped"])


def run_lit(build, cache, scratch):
    out = scratch / "lit.json"
    lit = pathlib.Path(cache["MYTRITON_LIT"])
    status = start([sys.executable, lit, "-v", "-o", out, build / "test"])
    return with_status(read_lit(out), status)


def run_gtest(build, cache, scratch):
    total = Counts(0, 0, 0)
    for name in (build / "unittests" / "tests.txt").read_text().split():
        out = scratch / (name + ".json")
        program = build / "unittests" / name
        print("--", name)
        status = start([program, "--gtest_brief=1", "--gtest_output=json:%s" % out],
                       env=sanitized_environment(cache))
        counts = with_status(read_gtest(out), status)
        total = Counts(*map(sum, zip(total, counts)))
    return total


def run_pytest(build, cache, scratch):
    environment = sanitized_environment(cache, preload=True)
    environment["MYTRITON_BUILD_DIR"] = str(build)
    # A driver without a GPU, in a process of its own: a real one stays what it is.
    fake = build / "test" / "GPULaunch"
    faked = dict(environment, CUDA_HOME=str(fake), LD_LIBRARY_PATH=os.pathsep.join(
        filter(None, [str(fake / "lib64"), environment.get("LD_LIBRARY_PATH")])))
    total = Counts(0, 0, 0)
    for folder, variables in {"Python": environment, "GPULaunch": faked}.items():
        out = scratch / (folder + ".xml")
        status = start([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                        "--junitxml=%s" % out, SOURCE / "test" / folder], env=variables)
        none_collected = 5
        counts = with_status(read_pytest(out), 0 if status == none_collected else status)
        total = Counts(*map(sum, zip(total, counts)))
    return total


def sanitized_environment(cache, preload=False):
    sanitizers = cache.get("MYTRITON_SANITIZE", "").split(";")
    sanitized = toolchain.sanitizer_environment(sanitizers, cache["CMAKE_CXX_COMPILER"])
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", **sanitized.variables)
    if preload and sanitized.preload:
        environment["LD_PRELOAD"] = sanitized.preload
        environment["ASAN_OPTIONS"] = "detect_leaks=0"
    return environment


SUITES = {"lit": run_lit, "gtest": run_gtest, "pytest": run_pytest}


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    names = sys.argv[2:] or list(SUITES)
    cache = cmake_cache(build)
    total = Counts(0, 0, 0)
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            print("==== %s ====" % name)
            counts = SUITES[name](build, cache, pathlib.Path(scratch))
            print("%s: %d passed, %d failed, %d skipped" % (name, *counts))
            total = Counts(*map(sum, zip(total, counts)))
    print("%d passed, %d failed, %d skipped" % total, flush=True)
    sys.exit(total.failed > 0 or total.passed == 0)


if __name__ == "__main__":
    main()
