"""Writes one kernel per element type and block size that uses every elementwise op
the type takes, and one per pair of types that casts between them."""

import sys

INTS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
FLOATS = ["f16", "bf16", "f32", "f64"]
FP8 = ["f8e4m3fn", "f8e5m2"]
BITS = {"bool": 1, "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "f8e4m3fn": 8, "f8e5m2": 8}
BITS.update({t: int(t[1:]) for t in INTS})

COMPARE = ["cmp_lt", "cmp_le", "cmp_gt", "cmp_ge", "cmp_eq", "cmp_ne"]
ANY = ["add", "sub", "mul", "minimum", "maximum"]
NUMBER = ["div", "mod"]
BITWISE = ["and", "or", "xor"]
SHIFT = ["shl", "shr"]
MATH = "exp exp2 log log2 sqrt rsqrt sin cos erf tanh abs floor ceil neg".split()


def literals(element):
    if element == "bool":
        return ["true", "false"]
    if element in FLOATS:
        return ["0.0", "-0.0", "1.5", "inf", "-inf", "nan", "-2.0"]
    bits = BITS[element]
    if element.startswith("u"):
        return ["0", "1", "7", str(2**bits - 1)]
    return ["0", "1", "-1", "7", str(-(2 ** (bits - 1))), str(2 ** (bits - 1) - 1)]


class Writer:
    """Lines of one kernel with values numbered by creation."""

    def __init__(self, block):
        self.block, self.lines, self.next, self.stored = block, [], 0, 0

    def op(self, text, element, scalar=False):
        shape = element
        if self.block and not scalar:
            shape = "vector<%d x %s>" % (self.block, element)
        name = "%%%d" % self.next
        self.next += 1
        self.lines.append("  %s = %s : %s" % (name, text, shape))
        return name

    def offsets(self):
        if self.block:
            return self.op("arange {start=0, end=%d}" % self.block, "i32")
        return self.op("add n, 1", "i32")

    def load(self, param, element, offsets, const=""):
        pointer = self.op("addptr %s, %s" % (param, offsets), "ptr<%s%s>" % (const, element))
        return self.op("load %s, none, none" % pointer, element)

    def store(self, param, element, offsets, value):
        """Every result has its own place, so that none is dead."""
        place = "%d:i32" % (self.stored * max(self.block, 1))
        self.stored += 1
        start = self.op("addptr %s, %s" % (param, place), "ptr<%s>" % element, scalar=True)
        pointer = self.op("addptr %s, %s" % (start, offsets), "ptr<%s>" % element)
        self.lines.append("  store %s, %s, none" % (pointer, value))

    def kernel(self, name, params):
        print("kernel @%s(%s) {" % (name, ", ".join(params)))
        print("\n".join(self.lines))
        print("}")


def binary_ops(element):
    ops = list(ANY)
    if element != "bool":
        ops += NUMBER
    if element not in FLOATS:
        ops += BITWISE
    if element in INTS:
        ops += SHIFT
    return ops


def ops_kernel(element, block):
    w = Writer(block)
    offsets = w.offsets()
    a, b = w.load("x", element, offsets), w.load("y", element, offsets)
    results = []
    # Every literal once is enough.
    constants = literals(element) if not block else literals(element)[:2]
    pairs = [(a, b)] + [(a, c) for c in constants] + [(c, b) for c in constants]
    for left, right in pairs:
        for op in binary_ops(element):
            results.append(w.op("%s %s, %s" % (op, left, right), element))
        for op in COMPARE:
            condition = w.op("%s %s, %s" % (op, left, right), "bool")
            results.append(w.op("select %s, %s, %s" % (condition, left, right), element))
        for op in ["minimum", "maximum"]:
            text = "%s %s, %s {propagate_nan=false}" % (op, left, right)
            results.append(w.op(text, element))
    if element in FLOATS:
        results += [w.op("%s %s" % (op, a), element) for op in MATH]
        results.append(w.op("fma %s, %s, 0.5" % (a, b), element))
    elif element != "bool":
        results += [w.op("%s %s" % (op, a), element) for op in ["abs", "neg", "not"]]
    else:
        results.append(w.op("not %s" % a, element))
    for value in results:
        w.store("out", element, offsets, value)
    params = ["%s: ptr<%s>" % (p, element) for p in ("x", "y", "out")] + ["n: i32"]
    w.kernel("ops_%s_%d" % (element, block), params)


def casts_kernel(source, block):
    """From one type to every other, with roundings and bitcasts where they apply."""
    w = Writer(block)
    offsets = w.offsets()
    a = w.load("x", source, offsets, "const ")
    params, targets = ["x: ptr<const %s>" % source, "n: i32"], []
    for target in ["bool"] + INTS + FLOATS + FP8:
        if target != source:
            targets.append((target, w.op("cast %s" % a, target)))
        if BITS[source] == BITS[target] and source != target:
            targets.append((target, w.op("cast %s {bitcast=true}" % a, target)))
        if source in FLOATS and target in FLOATS and BITS[source] > BITS[target]:
            targets.append((target, w.op('cast %s {rounding="rtz"}' % a, target)))
    for target, value in targets:
        param = "out_%s: ptr<%s>" % (target, target)
        if param not in params:
            params.append(param)
        w.store("out_" + target, target, offsets, value)
    w.kernel("casts_%s_%d" % (source, block), params)


def main():
    for block in [int(word) for word in sys.argv[1:]]:
        for element in ["bool"] + INTS + FLOATS:
            ops_kernel(element, block)
        for element in ["bool"] + INTS + FLOATS + FP8:
            casts_kernel(element, block)


if __name__ == "__main__":
    main()
