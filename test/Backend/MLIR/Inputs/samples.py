"""Prints every sample kernel of the tests as MLIR, for mlir-opt -split-input-file.

    samples.py BIN OUT

OUT/ptr.mlir and OUT/memref.mlir receive the modules of all that the target takes: the texts that
tests read, those of the tile ops, and the device suite's Python kernels. A kernel that lowers to thread
IR must print with pointers; with memrefs, unless its pointers do not stay in one array."""

import glob
import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "test", "Device"))
import cases  # noqa: E402
import samples  # noqa: E402

ABIS = ("ptr", "memref")
NOT_MEMREF = "-mlir-abi=memref takes only"


def run(command):
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def texts(folder):
    """Files of textual IR."""
    yield from sorted(glob.glob(os.path.join(ROOT, "test", "**", "*.mt"), recursive=True))
    for name in samples.names():
        path = os.path.join(folder, name + ".mt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(samples.instantiate(name, 33, 40))
        yield path


def commands(tools, folder):
    """What compiles each sample, without stage and ABI."""
    for path in texts(folder):
        yield [os.path.join(tools, "mt-opt"), path]
    for case in cases.all_cases():
        warps = ["-num-warps=%d" % case.warps] if case.warps else []
        yield [os.path.join(tools, "mtc"), case.source, "-kernel", case.kernel,
               "-signature", case.signature()] + warps


def main():
    tools, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    os.makedirs(folder, exist_ok=True)
    modules = {abi: [] for abi in ABIS}
    for command in commands(tools, folder):
        command.append("-target=mlir")
        for abi in ABIS:
            done = run(command + ["-emit=mlir", "-mlir-abi=" + abi])
            if not done.returncode:
                modules[abi].append("// " + " ".join(command) + "\n" + done.stdout)
            elif abi == "ptr" and run(command + ["-emit=thread"]).returncode:
                break  # not for GPUs
            elif abi == "ptr" or NOT_MEMREF not in done.stderr:
                sys.exit("%s\n%s" % (" ".join(command), done.stderr))
    for abi, printed in modules.items():
        with open(os.path.join(folder, abi + ".mlir"), "w", encoding="utf-8") as file:
            file.write("// -----\n".join(printed))
    print("%d modules with pointers, %d with memrefs" % tuple(len(modules[abi]) for abi in ABIS))


main()
