"""The main job: kernels written in Python, compiled and run on NumPy arrays.

    demo.py [BUILD_DIR]

Runs each kernel through the package and through the program mt-run, and checks every result
against NumPy. Exits 1 if one is wrong. With MYTRITON_BACKEND=cuda, nvptx or mlir the package only
compiles, since NumPy's arrays are no GPU's."""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent / "build").resolve()
sys.path[:0] = [str(BUILD / "python"), str(HERE / "kernels")]

import mytriton as triton  # noqa: E402
from mytriton.ssa import SSAPrinter  # noqa: E402

import activations  # noqa: E402
import add as addition  # noqa: E402

BLOCK = 256
#: sigmoid in float32 against float64: a few units in the last place
TOLERANCE = 5e-7
#: targets that do not run kernels on NumPy arrays, and what their source is
COMPILE_ONLY = {"cuda": "CUDA C++", "nvptx": "LLVM IR", "mlir": "MLIR"}


class Case:
    """A kernel, its arguments and what NumPy says."""

    def __init__(self, file, kernel, inputs, scalars, expected):
        self.file, self.kernel = file, kernel
        self.inputs, self.scalars, self.expected = inputs, scalars, expected
        self.n = len(expected)


def make_cases(n):
    generator = np.random.default_rng()
    x, y = (generator.standard_normal(n).astype(np.float32) for _ in range(2))
    slope = np.float32(0.01)
    return [
        Case("add.py", addition.add_kernel, {"x": x, "y": y}, {}, x + y),
        Case("activations.py", activations.relu_kernel, {"x": x}, {}, np.maximum(x, 0)),
        Case("activations.py", activations.leaky_relu_kernel, {"x": x}, {"slope": 0.01},
             np.where(x > 0, x, x * slope)),
        Case("activations.py", activations.sigmoid_kernel, {"x": x}, {},
             1 / (1 + np.exp(-x.astype(np.float64)))),
    ]


def report(case, how, out):
    error = float(np.max(np.abs(out.astype(np.float64) - case.expected)))
    good = error <= TOLERANCE
    print("%-18s %-26s max |error| = %-9.3g %s"
          % (case.kernel.__name__, how, error, "ok" if good else "WRONG"))
    return good


def run_in_python(case):
    """kernel[grid](...) on NumPy arrays, in place."""
    out = np.full(case.n, np.nan, dtype=np.float32)
    compiled = case.kernel[lambda meta: (triton.cdiv(case.n, meta["BLOCK"]),)](
        *case.inputs.values(), out, case.n, *case.scalars.values(), BLOCK=BLOCK)
    if compiled.metadata.target in COMPILE_ONLY:
        print("%-18s %-26s compiled for %s, not run"
              % (case.kernel.__name__, "Python, NumPy arrays", compiled.metadata.target))
        return compiled, True
    return compiled, report(case, "Python, NumPy arrays", out)


def run_as_program(case, folder):
    """mt-run on .npy files."""
    result = folder / "out.npy"
    words = ["out=zeros(%d,f32)" % case.n, "n=%d" % case.n, "BLOCK=%d" % BLOCK]
    for name, array in case.inputs.items():
        np.save(folder / (name + ".npy"), array)
        words.append("%s=@%s" % (name, folder / (name + ".npy")))
    words += ["%s=%r" % item for item in case.scalars.items()]
    command = [BUILD / "bin" / "mt-run", HERE / "kernels" / case.file,
               "-kernel", case.kernel.__name__, "-target", "cpu",
               "-grid", str(triton.cdiv(case.n, BLOCK)), *words, "-o", "out=%s" % result]
    subprocess.run([str(word) for word in command], check=True)
    return report(case, "mt-run, .npy files", np.load(result))


def show(compiled):
    """What the compiler made of a kernel, from top to bottom."""
    expression_ops, ssa_ops, src = compiled
    language = COMPILE_ONLY.get(compiled.metadata.target, "CUDA C++")
    for title, text in (("expression tree", expression_ops),
                        ("SSA", SSAPrinter().print_ops(ssa_ops)), (language, src)):
        print("---- %s of %s ----\n%s\n" % (title, compiled.name, str(text).rstrip()))


def main():
    cases = make_cases(n=1_000_003)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(cases):
            compiled, right = run_in_python(case)
            good &= right
            good &= run_as_program(case, pathlib.Path(folder))
            if number == 0:
                shown = compiled
    print()
    show(shown)
    print("every result agrees with NumPy" if good else "some results are WRONG")
    sys.exit(not good)


if __name__ == "__main__":
    main()
