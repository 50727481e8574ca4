"""What the device suite runs: kernel, arguments, grid and what NumPy makes of it.

Arguments named in `outputs` are poisoned before the launch, those in `updated` start
from their value. References are formed in float64.
"""

import dataclasses
import typing

import numpy as np

EXAMPLES = "examples/kernels/"
OWN = "test/Device/kernels.py"
NUMPY_TO_TYPE = {"float32": "fp32", "float16": "fp16", "float64": "fp64", "int32": "i32", "int8": "i8", "int64": "i64"}


@dataclasses.dataclass
class Case:
    name: str
    source: str
    kernel: str
    args: dict
    grid: tuple
    expected: dict
    constants: dict = dataclasses.field(default_factory=dict)
    updated: tuple = ()
    tolerance: float = 1e-5
    warps: typing.Optional[int] = None
    aligned: bool = False

    def signature(self):
        """In mtc's spelling; where aligned, with the hints that hold."""
        parts = []
        for name, value in self.args.items():
            hint = ":16" if self.aligned else ""
            if isinstance(value, np.ndarray):
                parts.append("%s=*%s%s" % (name, NUMPY_TO_TYPE[str(value.dtype)], hint))
            elif isinstance(value, float):
                parts.append("%s=fp32" % name)
            else:
                parts.append("%s=i32%s" % (name, hint if value % 16 == 0 else ""))
        return ", ".join(parts + ["%s=%d" % item for item in self.constants.items()])


def floats(rng, *shape, dtype=np.float32):
    return rng.standard_normal(shape).astype(dtype)


def wide(array):
    return array.astype(np.float64)


def softmax(x):
    e = np.exp(wide(x) - wide(x).max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def cdiv(a, b):
    return -(-a // b)


def elementwise(rng):
    n = 2000
    x, y, out = floats(rng, n), floats(rng, n), np.zeros(n, np.float32)
    two = {"x": x, "out": out, "n": n}
    for block in (64, 256, 1024, 2048, 100):
        grid = (cdiv(n, block),)
        size = {"BLOCK": block}
        yield Case("add_%d" % block, EXAMPLES + "add.py", "add_kernel", {"x": x, "y": y, "out": out, "n": n}, grid,
                   {"out": wide(x) + y}, size)
        yield Case("copy_%d" % block, EXAMPLES + "copy_array.py", "copy_kernel", two, grid, {"out": x}, size)
    grid, size = (8,), {"BLOCK": 256}
    activations = EXAMPLES + "activations.py"
    yield Case("relu", activations, "relu_kernel", two, grid, {"out": np.maximum(x, 0)}, size)
    leaky = {"x": x, "out": out, "n": n, "slope": 0.01}
    yield Case("leaky_relu", activations, "leaky_relu_kernel", leaky, grid, {"out": np.where(x > 0, x, 0.01 * wide(x))}, size)
    yield Case("sigmoid", activations, "sigmoid_kernel", two, grid, {"out": 1 / (1 + np.exp(-wide(x)))}, size)


def rows(rng):
    for M, N, block in ((7, 100, 128), (5, 1008, 1024), (3, 4096, 4096), (9, 37, 37), (4, 300, 300)):
        x = floats(rng, M, N)
        tag = "_%dx%d" % (M, N)
        row, full = np.zeros(M, np.float32), np.zeros((M, N), np.float32)
        for warps in (None, 4):
            end = tag + ("_w%d" % warps if warps else "")
            extra = {"constants": {"BLOCK": block}, "warps": warps}
            args = {"x": x, "out": row, "columns": N}
            reductions = EXAMPLES + "reductions.py"
            yield Case("row_sum" + end, reductions, "row_sum_kernel", args, (M,), {"out": wide(x).sum(1)}, **extra)
            yield Case("row_max" + end, reductions, "row_max_kernel", args, (M,), {"out": x.max(1)}, **extra)
            yield Case("row_min" + end, reductions, "row_min_kernel", args, (M,), {"out": x.min(1)}, **extra)
            yield Case("softmax" + end, EXAMPLES + "softmax.py", "softmax_kernel", {"x": x, "out": full, "columns": N},
                       (M,), {"out": softmax(x)}, **extra)
            args = {"x": x, "out": np.zeros(M, np.int32), "N": N}
            yield Case("argmax" + end, OWN, "argmax_kernel", args, (M,), {"out": x.argmax(1)}, **extra)
            w, b = floats(rng, N), floats(rng, N)
            args = {"x": x, "weight": w, "bias": b, "out": full, "N": N, "eps": 1e-5}
            centred = wide(x) - wide(x).mean(1, keepdims=True)
            normal = centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5)
            yield Case("layernorm" + end, OWN, "layernorm_kernel", args, (M,), {"out": normal * w + b}, tolerance=1e-4, **extra)
        yield Case("long_row_sum" + tag, EXAMPLES + "reductions.py", "long_row_sum_kernel",
                   {"x": x, "out": row, "columns": N}, (M,), {"out": wide(x).sum(1)},
                   {"BLOCK": 64, "CHUNKS": cdiv(N, 64)})


def tiles(rng):
    for M, N, BM, BN in ((33, 70, 16, 32), (64, 64, 64, 64), (20, 30, 8, 8), (50, 9, 12, 20)):
        x, y = floats(rng, M, N), floats(rng, M, N)
        tag, size, grid = "_%dx%d" % (BM, BN), {"BM": BM, "BN": BN}, (cdiv(M, BM), cdiv(N, BN))
        out = np.zeros((M, N), np.float32)
        yield Case("add_2d" + tag, EXAMPLES + "matrix_add.py", "matrix_add_2d_kernel",
                   {"x": x, "y": y, "out": out, "M": M, "N": N}, grid, {"out": wide(x) + y}, size)
        yield Case("transpose" + tag, OWN, "transpose_kernel",
                   {"x": x, "out": np.zeros((N, M), np.float32), "M": M, "N": N}, grid, {"out": x.T.copy()}, size)
        yield Case("column_sum" + tag, OWN, "column_sum_kernel",
                   {"x": x, "out": np.zeros(N, np.float32), "M": M, "N": N}, (cdiv(N, BN),), {"out": wide(x).sum(0)}, size)


def products(rng):
    matmul = EXAMPLES + "matmul.py"
    for M, N, K, BM, BN, BK in ((33, 40, 50, 16, 16, 16), (64, 96, 64, 32, 64, 32), (20, 20, 20, 12, 20, 8)):
        a, b, c = floats(rng, M, K), floats(rng, K, N), np.zeros((M, N), np.float32)
        product, tag, grid = {"c": wide(a) @ wide(b)}, "_%dx%dx%d" % (M, N, K), (cdiv(M, BM), cdiv(N, BN))
        args, loose = {"a": a, "b": b, "c": c, "M": M, "N": N}, {"tolerance": 1e-4}
        yield Case("naive_matmul" + tag, matmul, "naive_matmul_kernel", {"a": a, "b": b, "c": c, "N": N},
                   (M, cdiv(N, BN)), product, {"K": K, "BLOCK": BN}, **loose)
        yield Case("matmul_static" + tag, matmul, "matmul_static_kernel", args, grid, product,
                   {"K": K, "BM": BM, "BN": BN}, **loose)
        args = dict(args, K=K)
        yield Case("matmul" + tag, matmul, "matmul_kernel", args, grid, product, {"BM": BM, "BN": BN}, **loose)
        yield Case("matmul_dot" + tag, matmul, "matmul_dot_kernel", args, grid, product,
                   {"BM": BM, "BN": BN, "BK": BK}, **loose)
    for dtype, result in ((np.float32, np.float32), (np.float16, np.float32), (np.float64, np.float64), (np.int8, np.int32)):
        for M, N, K in ((16, 16, 16), (64, 32, 64), (128, 128, 32), (5, 7, 9)):
            if dtype == np.int8:
                a, b = rng.integers(-9, 9, (M, K), dtype), rng.integers(-9, 9, (K, N), dtype)
            else:
                a, b = floats(rng, M, K, dtype=dtype), floats(rng, K, N, dtype=dtype)
            yield Case("dot_%s_%dx%dx%d" % (np.dtype(dtype), M, N, K), OWN, "dot_kernel",
                       {"a": a, "b": b, "c": np.zeros((M, N), result)}, (1,), {"c": wide(a) @ wide(b)},
                       {"M": M, "N": N, "K": K}, tolerance=1e-4)


def atomics(rng):
    n = 5000
    x = rng.integers(0, 10, n, np.int32)
    counts = np.zeros(10, np.int32)
    for block in (128, 1024):
        yield Case("histogram_%d" % block, OWN, "histogram_kernel", {"x": x, "counts": counts, "n": n},
                   (cdiv(n, block),), {"counts": np.bincount(x, minlength=10)}, {"BLOCK": block}, updated=("counts",))
    values = floats(rng, n)
    zero = np.zeros(1, np.float32)
    yield Case("reduce_with_lock", OWN, "reduce_with_lock_kernel",
               {"x": values, "out": zero, "lock": np.zeros(1, np.int32), "n": n}, (cdiv(n, 256),),
               {"out": wide(values).sum(keepdims=True), "lock": np.zeros(1)}, {"BLOCK": 256},
               updated=("out", "lock"), tolerance=1e-3)
    yield Case("extrema", OWN, "extrema_kernel", {"x": values, "high": zero - 100, "low": zero + 100, "n": n},
               (cdiv(n, 256),), {"high": values.max(keepdims=True), "low": values.min(keepdims=True)}, {"BLOCK": 256},
               updated=("high", "low"))


def collatz(rng):
    n = 100
    x = rng.integers(1, 1000, n, np.int32)
    steps = np.zeros(n, np.int64)
    for i, value in enumerate(x.tolist()):
        while value > 1:
            value = 3 * value + 1 if value % 2 else value // 2
            steps[i] += 1
    yield Case("collatz", OWN, "collatz_kernel", {"x": x, "out": np.zeros(n, np.int32), "n": n}, (1,), {"out": steps},
               {"BLOCK": 128})


def all_cases():
    rng = np.random.default_rng(1)
    for group in (elementwise, rows, tiles, products, atomics, collatz):
        for case in group(rng):
            yield case
            yield dataclasses.replace(case, name=case.name + "_aligned", aligned=True)
