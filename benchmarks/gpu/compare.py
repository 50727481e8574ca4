"""This project against Triton on one GPU: the same kernel texts, the same blocks and warps.

    compare.py BUILD_DIR [NAME ...]

For each piece of work and each side the fastest of the listed options counts; the two sides
take turns five times, the medians are compared. A ratio above 1 means this project is faster.
Needs PyTorch and Triton; checks every result against PyTorch first."""

import dataclasses
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path[:0] = [str(BUILD / "python"), str(HERE)]

import torch  # noqa: E402
import triton  # noqa: E402

import mytriton  # noqa: E402
from sides import load_kernels  # noqa: E402

REPEATS = 5
WARPS = (1, 2, 4, 8, 16)


SIDES = {"ours": load_kernels(mytriton), "triton": load_kernels(triton)}


@dataclasses.dataclass
class Work:
    """`launch(kernels, options)` starts one run; `bytes` or `flops` says how much it does."""

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
    "matmul 1024 16x32": lambda: matmul(1024, 16, 32),
    "matmul 1024 64x64": lambda: matmul(1024, 64, 64),
}


def check(work, kernels, options):
    work.result.fill_(float("nan"))
    work.launch(kernels, options)
    expected = work.expected()
    difference = (work.result.double() - expected.double()).abs().max().item()
    return difference <= work.tolerance


def milliseconds(work, kernels, options):
    run = lambda: work.launch(kernels, options)  # noqa: E731
    return triton.testing.do_bench(run, warmup=5, rep=25, return_mode="median")


def compare(name, work):
    best = {side: [] for side in SIDES}
    usable = {side: [] for side in SIDES}
    for side, kernels in SIDES.items():
        for options in work.options:
            try:
                if not check(work, kernels, options):
                    print("  %s: wrong result of %s with %s" % (name, side, options))
                    continue
            except Exception as error:  # noqa: BLE001  (reported, the others go on)
                print("  %s: %s with %s: %s" % (name, side, options, str(error)[:300]))
                continue
            usable[side].append((milliseconds(work, kernels, options), options))
    if not all(usable.values()):
        return
    chosen = {side: min(found, key=lambda pair: pair[0])[1] for side, found in usable.items()}
    for _ in range(REPEATS):
        for side, kernels in SIDES.items():
            best[side].append(milliseconds(work, kernels, chosen[side]))
    ours, theirs = (statistics.median(best[side]) for side in ("ours", "triton"))
    scale = work.amount / 1e9
    print("%-24s ours %7.2f %s, triton %7.2f, ratio %.3f   %s / %s" % (
        name, scale / ours, work.unit, scale / theirs, theirs / ours,
        chosen["ours"], chosen["triton"]), flush=True)


def launch_cost():
    """Microseconds of one launch from Python, six arguments, the grid far from busy."""
    x, y, out = (torch.zeros(64, device="cuda") for _ in range(3))
    costs = {}
    for side, kernels in SIDES.items():
        def run(kernels=kernels):
            kernels.add_kernel[(1,)](x, y, out, 64, BLOCK=64, num_warps=1)

        for _ in range(100):
            run()
        times = []
        for _ in range(20):
            torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(200):
                run()
            times.append((time.perf_counter() - start) / 200 * 1e6)
        costs[side] = statistics.median(times)
    print("launch: ours %.2f us, triton %.2f us" % (costs["ours"], costs["triton"]))


def cold_compile():
    """Milliseconds from the launch of a kernel never seen to its end; new constants each time."""
    x = torch.zeros(1 << 16, device="cuda")
    for name, run in {
        "add": lambda k, i: k.add_kernel[(1,)](x, x, x, 3 + i, BLOCK=1024 << (i % 3), num_warps=4),
        "softmax": lambda k, i: k.softmax_kernel[(1,)](x, x, 9 + i, BLOCK=1024 << (i % 3),
                                                       num_warps=4),
    }.items():
        for side in SIDES:
            times = []
            for i in range(3):
                # A fresh import has empty caches in memory.
                kernels = load_kernels(mytriton if side == "ours" else triton)
                torch.cuda.synchronize()
                start = time.perf_counter()
                run(kernels, i)
                torch.cuda.synchronize()
                times.append((time.perf_counter() - start) * 1e3)
            print("cold compile of %s: %s %.1f ms" % (name, side, min(times)), flush=True)


def main():
    wanted = sys.argv[2:]
    print(torch.cuda.get_device_name(), "torch", torch.__version__, "triton", triton.__version__)
    for name, make in WORK.items():
        if not wanted or any(word in name for word in wanted):
            compare(name, make())
            torch.cuda.empty_cache()
    launch_cost()
    cold_compile()


if __name__ == "__main__":
    main()
