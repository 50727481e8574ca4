"""Compiles the device suite to a folder that needs nothing of this build.

    make.py OUT [-bin BUILD/bin] [-filter REGEX] [-target cuda|nvptx|mlir]...

OUT receives a cubin per target (all unless given) and the arrays of each case, and a
manifest. run.py there runs it on a machine with a GPU.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys

import numpy as np

import cases
import samples

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, **options)
    if done.returncode:
        sys.exit("%s\n%s" % (" ".join(command), done.stderr))
    return done.stdout


def describe(thread_ir):
    """Threads and bytes of shared memory of the only kernel of a module."""
    header = re.search(r"^kernel @.*$", thread_ir, re.MULTILINE).group()
    found = {name: re.search(name + r"=(\d+)", header) for name in ("num_threads", "shared_bytes")}
    return {name: int(match.group(1)) if match else 0 for name, match in found.items()}


def compile_case(case, target, tools, out):
    warps = ["-num-warps=%d" % case.warps] if case.warps else []
    if case.source.endswith(".mt"):
        command = [os.path.join(tools, "mt-opt"), case.source]
    else:
        command = [os.path.join(tools, "mtc"), case.source, "-kernel", case.kernel, "-signature", case.signature()]
    command += ["-target=" + target] + warps
    cubin = os.path.join(out, "%s.%s.cubin" % (case.name, target))
    run(command + ["-emit=cubin", "-arch=sm_90a", "-o", cubin])
    return describe(run(command + ["-emit=thread"]))


def save(case, targets, out, facts):
    arrays = {"arg_" + name: value for name, value in case.args.items() if isinstance(value, np.ndarray)}
    arrays.update({"expected_" + name: np.asarray(value) for name, value in case.expected.items()})
    np.savez_compressed(os.path.join(out, case.name + ".npz"), **arrays)
    args = []
    for name, value in case.args.items():
        kind = "array" if isinstance(value, np.ndarray) else "float" if isinstance(value, float) else "int"
        args.append([name, kind, None if kind == "array" else value])
    return dict(facts, name=case.name, targets=targets, kernel=case.kernel, grid=list(case.grid), args=args,
                updated=list(case.updated), tolerance=case.tolerance)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("-bin", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("-filter", default="")
    parser.add_argument("-target", action="append", choices=["cuda", "nvptx", "mlir"])
    args = parser.parse_args()
    tools, out = os.path.abspath(args.bin), os.path.abspath(args.out)
    targets = args.target or ["cuda", "nvptx", "mlir"]
    os.makedirs(out, exist_ok=True)
    manifest = []
    every = list(cases.all_cases()) + list(samples.all_cases(tools, out))
    for case in every:
        if re.search(args.filter, case.name):
            facts = [compile_case(case, target, tools, out) for target in targets]
            manifest.append(save(case, targets, out, facts[0]))
    with open(os.path.join(out, "manifest.json"), "w") as file:
        json.dump(manifest, file, indent=0)
    shutil.copy(os.path.join(ROOT, "test", "Device", "run.py"), out)
    print("%d cases in %s" % (len(manifest), out))


if __name__ == "__main__":
    main()
