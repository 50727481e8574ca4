"""Targets that make the same instructions leave the same bits in memory, and print the same lines.

    same_bits.py [TARGET TARGET]

On a GPU, with PyTorch; nvptx and mlir unless named. Exits 1 on a difference."""

import os
import subprocess
import sys

import torch

import mytriton as triton
import mytriton.language as tl

FUNCTIONS = "exp exp2 log log2 sin cos sqrt rsqrt erf floor ceil fma div max casts".split()
SPECIAL = [0.0, -0.0, float("inf"), -float("inf"), float("nan"), 1e-40, -1e-40, 3e38]


@triton.jit
def function(x, out, n, OP: tl.constexpr, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + o, mask=o < n, other=1.0)
    if OP == "exp":
        r = tl.exp(v)
    elif OP == "exp2":
        r = tl.exp2(v)
    elif OP == "log":
        r = tl.log(tl.abs(v))
    elif OP == "log2":
        r = tl.log2(tl.abs(v))
    elif OP == "sin":
        r = tl.sin(v)
    elif OP == "cos":
        r = tl.cos(v)
    elif OP == "sqrt":
        r = tl.sqrt(tl.abs(v))
    elif OP == "rsqrt":
        r = tl.rsqrt(tl.abs(v))
    elif OP == "erf":
        r = tl.erf(v)
    elif OP == "floor":
        r = tl.floor(v)
    elif OP == "ceil":
        r = tl.ceil(v)
    elif OP == "fma":
        r = tl.fma(v, v, v)
    elif OP == "div":
        r = v / (v + 3)
    elif OP == "max":
        r = tl.maximum(v, -v * 0.5)
    else:
        r = v.to(tl.float16).to(tl.float32) + v.to(tl.bfloat16).to(tl.float32) + v.to(tl.int32).to(tl.float32)
    tl.store(out + o, r, mask=o < n)


@triton.jit
def softmax(x, out, columns, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    v = tl.load(x + tl.program_id(0) * columns + o, mask=o < columns, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + tl.program_id(0) * columns + o, e / tl.sum(e, axis=0), mask=o < columns)


@triton.jit
def product(a, b, c, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i, j, k = tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k0 in range(0, K, BK):
        acc += tl.dot(tl.load(a + i[:, None] * K + (k0 + k)[None, :]), tl.load(b + (k0 + k)[:, None] * BN + j[None, :]))
    tl.store(c + i[:, None] * BN + j[None, :], acc)


@triton.jit
def atomics(x, out, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    v = tl.load(x + o)
    tl.atomic_max(out + o % 7, v)
    tl.atomic_add(out + 8 + o % 5, v.to(tl.int32).to(tl.float32))


@triton.jit
def speak(x, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    v = tl.load(x + o)
    tl.device_print("v", v, o)
    tl.device_print("h", o, hex=True)
    for i in range(3):
        tl.device_print("i", i)


def random(*shape, scale=1):
    return torch.randn(*shape, device="cuda") * scale


def results(target):
    """What kernels leave in memory, as integers, by name."""
    os.environ["MYTRITON_BACKEND"] = target
    torch.manual_seed(1)
    x = torch.cat([random(100_000, scale=30), random(100_000), torch.tensor(SPECIAL, device="cuda")])
    found = {}
    for op in FUNCTIONS:
        out = torch.empty_like(x)
        function[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), OP=op, BLOCK=1024)
        found[op] = out
    for columns in (100, 781, 4096):
        rows = random(64, columns)
        out = torch.empty_like(rows)
        softmax[(64,)](rows, out, columns, BLOCK=triton.next_power_of_2(columns))
        found["softmax of %d" % columns] = out
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        a, b = random(64, 256).to(dtype), random(256, 128).to(dtype)
        out = torch.empty(64, 128, device="cuda")
        product[(1,)](a, b, out, 256, BM=64, BN=128, BK=32)
        found["product of %s" % dtype] = out
    out = torch.zeros(16, device="cuda")
    atomics[(1,)](random(512, scale=100), out, BLOCK=512)
    found["atomics"] = out
    return {name: out.view(torch.int32).clone() for name, out in found.items()}


def lines(target):
    """What a kernel prints, in a process of its own: the driver writes at its end."""
    done = subprocess.run([sys.executable, __file__, "-speak"], env={**os.environ, "MYTRITON_BACKEND": target},
                          capture_output=True, text=True, check=True)
    return sorted(done.stdout.splitlines())


def main():
    if sys.argv[1:] == ["-speak"]:
        speak[(2,)](torch.arange(8, device="cuda", dtype=torch.float32), BLOCK=8)
        torch.cuda.synchronize()
        return
    one, other = sys.argv[1:] or ("nvptx", "mlir")
    wanted, found = results(one), results(other)
    different = []
    for name, bits in wanted.items():
        wrong = int((found[name] != bits).sum())
        print("%-26s %s" % (name, "%d of %d differ" % (wrong, bits.numel()) if wrong else "same bits"))
        if wrong:
            different.append(name)
    said = lines(one)
    if len(said) != 38 or said != lines(other):
        different.append("printed lines")
    print("%-26s %d" % ("lines", len(said)))
    if different:
        sys.exit("different: " + ", ".join(different))


main()
