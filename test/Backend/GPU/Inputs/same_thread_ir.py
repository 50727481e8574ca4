"""Compares the thread IR that all targets with a stage `thread` make of the examples,
of the device suite and of the tile IR samples.

    same_thread_ir.py BIN SCRATCH

Prints the targets and how many inputs were compared; exits 1 on any difference."""

import collections
import difflib
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "test" / "Device"))
import cases  # noqa: E402
import samples  # noqa: E402

CASES_OF_A_KIND = 2
EXTENTS = ((5, 7), (64, 32))


def run(command):
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def thread_targets(mt_opt):
    """Every registered target that knows the stage."""
    listed = re.findall(r"^    (\w+) ", run([mt_opt, "--version"]).stdout, re.MULTILINE)
    kernel = "kernel @k(x: ptr<f32>) {\n}\n"
    return [name for name in listed if not subprocess.run(
        [mt_opt, "-", "-target=" + name, "-emit=thread"], input=kernel, capture_output=True, text=True).returncode]


def case_commands(mtc):
    """Commands, but for the target, of the device suite's kernels: the first cases of
    each, as they are and with hints. All examples are there."""
    commands, seen = [], collections.Counter()
    for case in cases.all_cases():
        kind = (case.source, case.kernel, case.aligned)
        seen[kind] += 1
        if seen[kind] > CASES_OF_A_KIND:
            continue
        warps = ["-num-warps=%d" % case.warps] if case.warps else []
        commands.append((case.name, [mtc, case.source, "-kernel", case.kernel, "-signature", case.signature(), *warps]))
    examples = {str(path.relative_to(ROOT)) for path in (ROOT / "examples" / "kernels").glob("*.py")}
    missing = examples - {source for source, _, _ in seen}
    if missing:
        sys.exit("no case for " + ", ".join(sorted(missing)))
    return commands


def sample_commands(mt_opt, scratch):
    """All samples as one module for each pair of extents and number of warps."""
    for m, n in EXTENTS:
        path = scratch / ("samples_%dx%d.mt" % (m, n))
        kernels = (samples.instantiate(name, m, n).replace("@k(", "@%s(" % name) for name in samples.names())
        path.write_text("".join(kernels))
        for warps in ([], ["-num-warps=4"]):
            yield path.stem + "".join(warps), [mt_opt, str(path), *warps]


def compare(name, command, targets):
    """What differs from the first target, as a diff."""
    results = [run(command + ["-emit=thread", "-target=" + target]) for target in targets]
    for result in results:
        if result.returncode:
            sys.exit("%s\n%s" % (" ".join(result.args), result.stderr))
    for target, result in zip(targets, results):
        lines = [text.splitlines() for text in (results[0].stdout, result.stdout)]
        yield from difflib.unified_diff(*lines, name + " " + targets[0], name + " " + target, lineterm="")


def main():
    tools, scratch = sys.argv[1], pathlib.Path(sys.argv[2])
    scratch.mkdir(exist_ok=True)
    mtc, mt_opt = (os.path.join(tools, name) for name in ("mtc", "mt-opt"))
    targets = thread_targets(mt_opt)
    commands = case_commands(mtc) + list(sample_commands(mt_opt, scratch))
    differences = [line for name, command in commands for line in compare(name, command, targets)]
    print("\n".join(differences))
    print("%s: %d inputs" % (" ".join(targets), len(commands)))
    sys.exit(bool(differences))


if __name__ == "__main__":
    main()
