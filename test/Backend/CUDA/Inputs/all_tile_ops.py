"""Writes kernels that use every op on tiles with every element type it takes."""

import sys

from all_ops import FLOATS, FP8, INTS

SHAPES = [(16, 32), (5, 7)]
LARGE = (64, 64)  # several registers per thread: once is enough


class Tile:
    """Text of one kernel over tiles of M x N."""

    def __init__(self, element, m, n):
        self.element, self.m, self.n = element, m, n
        self.next, self.lines = 0, []
        rows = self.op("arange {start=0, end=%d}" % m, "vector<%d x i32>" % m)
        columns = self.op("arange {start=0, end=%d}" % n, "vector<%d x i32>" % n)
        rows = self.op("expand_dims %s {axis=1}" % rows, "block<%dx1 x i32>" % m)
        columns = self.op("expand_dims %s {axis=0}" % columns, "block<1x%d x i32>" % n)
        rows = self.op("mul %s, %d" % (rows, n), "block<%dx1 x i32>" % m)
        self.offsets = self.op("add %s, %s" % (rows, columns), self.type("i32"))

    def type(self, element=None, m=None, n=None):
        return "block<%dx%d x %s>" % (m or self.m, n or self.n, element or self.element)

    def op(self, text, types):
        """The name of its result."""
        name = "%%%d" % self.next
        self.next += 1
        self.lines.append("  %s = %s : %s" % (name, text, types))
        return name

    def vector(self, extent, element=None):
        return "vector<%d x %s>" % (extent, element or self.element)

    def load(self, param):
        pointer = self.op("addptr %s, %s" % (param, self.offsets), self.type("ptr<%s>" % self.element))
        return self.op("load %s, none, none" % pointer, self.type())

    def store(self, value, shape, element=None):
        """To array `out_<element>`, whatever value's shape."""
        element = element or self.element
        if not shape:
            self.lines.append("  store out_%s, %s, none" % (element, value))
            return
        total = 1
        for extent in shape:
            total *= extent
        kind = "%s<%s x %%s>" % ("vector" if len(shape) == 1 else "block", "x".join(map(str, shape)))
        places = self.op("arange {start=0, end=%d}" % total, self.vector(total, "i32"))
        places = self.op("reshape %s {shape=(%s,)}" % (places, ", ".join(map(str, shape))), kind % "i32")
        pointer = self.op("addptr out_%s, %s" % (element, places), kind % ("ptr<%s>" % element))
        self.lines.append("  store %s, %s, none" % (pointer, value))

    def kernel(self, name, elements):
        params = ["x: ptr<%s>" % self.element] + ["out_%s: ptr<%s>" % (e, e) for e in elements]
        print("kernel @%s_%s_%dx%d(%s) {" % (name, self.element, self.m, self.n, ", ".join(params)))
        print("\n".join(self.lines))
        print("}")


def combine(tile, op, value, shape, attrs, types, body):
    """A reduction or scan by a region of ops on (%a, %b)."""
    name = tile.op("%s %s %s" % (op, value, attrs), types)
    tile.lines[-1] += " combine(%a, %b) {"
    for line in body:
        name_in = "%%%d" % tile.next
        tile.next += 1
        tile.lines.append("    %s = %s : %s" % (name_in, line, tile.element))
    tile.lines.append("    yield %s" % name_in)
    tile.lines.append("  }")
    tile.store(name, shape)


def shapes(element, m, n):
    t = Tile(element, m, n)
    x = t.load("x")
    t.store(t.op("trans %s {order=(1, 0)}" % x, t.type(m=n, n=m)), (n, m))
    flat = t.op("reshape %s {shape=(%d,)}" % (x, m * n), t.vector(m * n))
    t.store(flat, (m * n,))
    zeros = t.op("zeros {shape=(%d, %d), dtype=%s}" % (m, n, element), t.type())
    joined = t.op("join %s, %s" % (x, zeros), "block<%dx%dx2 x %s>" % (m, n, element))
    t.store(joined, (m, n, 2))
    t.lines.append("  %%%d, %%%d = split %s : %s, %s" % (t.next, t.next + 1, joined, t.type(), t.type()))
    t.next += 2
    t.store("%%%d" % (t.next - 1), (m, n))
    flipped = t.op("flip %s {axis=1}" % x, t.type())
    t.store(t.op("cat %s, %s {axis=0}" % (flipped, x), t.type(m=2 * m)), (2 * m, n))
    picked = t.op("mod %s, %d" % (t.offsets, n), t.type("i32"))
    t.store(t.op("gather %s, %s {axis=1}" % (x, picked), t.type()), (m, n))
    empty = t.op("empty {shape=(%d,), dtype=%s}" % (n, element), t.vector(n))
    t.store(t.op("broadcast %s {shape=(%d, %d)}" % (empty, m, n), t.type()), (m, n))
    t.kernel("shapes", [element])


def reductions(element, m, n):
    t = Tile(element, m, n)
    x = t.load("x")
    for op in ("sum", "max", "min"):
        t.store(t.op("%s %s {axis=1}" % (op, x), t.vector(m)), (m,))
        t.store(t.op("%s %s {axis=0}" % (op, x), t.vector(n)), (n,))
    flat = t.op("reshape %s {shape=(%d,)}" % (x, m * n), t.vector(m * n))
    t.store(t.op("max %s {propagate_nan=false}" % flat, element), ())
    body = "maximum %a, %b" if element == "bool" else "mul %a, %b"
    combine(t, "reduce", x, (m,), "{axis=1}", t.vector(m), ["minimum %a, %b"])
    combine(t, "reduce", x, (n,), "{axis=0}", t.vector(n), [body])
    combine(t, "scan", x, (m, n), "{axis=1}", t.type(), ["add %a, %b"])
    combine(t, "scan", flat, (m * n,), "{axis=0, reverse=true}", t.vector(m * n), ["maximum %a, %b"])
    t.kernel("reductions", [element])


def products(element, result, m, n):
    t = Tile(element, m, n)
    x = t.load("x")
    y = t.op("trans %s {order=(1, 0)}" % x, t.type(m=n, n=m))
    zeros = t.op("zeros {shape=(%d, %d), dtype=%s}" % (m, m, result), t.type(result, m, m))
    t.store(t.op("dot %s, %s, %s" % (x, y, zeros), t.type(result, m, m)), (m, m), result)
    t.kernel("products_%s" % result, [result])


def atomics(element, ops, m, n):
    t = Tile(element, m, n)
    x = t.load("x")
    pointers = t.op("addptr out_%s, %s" % (element, t.offsets), t.type("ptr<%s>" % element))
    for op in ops:
        words = ['sem="relaxed"', 'sem="acquire", scope="cta"', 'scope="sys"']
        for number, word in enumerate(words):
            more = "" if op == "cas" else ", none"
            second = ", " + x if op == "cas" else ""
            old = t.op("atomic_%s %s, %s%s%s {%s}" % (op, pointers, x, second, more, word), t.type())
            if number:
                t.store(old, (m, n))
        scalar = t.op("load x, none, none", element)
        second = ", " + scalar if op == "cas" else ", none"
        old = t.op("atomic_%s out_%s, %s%s" % (op, element, scalar, second), element)
        t.store(old, ())
    t.kernel("atomics", [element])


def atomic_ops(element):
    bits = int(element[1:]) if element != "bf16" else 16
    if element in INTS:
        every = ["add", "max", "min", "and", "or", "xor", "xchg", "cas"]
        return every if bits >= 32 else ["cas"] if bits == 16 else []
    return {16: ["add", "cas"]}.get(bits, ["add", "max", "min", "xchg", "cas"])


def main():
    wanted = sys.argv[1]
    make = {"shapes": shapes, "reductions": reductions}.get(wanted)
    if make:
        make("f32", *LARGE)
    for m, n in SHAPES:
        if wanted == "shapes":
            for element in ["bool"] + INTS + FLOATS + FP8:
                shapes(element, m, n)
        elif wanted == "reductions":
            for element in ["bool"] + INTS + FLOATS:
                reductions(element, m, n)
        elif wanted == "products":
            for element in FLOATS + FP8:
                products(element, "f64" if element == "f64" else "f32", m, n)
            products("f16", "f16", m, n)
            for element in ["i8", "u8", "i16", "i32"]:
                products(element, "i32", m, n)
        else:
            for element in INTS + FLOATS:
                if atomic_ops(element):
                    atomics(element, atomic_ops(element), m, n)


if __name__ == "__main__":
    main()
