"""Triton's own language tests against this package.

    run.py BUILD_DIR CHECKOUT [FILE ...] [-- PYTEST_ARGUMENTS]

CHECKOUT is a tree of Triton (or of its CPU fork) with `python/test/unit/language`; nothing of it
belongs to this project. The tests run in a scratch copy, in which `import triton` gives this
package; MYTRITON_BACKEND chooses the target. Of test_core.py the tests marked for Triton's
interpreter run, of the other files all. On a GPU: `-- --device cuda`, and `-n 15` for that many
processes, given pytest-xdist. Needs NumPy, PyTorch, SciPy and pytest. Prints one
line per file, and the reasons of failures with how many tests they fail and the first of them."""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
FILES = ("test_core.py", "test_standard.py", "test_random.py", "test_tuple.py",
         "test_block_pointer.py", "test_tensor_descriptor.py", "test_compile_errors.py",
         "test_conversions.py", "test_matmul.py", "test_decorator.py", "test_annotations.py",
         "test_subprocess.py")


def run_file(scratch, build, checkout, name, extra):
    """Runs one file; the results as an XML tree, or the end of what pytest printed instead."""
    report = scratch / (name + ".xml")
    path = os.pathsep.join((str(scratch), str(build / "python")))
    environment = {**os.environ, "PYTHONPATH": path,
                   "PYTHONDONTWRITEBYTECODE": "1",
                   "TRITON_INTERNAL_TESTING":
                       str(checkout / "python" / "triton" / "_internal_testing.py")}
    command = [sys.executable, "-m", "pytest", "-q", "--tb=line", "-p", "no:cacheprovider",
               "-c", os.devnull, "--rootdir", scratch, "--junitxml", report, name, *extra]
    if name == "test_core.py":
        command += ["-m", "interpreter"]
    done = subprocess.run([str(word) for word in command], cwd=scratch, env=environment, text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ElementTree.parse(report).getroot() if report.exists() else done.stdout[-2000:]


def outcome(case):
    """(kind, reason) of one test."""
    for kind in ("failure", "error", "skipped"):
        found = case.find(kind)
        if found is None:
            continue
        lines = [line for line in (found.get("message") or "").splitlines() if line.strip()]
        # An error in Triton's form ends with the sentence.
        line = lines[-1] if lines and re.search(r"at \d+:\d+:$", lines[0]) else (lines or [""])[0]
        return kind, re.sub(r"\d+", "N", line)[:150]
    return "passed", ""


def report_file(name, tree, reasons):
    counts = collections.Counter()
    for case in tree.iter("testcase"):
        kind, reason = outcome(case)
        counts[kind] += 1
        if kind != "passed":
            reasons.setdefault((kind, reason), []).append(case.get("name"))
    failed = counts["failure"] + counts["error"]
    print("%-28s %5d passed %5d failed %5d skipped"
          % (name, counts["passed"], failed, counts["skipped"]), flush=True)


def main(arguments):
    extra = []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, extra = arguments[:split], arguments[split + 1:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    build, checkout = (pathlib.Path(word).resolve() for word in arguments[:2])
    tests = checkout / "python" / "test" / "unit" / "language"
    if not tests.is_dir():
        sys.exit("run.py: there is no folder %s" % tests)
    reasons = {}
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory) / "language"
        shutil.copytree(tests, scratch)
        shutil.copy(HERE / "conftest.py", scratch)
        # Programs that tests start import triton as well.
        (scratch / "sitecustomize.py").write_text(
            "import mytriton\nmytriton.install_as_triton()\n")
        for name in arguments[2:] or FILES:
            tree = run_file(scratch, build, checkout, name, extra)
            if isinstance(tree, str):
                print("%-28s gave no report:\n%s" % (name, tree))
            else:
                report_file(name, tree, reasons)
    for (kind, reason), names in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print("%5d %s: %s (%s)" % (len(names), kind, reason, names[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
