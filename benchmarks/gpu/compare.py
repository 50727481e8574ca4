"""This project against Triton on one GPU: the same kernel texts, the same blocks and warps.

    compare.py BUILD_DIR [NAME ...]

Sides are this project's targets cuda, nvptx and, if it runs, mlir (MYTRITON_COMPARE=cuda,triton
names others) and Triton. For each piece of work and each side the fastest of the listed options
counts; the sides take turns five times, the medians are compared. A ratio above 1 means this
project is faster. Needs PyTorch and Triton; checks every result against PyTorch first. Launches and
cold compilations have scripts of their own, which run at the end where no names are given."""

import dataclasses
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path[:0] = [str(BUILD / "python"), str(HERE)]

import torch  # noqa: E402
import triton  # noqa: E402

import mytriton  # noqa: E402
from sides import gpu_targets, load_kernels  # noqa: E402

REPEATS = 5
WARPS = (1, 2, 4, 8, 16)


NAMED = os.environ.get("MYTRITON_COMPARE")
SIDES = {side: load_kernels(triton if side == "triton" else mytriton)
         for side in (NAMED.split(",") if NAMED else [*gpu_targets(), "triton"])}


@dataclasses.dataclass
class Work:
    """`launch(kernels, options)` starts one run, which does an amount of work in bytes or FLOPs."""

    launch: object
    options: list
    result: object
    expected: object
    amount: float
    unit: str
    tolerance: float = 1e-3


def random(*shape, dtype=torch.float32):
    return torch.randn(shape, device="cuda", dtype=dtype)


def cdiv(a, b):
    return -(-a // b)


def add(size=1 << 28):
    x, y, out = random(size), random(size), torch.full((size,), float("nan"), device="cuda")

    def launch(k, o):
        k.add_kernel[(cdiv(size, o["BLOCK"]),)](x, y, out, size, **o)

    options = [dict(BLOCK=b, num_warps=w) for b in (1024, 2048) for w in (4, 8)]
    return Work(launch, options, out, lambda: x + y, 12 * size, "TB/s", 0)


def softmax(rows, columns):
    x, out = random(rows, columns), torch.full((rows, columns), float("nan"), device="cuda")

    def launch(k, o):
        k.softmax_kernel[(rows,)](out, x, columns, BLOCK=triton.next_power_of_2(columns), **o)

    return Work(launch, [dict(num_warps=w) for w in WARPS], out, lambda: x.softmax(1),
                8 * rows * columns, "TB/s")


def layernorm(rows, columns):
    x = random(rows, columns, dtype=torch.float16)
    weight, bias = random(columns), random(columns)
    out = torch.full_like(x, float("nan"))

    def launch(k, o):
        k.layernorm_kernel[(rows,)](x, out, weight, bias, columns, 1e-5, **o)

    def expected():
        return torch.nn.functional.layer_norm(x.float(), (columns,), weight, bias).half()

    options = [dict(BLOCK=b, num_warps=w) for b in (2048, 4096, 8192) for w in (4, 8, 16)]
    return Work(launch, options, out, expected, 4 * rows * columns, "TB/s", 2e-2)


def tiles(kernel, m, n, reads, options, expected, out_shape):
    inputs = [random(m, n) for _ in range(reads)]
    out = torch.full(out_shape, float("nan"), device="cuda")

    def launch(k, o):
        grid = (cdiv(m, o["BM"]), cdiv(n, o["BN"]))
        if kernel == "column_sum_kernel":
            grid = (grid[1],)
        getattr(k, kernel)[grid](*inputs, out, m, n, **o)

    amount = 4 * (reads * m * n + out.numel())
    return Work(launch, options, out, lambda: expected(*inputs), amount, "TB/s", 5e-2)


def long_sum(rows, columns):
    x, out = random(rows, columns), torch.full((rows,), float("nan"), device="cuda")

    def launch(k, o):
        k.long_sum_kernel[(rows,)](x, out, COLUMNS=columns, **o)

    options = [dict(BLOCK=b, num_warps=w) for b in (1024, 4096) for w in (4, 8)]
    return Work(launch, options, out, lambda: x.sum(1), 4 * rows * columns, "TB/s", 5e-1)


def dot(size, dtype, tolerance):
    """A product on the tensor cores; the operands are small enough for sums of f16 to be good."""
    whole = dtype == torch.int8
    a, b = ((torch.randint(-8, 8, (size, size), device="cuda", dtype=dtype) if whole
             else random(size, size).mul(0.1).to(dtype)) for _ in range(2))
    out = torch.zeros((size, size), device="cuda", dtype=torch.int32 if whole else dtype)

    def launch(k, o):
        grid = (cdiv(size, o["BM"]) * cdiv(size, o["BN"]),)
        k.dot_kernel[grid](a, b, out, size, size, size, a.stride(0), b.stride(0), out.stride(0),
                           WHOLE=whole, **o)

    def expected():
        return (a.double() @ b.double()).to(out.dtype)

    step = 32 if dtype == torch.float32 else 64
    options = [dict(BM=m, BN=n, BK=k, GROUP=8, num_warps=w, num_stages=s) for m, n, k, w, s in (
        (128, 256, step, 8, 3), (128, 128, step, 4, 3), (128, 128, step // 2, 4, 4))]
    return Work(launch, options, out, expected, 2 * size**3, "TFLOP/s", tolerance)


def matmul(size, bm, bn):
    a, b = random(size, size), random(size, size)
    out = torch.full((size, size), float("nan"), device="cuda")

    def launch(k, o):
        k.matmul_kernel[(cdiv(size, bm), cdiv(size, bn))](a, b, out, size, size, size,
                                                          BM=bm, BN=bn, **o)

    return Work(launch, [dict(num_warps=w) for w in (1, 2, 4, 8)], out,
                lambda: (a.double() @ b.double()).float(), 2 * size**3, "TFLOP/s", 1e-1)


def tile_options(*blocks):
    return [dict(BM=m, BN=n, num_warps=w) for m, n in blocks for w in (4, 8)]


WORK = {
    "add 2^28": add,
    "softmax 8192x1024": lambda: softmax(8192, 1024),
    "softmax 8192x4096": lambda: softmax(8192, 4096),
    "softmax 4096x16384": lambda: softmax(4096, 16384),
    "layernorm 8192x4096": lambda: layernorm(8192, 4096),
    "layernorm 8192x8192": lambda: layernorm(8192, 8192),
    "add2d 8192x8192": lambda: tiles("add2d_kernel", 8192, 8192, 2,
                                     tile_options((16, 128), (32, 64), (8, 256)),
                                     lambda x, y: x + y, (8192, 8192)),
    "transpose 8192x8192": lambda: tiles("transpose_kernel", 8192, 8192, 1,
                                         tile_options((32, 32), (64, 64)),
                                         lambda x: x.T.contiguous(), (8192, 8192)),
    "column sum 8192x8192": lambda: tiles("column_sum_kernel", 8192, 8192, 1,
                                          tile_options((16, 64), (32, 64), (64, 32)),
                                          lambda x: x.sum(0), (8192,)),
    "long-row sum 8192x16384": lambda: long_sum(8192, 16384),
    "matmul 1024 16x32": lambda: matmul(1024, 16, 32),
    "matmul 1024 64x64": lambda: matmul(1024, 64, 64),
    "dot f16 4096^3": lambda: dot(4096, torch.float16, 5e-1),
    "dot bf16 4096^3": lambda: dot(4096, torch.bfloat16, 2),
    "dot tf32 4096^3": lambda: dot(4096, torch.float32, 5e-2),
    "dot int8 4096^3": lambda: dot(4096, torch.int8, 0),
}


def run(work, side, options):
    """Starts one run; ours reads the target from the environment at each launch."""
    if side != "triton":
        os.environ["MYTRITON_BACKEND"] = side
    work.launch(SIDES[side], options)


def check(work, side, options):
    work.result.zero_() if work.result.dtype == torch.int32 else work.result.fill_(float("nan"))
    run(work, side, options)
    expected = work.expected()
    difference = (work.result.double() - expected.double()).abs().max().item()
    return difference <= work.tolerance


def milliseconds(work, side, options, rep=25):
    return triton.testing.do_bench(lambda: run(work, side, options), warmup=5, rep=rep,
                                   return_mode="median")


def fastest(name, work, side):
    """The options with which a side is right and fastest; None if there are none."""
    usable = []
    for options in work.options:
        try:
            if check(work, side, options):
                usable.append((milliseconds(work, side, options, rep=10), options))
            else:
                print("  %s: wrong result of %s with %s" % (name, side, options))
        except Exception as error:  # noqa: BLE001  (reported, the others go on)
            print("  %s: %s with %s: %s" % (name, side, options, str(error)[:300]))
    return min(usable, key=lambda pair: pair[0])[1] if usable else None


def compare(name, work):
    chosen = {side: fastest(name, work, side) for side in SIDES}
    times = {side: [] for side in SIDES if chosen[side]}
    for _ in range(REPEATS):
        for side, taken in times.items():
            taken.append(milliseconds(work, side, chosen[side]))
    medians = {side: statistics.median(taken) for side, taken in times.items()}
    scale = work.amount / 1e9
    text = ", ".join("%s %.2f" % (side, scale / taken) for side, taken in medians.items())
    if "triton" in medians:
        text += "; " + ", ".join("%s/triton %.3f" % (side, medians["triton"] / taken)
                                 for side, taken in medians.items() if side != "triton")
    print("%-24s %s (%s)   %s" % (name, text, work.unit, " / ".join(map(str, chosen.values()))),
          flush=True)


def copy_bandwidth(size=1 << 28):
    x, y = random(size), random(size)
    taken = triton.testing.do_bench(lambda: y.copy_(x), return_mode="median")
    print("%-24s %.2f TB/s" % ("copy", 8 * size / taken / 1e9), flush=True)


def main():
    wanted = sys.argv[2:]
    print(torch.cuda.get_device_name(), "torch", torch.__version__, "triton", triton.__version__)
    copy_bandwidth()
    for name, make in WORK.items():
        if not wanted or any(word in name for word in wanted):
            compare(name, make())
            torch.cuda.empty_cache()
    if not wanted:
        for script in ("launch.py", "cold_compile.py"):
            subprocess.run([sys.executable, str(HERE / script), str(BUILD)], check=False)


if __name__ == "__main__":
    main()
