"""Kernels of text that the unit tests use, too, with the interpreter's results as references.

Ops that the Python language reaches only through helpers, and hazards, on whole numbers,
which add up exactly in any order.
"""

import glob
import os
import subprocess

import numpy as np

import cases

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Backend", "GPU", "Inputs", "tiles")
ARRAYS = ("x", "y", "out")
ELEMENTS = 9000
N = 200  # the kernels' scalar

EXTENTS = ((4, 8), (5, 7), (16, 3), (8, 64), (64, 32), (33, 40), (1, 200))


def read(name):
    with open(os.path.join(FOLDER, name + ".mt.in")) as file:
        return file.read()


def names():
    files = sorted(os.path.basename(path) for path in glob.glob(os.path.join(FOLDER, "*.mt.in")))
    return [file[:-len(".mt.in")] for file in files if not file.startswith("prologue")]


def instantiate(name, m, n):
    text = read("prologue") + read(name)
    for letter, value in (("M", m), ("N", n), ("T", m * n), ("D", 2 * n)):
        text = text.replace("$" + letter, str(value))
    return "kernel @k(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32) {\n%s}\n" % text


def interpret(path, tools, folder, arrays):
    """The arrays after a launch on the interpreter."""
    command = [os.path.join(tools, "mt-run"), path, "-target", "interp", "-grid", "1", "n=%d" % N]
    files = {name: os.path.join(folder, "tmp-%s.npy" % name) for name in arrays}
    for name, value in arrays.items():
        np.save(files[name], value)
        command += ["%s=@%s" % (name, files[name]), "-o", "%s=%s" % (name, files[name])]
    subprocess.run(command, check=True, capture_output=True)
    results = {name: np.load(file) for name, file in files.items()}
    for file in files.values():
        os.remove(file)
    return results


def all_cases(tools, folder):
    rng = np.random.default_rng(2)
    for name in names():
        for m, n in EXTENTS:
            case = "%s_%dx%d" % (name, m, n)
            path = os.path.join(folder, case + ".mt")
            with open(path, "w") as file:
                file.write(instantiate(name, m, n))
            arrays = {array: rng.integers(-8, 8, ELEMENTS).astype(np.float32) for array in ARRAYS}
            expected = interpret(path, tools, folder, arrays)
            for warps in (None, 4):
                end = "_w4" if warps else ""
                yield cases.Case(case + end, path, "k", dict(arrays, n=N), (1,), expected, updated=ARRAYS, warps=warps)
