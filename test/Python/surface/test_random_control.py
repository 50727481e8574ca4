"""Random programs of branches, loops and exits: the kernel does what Python does with the same text."""

import importlib.util
import random

import numpy as np
import pytest

VALUES = [3, 77, 20, 51, 49, 90, 1, 60]
INPUTS = [(0, 1, 2, 3), (2, 30, 5, 7), (4, 11, 60, 2), (3, 96, 0, 50)]

HEADER = """import mytriton as triton
import mytriton.language as tl


@triton.jit
def ld(x, i):
    return tl.load(x + i)


@triton.jit
def f(x, n, a, b, c, K: tl.constexpr):
%s


@triton.jit
def kernel(x, out, n, a, b, c, K: tl.constexpr):
    tl.store(out, f(x, n, a, b, c, K))
"""


class Generator:
    """Text of a function of small non-negative integers; every loop ends."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def fresh(self, prefix):
        self.names += 1
        return prefix + str(self.names)

    def condition(self):
        pick = self.random
        return pick.choice([
            "%s %% %d == %d" % (pick.choice("abc"), pick.choice([2, 3, 5]), pick.randrange(3)),
            "%s > %d" % (pick.choice("abc"), pick.randrange(60)),
            "ld(x, %s %% 8) < 50" % pick.choice("abc"),
            "n > %d" % pick.randrange(5),
            "K == %d" % pick.randrange(1, 3),  # known at compile time
        ])

    def body(self, depth, in_loop):
        lines = []
        for _ in range(self.random.randrange(1, 4)):
            lines += self.statement(depth, in_loop)
        return ["    " + line for line in lines]

    def assignment(self):
        a, b = self.random.choice("abc"), self.random.choice("abc")
        if self.random.randrange(4):
            return ["%s = (%s * %d + %s) %% 97" % (a, a, self.random.randrange(1, 5), b)]
        t = self.fresh("t")
        return ["%s = (%s + %d) %% 97" % (t, b, self.random.randrange(9)),
                "%s = (%s * 2 + %s) %% 89" % (a, t, a)]

    def branch(self, depth, in_loop):
        lines = ["if %s:" % self.condition()] + self.body(depth, in_loop)
        kind = self.random.randrange(3)
        if kind == 0:
            lines += ["elif %s:" % self.condition()] + self.body(depth, in_loop)
        if kind <= 1:
            lines += ["else:"] + self.body(depth, in_loop)
        return lines

    def loop(self, depth):
        i = self.fresh("i")
        use = ["    a = (a + %s) %% 97" % i]
        kind = self.random.randrange(6)
        if kind < 4:
            bounds = ["range(n)", "range(n, 0, -1)", "range(3)", "tl.static_range(2)"][kind]
            return ["for %s in %s:" % (i, bounds)] + use + self.body(depth, True)
        head = [i + " = 0", "while %s < n:" % i, "    %s += 1" % i]
        if kind == 5:
            head = [i + " = 0", "while True:", "    %s += 1" % i, "    if %s > 3:" % i,
                    "        break"]
        return head + self.body(depth, True)

    def statement(self, depth, in_loop):
        kind = self.random.randrange(14)
        if 4 <= kind <= 6 and depth:
            return self.branch(depth - 1, in_loop)
        if 7 <= kind <= 10 and depth:
            return self.loop(depth - 1)
        if kind >= 11:
            exits = ["return " + self.random.choice(["a", "b + 100", "7", "a + c"])]
            if in_loop:
                exits += ["break", "continue"]
            return [self.random.choice(exits)]
        return self.assignment()

    def function(self):
        return "\n".join(self.body(4, False) + ["    return a * 10000 + b * 100 + c"])


class Language:
    static_range = range


def python_function(text):
    names = {"tl": Language, "ld": lambda x, i: x[i]}
    exec("def f(x, n, a, b, c, K):\n" + text, names)
    return names["f"]


def kernel_of(text, path):
    path.write_text(HEADER % text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel


@pytest.mark.parametrize("seed", range(60))
def test_a_kernel_does_what_python_does(seed, tmp_path, some_backend):
    some_backend(seed)
    text = Generator(seed).function()
    expected, kernel = python_function(text), kernel_of(text, tmp_path / ("random%d.py" % seed))
    for n, a, b, c in INPUTS:
        for k in (1, 2):
            out = np.zeros(1, np.int32)
            kernel[(1,)](np.array(VALUES, np.int32), out, n, a, b, c, K=k)
            assert out[0] == expected(VALUES, n, a, b, c, k), text
