"""Kernels of text, with the interpreter's results as references.

Ops that the Python language does not reach yet, or reaches only through helpers, on
whole numbers, which add up exactly in any order.
"""

import os
import subprocess

import numpy as np

import cases

PROLOGUE = """
  %i = arange {start=0, end=$M} : vector<$M x i32>
  %j = arange {start=0, end=$N} : vector<$N x i32>
  %i2 = expand_dims %i {axis=1} : block<$Mx1 x i32>
  %j2 = expand_dims %j {axis=0} : block<1x$N x i32>
  %row = mul %i2, $N : block<$Mx1 x i32>
  %o = add %row, %j2 : block<$Mx$N x i32>
  %px = addptr x, %o : block<$Mx$N x ptr<f32>>
  %x = load %px, none, none : block<$Mx$N x f32>
  %po = addptr out, %o : block<$Mx$N x ptr<f32>>
"""

SAMPLES = {
    "reshape": """
  %0 = reshape %x {shape=($T,)} : vector<$T x f32>
  %1 = arange {start=0, end=$T} : vector<$T x i32>
  %2 = sub $T, %1 : vector<$T x i32>
  %3 = addptr out, %2 : vector<$T x ptr<f32>>
  store %3, %0, none
""",
    "reduce": """
  %at = broadcast %j2 {shape=($M, $N)} : block<$Mx$N x i32>
  %0, %1 = reduce %x, %at {axis=1} : vector<$M x f32>, vector<$M x i32> combine(%a, %b, %c, %d) {
    %2 = cmp_gt %a, %c : bool
    %3 = cmp_eq %a, %c : bool
    %4 = cmp_lt %b, %d : bool
    %5 = and %3, %4 : bool
    %6 = or %2, %5 : bool
    %7 = select %6, %a, %c : f32
    %8 = select %6, %b, %d : i32
    yield %7, %8
  }
  %9 = cast %1 : vector<$M x f32>
  %10 = mul %9, 16.0 : vector<$M x f32>
  %11 = add %10, %0 : vector<$M x f32>
  %12 = addptr out, %i : vector<$M x ptr<f32>>
  store %12, %11, none
""",
    "scan": """
  %0 = scan %x {axis=1} : block<$Mx$N x f32> combine(%a, %b) {
    %1 = add %a, %b : f32
    yield %1
  }
  %2 = scan %0 {axis=0, reverse=true} : block<$Mx$N x f32> combine(%a, %b) {
    %3 = maximum %a, %b : f32
    yield %3
  }
  store %po, %2, none
""",
    "scan_all": """
  %0 = reshape %x {shape=($T,)} : vector<$T x f32>
  %1 = scan %0 {axis=0} : vector<$T x f32> combine(%a, %b) {
    %2 = add %a, %b : f32
    yield %2
  }
  %3 = arange {start=0, end=$T} : vector<$T x i32>
  %4 = addptr out, %3 : vector<$T x ptr<f32>>
  store %4, %1, none
""",
    "join_split": """
  %0 = mul %x, 3.0 : block<$Mx$N x f32>
  %1 = join %x, %0 : block<$Mx$Nx2 x f32>
  %2 = flip %1 {axis=1} : block<$Mx$Nx2 x f32>
  %3, %4 = split %2 : block<$Mx$N x f32>, block<$Mx$N x f32>
  %5 = sub %3, %4 : block<$Mx$N x f32>
  store %po, %5, none
""",
    "cat": """
  %0 = flip %x {axis=0} : block<$Mx$N x f32>
  %1 = cat %x, %0 {axis=1} : block<$Mx$D x f32>
  %2 = sum %1 {axis=1} : vector<$M x f32>
  %3 = expand_dims %2 {axis=1} : block<$Mx1 x f32>
  %4 = sub %0, %3 : block<$Mx$N x f32>
  store %po, %4, none
""",
    "gather": """
  %0 = mul %o, 7 : block<$Mx$N x i32>
  %1 = mod %0, $N : block<$Mx$N x i32>
  %2 = gather %x, %1 {axis=1} : block<$Mx$N x f32>
  store %po, %2, none
""",
    "hazard": """
  store %po, %x, none
  %0 = sub $T, %o : block<$Mx$N x i32>
  %1 = addptr out, %0 : block<$Mx$N x ptr<f32>>
  %2 = load %1, none, none : block<$Mx$N x f32>
  %3 = add %x, %2 : block<$Mx$N x f32>
  store %1, %3, none
""",
}

EXTENTS = ((4, 8), (5, 7), (16, 3), (8, 64), (64, 32), (33, 40), (1, 200))


def instantiate(body, m, n):
    text = PROLOGUE + body
    for letter, value in (("M", m), ("N", n), ("T", m * n), ("D", 2 * n)):
        text = text.replace("$" + letter, str(value))
    return "kernel @k(x: ptr<f32>, out: ptr<f32>) {%s}\n" % text


def interpret(path, tools, folder, x, out):
    names = [os.path.join(folder, "tmp-%s.npy" % name) for name in ("x", "out", "result")]
    np.save(names[0], x)
    np.save(names[1], out)
    command = [os.path.join(tools, "mt-run"), path, "-target", "interp", "-grid", "1", "x=@" + names[0], "out=@" + names[1],
               "-o", "out=" + names[2]]
    subprocess.run(command, check=True, capture_output=True)
    result = np.load(names[2])
    for name in names:
        os.remove(name)
    return result


def all_cases(tools, folder):
    rng = np.random.default_rng(2)
    for name, body in SAMPLES.items():
        for m, n in EXTENTS:
            case = "%s_%dx%d" % (name, m, n)
            path = os.path.join(folder, case + ".mt")
            with open(path, "w") as file:
                file.write(instantiate(body, m, n))
            x, out = (rng.integers(-8, 8, m * n + 1).astype(np.float32) for _ in range(2))
            expected = {"out": interpret(path, tools, folder, x, out)}
            args = {"x": x, "out": out}
            for warps in (None, 4):
                end = "_w4" if warps else ""
                yield cases.Case(case + end, path, "k", args, (1,), expected, updated=("out",), warps=warps)
