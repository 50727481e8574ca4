#!/usr/bin/env python3
# ===- opt_vs_mlir.py - mt-opt against mlir-opt on one big module ------------===#
#
# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Compares `mt-opt -passes=cse,dce` with `mlir-opt -cse -canonicalize`.

One random program (straight-line code with redundant and dead ops, loops with
a carried value, ifs) is written in both languages. Both tools read it, verify
it before and after every pass, run the passes and print the result; the two
results must be the same op for op and operand for operand. Medians of the
whole process, of the passes alone, and peak memory are printed with ratios.
"""

import argparse
import collections
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# name in MyTriton: (name in MLIR, operand type, result type)
OPS = {
    "add": [("arith.addi", "i32", "i32"), ("arith.addf", "f32", "f32")],
    # Not subi: one tool knows that (a - b) - a is -b.
    "sub": [("arith.subf", "f32", "f32")],
    "mul": [("arith.muli", "i32", "i32"), ("arith.mulf", "f32", "f32")],
    "and": [("arith.andi", "i32", "i32")],
    "or": [("arith.ori", "i32", "i32")],
    "xor": [("arith.xori", "i32", "i32")],
    "div": [("arith.divf", "f32", "f32")],
    # Not maximum: MLIR's is commutative, MyTriton's gives the right one on ties.
    "mod": [("arith.remf", "f32", "f32")],
    "cmp_lt": [("arith.cmpi slt,", "i32", "i1"), ("arith.cmpf olt,", "f32", "i1")],
}
BINARY = [(mt, *row) for mt, rows in OPS.items() for row in rows]
COMMUTATIVE = {"add", "mul", "and", "or", "xor"}
MT_TYPES = {"i32": "i32", "f32": "f32", "i1": "bool"}
NUM_PARAMS = 4


class Writer:
    """The program's text in both languages; lines are written side by side."""

    def __init__(self, rng):
        self.rng = rng
        self.mt = []
        self.mlir = []
        self.ops = 0
        self.next_value = 0
        self.numbers = {}
        self.made_of = {}
        self.known = {}

    def line(self, mt, mlir, count=1):
        self.mt.append(mt)
        self.mlir.append(mlir)
        self.ops += count

    def new_value(self):
        self.next_value += 1
        return "%%%d" % (self.next_value - 1)

    def operand(self, scope, ty, but=None):
        """One of the last values of a type; never one equal to `but`: x - x is
        algebra, which only one of the tools does."""
        recent = scope[ty][-24:]
        while True:
            pick = self.rng.choice(recent)
            if but is None or self.number(pick) != self.number(but):
                return pick

    def absorbs(self, op, a, b):
        """True for a & (a & b), a ^ (a ^ b) and selects of selects by the same
        condition, which one tool simplifies."""
        return (op, self.number(a)) in self.made_of.get(self.number(b), ())

    def number(self, value):
        """The same for values that cse finds equal."""
        return self.numbers.get(value, value)

    def binary(self, scope, history):
        rng = self.rng
        if history and rng.random() < 0.2:
            mt, mlir, ty, result, a, b = rng.choice(history[-40:])
        else:
            mt, mlir, ty, result = rng.choice(BINARY)
            a = self.operand(scope, ty)
            b = self.operand(scope, ty, but=a)
            if self.absorbs(mlir, a, b) or self.absorbs(mlir, b, a):
                return
            history.append((mt, mlir, ty, result, a, b))
        name = self.new_value()
        key = (mlir, frozenset([self.number(a), self.number(b)]) if mt in COMMUTATIVE else (self.number(a), self.number(b)))
        self.numbers[name] = self.known.setdefault(key, name)
        self.made_of[self.number(name)] = {(mlir, self.number(a)), (mlir, self.number(b))}
        self.line(
            "%s = %s %s, %s : %s" % (name, mt, spell(a), spell(b), MT_TYPES[result]),
            "%s = %s %s, %s : %s" % (name, mlir, a, b, ty),
        )
        scope[result].append(name)

    def select(self, scope):
        ty = self.rng.choice(["i32", "f32"])
        c = self.operand(scope, "i1")
        a = self.operand(scope, ty)
        b = self.operand(scope, ty, but=a)
        if self.absorbs("select", c, a) or self.absorbs("select", c, b):
            return
        name = self.new_value()
        key = ("select", self.number(c), self.number(a), self.number(b))
        self.numbers[name] = self.known.setdefault(key, name)
        self.made_of[self.number(name)] = {("select", self.number(c))}
        self.line(
            "%s = select %s, %s, %s : %s" % (name, c, spell(a), spell(b), ty),
            "%s = arith.select %s, %s, %s : %s" % (name, c, a, b, ty),
        )
        scope[ty].append(name)

    def store(self, scope, ty):
        value = self.operand({ty: scope[ty][-6:]}, ty)
        out = "out_" + ty
        self.line(
            "store %s, %s, none" % (out, spell(value)),
            "memref.store %s, %%%s[] : memref<%s>" % (value, out, ty),
        )

    def straight(self, scope, n):
        history = []
        for _ in range(n):
            if len(scope["i1"]) and self.rng.random() < 0.05:
                self.select(scope)
            else:
                self.binary(scope, history)
        self.store(scope, "f32")
        self.store(scope, "i32")

    def loop(self, scope, n):
        iv, carried, result = self.new_value(), self.new_value(), self.new_value()
        lb = self.operand(scope, "i32")
        ub = self.operand(scope, "i32", but=lb)
        init = self.operand(scope, "f32")
        self.line(
            "%s = for %s in range(%s, %s, 1) iter_args(%s = %s) : f32 {"
            % (result, iv, spell(lb), spell(ub), carried, spell(init)),
            "%s = scf.for %s = %s to %s step %%c1 iter_args(%s = %s) -> (f32) : i32 {"
            % (result, iv, lb, ub, carried, init),
        )
        inner = {ty: list(values[-24:]) for ty, values in scope.items()}
        inner["i32"].append(iv)
        self.straight(inner, n)
        new = self.new_value()
        other = self.operand(inner, "f32", but=carried)
        self.line(
            "%s = add %s, %s : f32" % (new, carried, spell(other)),
            "%s = arith.addf %s, %s : f32" % (new, carried, other),
        )
        self.line("yield %s" % new, "scf.yield %s : f32" % new)
        self.line("}", "}", count=0)
        scope["f32"].append(result)
        self.line(
            "store out_f32, %s, none" % result,
            "memref.store %s, %%out_f32[] : memref<f32>" % result,
        )

    def branch(self, scope, n):
        condition = self.operand(scope, "i1")
        # A condition is used once: ifs in a row would be joined by one tool.
        scope["i1"].remove(condition)
        self.line("if %s {" % condition, "scf.if %s {" % condition)
        inner = {ty: list(values[-24:]) for ty, values in scope.items()}
        # Nor is it used inside, where one tool knows its value.
        inner["i1"] = [v for v in inner["i1"] if self.number(v) != self.number(condition)]
        self.straight(inner, n)
        self.line("}", "}", count=0)

    def kernel(self, name, budget):
        params_mt = ", ".join(
            ["out_f32: ptr<f32>", "out_i32: ptr<i32>"]
            + ["p%d: i32" % i for i in range(NUM_PARAMS)]
            + ["q%d: f32" % i for i in range(NUM_PARAMS)]
        )
        params_mlir = ", ".join(
            ["%out_f32: memref<f32>", "%out_i32: memref<i32>"]
            + ["%%p%d: i32" % i for i in range(NUM_PARAMS)]
            + ["%%q%d: f32" % i for i in range(NUM_PARAMS)]
        )
        self.line("kernel @%s(%s) {" % (name, params_mt), "func.func @%s(%s) {" % (name, params_mlir), 0)
        self.line("", "%c1 = arith.constant 1 : i32", 0)
        start = self.ops
        self.next_value = 0
        self.numbers = {}
        self.made_of = {}
        self.known = {}
        scope = {
            "i32": ["%%p%d" % i for i in range(NUM_PARAMS)],
            "f32": ["%%q%d" % i for i in range(NUM_PARAMS)],
            "i1": [],
        }
        while len(scope["i1"]) < 2:
            self.binary(scope, [])
        while self.ops - start < budget:
            self.straight(scope, 60)
            self.loop(scope, 25)
            if len(scope["i1"]) > 2:
                self.branch(scope, 15)
        self.line("}", "return }", 0)


def spell(value):
    """Parameters have no percent sign in MyTriton."""
    return value[1:] if value[1] in "pq" else value


def generate(num_ops, num_kernels, seed):
    writer = Writer(random.Random(seed))
    for i in range(num_kernels):
        writer.kernel("k%d" % i, num_ops // num_kernels)
    return "\n".join(writer.mt) + "\n", "\n".join(writer.mlir) + "\n", writer.ops


def generate_files(args, mt_path, mlir_path):
    """Writes the program in another process: a child's peak memory starts at
    its parent's, so this one must stay small. Returns the number of ops."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        mt, mlir, ops = generate(args.ops, args.kernels, args.seed)
        open(mt_path, "w").write(mt)
        open(mlir_path, "w").write(mlir)
        os.write(writer, str(ops).encode())
        os._exit(0)
    os.waitpid(child, 0)
    return int(os.read(reader, 32))


# ---- Comparing the results ----

TO_MT = {row[0].split()[0]: mt for mt, rows in OPS.items() for row in rows}
TO_MT.update({"arith.select": "select", "memref.store": "store", "scf.for": "for"})
TO_MT.update({"scf.if": "if", "scf.yield": "yield"})


class Digest:
    """What a result computes: stores, loops and ifs in order, and per block
    the multiset of the other ops. An op is known by its name and operands, so
    neither names nor the order of independent ops count."""

    def __init__(self, path, is_mlir):
        self.is_mlir = is_mlir
        self.count = 0
        self.items = []
        self.blocks = []
        with open(path) as file:
            for line in file:
                self.add(line.strip())

    def add(self, line):
        if line.startswith(("kernel", "func.func")):
            params = re.findall(r"%?(\w+): ", line)
            self.names = {"%" + p: i for i, p in enumerate(params)}
            self.names.update({p: i for i, p in enumerate(params)})
            self.blocks = [collections.Counter()]
            self.items.append("kernel")
        elif line.startswith("}") and self.blocks:
            self.items.append(self.blocks.pop())
        elif line and not line.startswith(("}", "module", "return", "//")):
            self.add_op(line)

    def add_op(self, line):
        results, _, body = line.rpartition(" = ") if line.startswith("%") else ("", "", line)
        if " = for " in line or " = scf.for " in line:
            results, _, body = line.partition(" = ")
        op = body.split()[0]
        if op == "arith.constant":
            return
        op = TO_MT[op] if self.is_mlir else op
        if op == "cmp_lt" and self.is_mlir:
            body = body.replace("slt,", "").replace("olt,", "")
        self.count += 1
        text = body if op == "for" else body.split(" : ")[0]
        words = re.findall(r"%?[\w$.]+", text)[1:]
        if op == "for":
            new = [words[0], re.search(r"iter_args\((%\w+)", body).group(1)]
            for i, name in enumerate(new):
                self.names[name] = hash(("arg", len(self.items), i))
        refs = [self.names[w] for w in words if w in self.names]
        if op == "store" and self.is_mlir:  # the value comes first there
            refs.reverse()
        if op in COMMUTATIVE:
            refs.sort()
        key = hash((op, *refs))
        if results:
            self.names[results] = key
        if op in ("for", "if", "store", "yield"):
            self.items.append(key)
        else:
            self.blocks[-1][key] += 1
        if body.endswith("{"):
            self.blocks.append(collections.Counter())


def compare(mt_path, mlir_path):
    """The number of ops left; ends the program if the results differ."""
    a, b = Digest(mt_path, False), Digest(mlir_path, True)
    if a.count != b.count:
        sys.exit("results differ: mt-opt leaves %d ops, mlir-opt %d" % (a.count, b.count))
    for i, (left, right) in enumerate(zip(a.items, b.items)):
        if left != right:
            sys.exit("results differ at part %d: %r and %r" % (i, left, right))
    return a.count


# ---- Running ----


def run(command, stderr_path):
    """Wall seconds, CPU seconds and peak MiB of one process."""
    with open(stderr_path, "w") as err:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    if status:
        sys.exit("%s failed:\n%s" % (" ".join(command), open(stderr_path).read()[-2000:]))
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def seconds_of(path, names):
    """Wall seconds of the named passes in a timing report."""
    total = 0.0
    found = 0
    for line in open(path):
        if line.split() and line.split()[-1] in names:
            # The last `seconds ( percent%)` of a line is wall time.
            times = re.findall(r"([\d.]+)\s*\(\s*[\d.]+%\)", line)
            if times:
                total += float(times[-1])
                found += 1
    if not found:
        sys.exit("no timing of %s in:\n%s" % (sorted(names), open(path).read()[:2000]))
    return total


def find_mlir_opt(given):
    if given:
        return given
    for config in ["llvm-config-22", "/usr/lib/llvm-22/bin/llvm-config", "llvm-config"]:
        if shutil.which(config):
            bindir = subprocess.check_output([config, "--bindir"], text=True).strip()
            path = os.path.join(bindir, "mlir-opt")
            if os.path.exists(path):
                return path
    return shutil.which("mlir-opt-22") or shutil.which("mlir-opt")


def measure(command, timing, names, runs, stderr):
    walls, cpus, peaks, passes = [], [], [], []
    run(command, stderr)  # warms the file cache
    for _ in range(runs):
        wall, cpu, peak = run(command, stderr)
        walls.append(wall)
        cpus.append(cpu)
        peaks.append(peak)
    for _ in range(runs):
        run(command + timing, stderr)
        passes.append(seconds_of(stderr, names))
    return [statistics.median(v) for v in (walls, cpus, passes, peaks)]


# name, format, and how many times better mt-opt must be
ROWS = [
    ("process, wall s", "%.3f", 8),
    ("process, CPU s", "%.3f", None),
    ("passes alone, s", "%.4f", 5),
    ("peak memory, MiB", "%.0f", 1),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mt-opt", default=os.path.join(HERE, "..", "build", "bin", "mt-opt"))
    parser.add_argument("--mlir-opt")
    parser.add_argument("--ops", type=int, default=1000000)
    parser.add_argument("--kernels", type=int, default=100)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="leave the programs and results in DIR")
    args = parser.parse_args()
    mlir_opt = find_mlir_opt(args.mlir_opt)
    if not mlir_opt:
        sys.exit("mlir-opt was not found: install the Debian package mlir-22-tools or pass --mlir-opt")

    work = args.keep or tempfile.mkdtemp(prefix="opt-vs-mlir-")
    os.makedirs(work, exist_ok=True)
    path = lambda name: os.path.join(work, name)
    ops = generate_files(args, path("in.mt"), path("in.mlir"))
    print("%d ops in %d kernels, median of %d runs" % (ops, args.kernels, args.runs))

    ours = [args.mt_opt, "-passes=cse,dce", path("in.mt"), "-o", path("out.mt")]
    theirs = [mlir_opt, "-cse", "-canonicalize", path("in.mlir"), "-o", path("out.mlir")]
    a = measure(ours, ["-time-passes"], {"cse", "dce", "CSEPass", "DCEPass"}, args.runs, path("err"))
    b = measure(theirs, ["-mlir-timing", "-mlir-timing-display=list"], {"CSE", "Canonicalizer"}, args.runs, path("err"))
    left = compare(path("out.mt"), path("out.mlir"))
    print("equal results: %d ops left" % left)
    print("%-22s %12s %12s %8s" % ("", "mt-opt", "mlir-opt", "ratio"))
    missed = False
    for (name, form, bar), x, y in zip(ROWS, a, b):
        verdict = ""
        if bar:
            verdict = "  (bar %gx%s)" % (bar, "" if y / x >= bar else ": MISSED")
            missed |= y / x < bar
        print("%-22s %12s %12s %7.1fx%s" % (name, form % x, form % y, y / x, verdict))
    if not args.keep:
        shutil.rmtree(work)
    sys.exit(missed)


if __name__ == "__main__":
    main()
