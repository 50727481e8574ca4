"""Kernels of the device suite that are no examples: see cases.py."""

import mytriton as triton
import mytriton.language as tl


@triton.jit
def transpose_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    tile = tl.load(x + rows[:, None] * N + columns[None, :], mask=(rows < M)[:, None] & (columns < N)[None, :])
    mask = (columns < N)[:, None] & (rows < M)[None, :]
    tl.store(out + columns[:, None] * M + rows[None, :], tl.trans(tile), mask=mask)


@triton.jit
def column_sum_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BN,), tl.float32)
    for start in range(0, M, BM):
        rows = start + tl.arange(0, BM)
        mask = (rows < M)[:, None] & (columns < N)[None, :]
        tile = tl.load(x + rows[:, None] * N + columns[None, :], mask=mask, other=0.0)
        total += tl.sum(tile, axis=0)
    tl.store(out + columns, total, mask=columns < N)


@triton.jit
def layernorm_kernel(x, weight, bias, out, N, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < N
    values = tl.load(x + row * N + offsets, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(values) / N
    centred = tl.where(mask, values - mean, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred) / N + eps)
    w = tl.load(weight + offsets, mask=mask)
    b = tl.load(bias + offsets, mask=mask)
    tl.store(out + row * N + offsets, centred * scale * w + b, mask=mask)


@triton.jit
def argmax_kernel(x, out, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + row * N + offsets, mask=offsets < N, other=-float("inf"))
    tl.store(out + row, tl.argmax(values, axis=0))


@triton.jit
def dot_kernel(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)[:, None]
    n = tl.arange(0, N)[None, :]
    lhs = tl.load(a + m * K + tl.arange(0, K)[None, :])
    rhs = tl.load(b + tl.arange(0, K)[:, None] * N + n)
    tl.store(c + m * N + n, tl.dot(lhs, rhs))


@triton.jit
def histogram_kernel(x, counts, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.atomic_add(counts + tl.load(x + offsets, mask=mask, other=0), 1, mask=mask)


@triton.jit
def reduce_with_lock_kernel(x, out, lock, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.sum(tl.load(x + offsets, mask=offsets < n, other=0.0))
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(out, tl.load(out) + total)
    tl.atomic_xchg(lock, 0)


@triton.jit
def extrema_kernel(x, high, low, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    tl.atomic_max(high, tl.max(tl.where(mask, values, -float("inf"))))
    tl.atomic_min(low, tl.min(tl.where(mask, values, float("inf"))))


@triton.jit
def collatz_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + offsets, mask=offsets < n, other=1)
    steps = tl.zeros((BLOCK,), tl.int32)
    while tl.max(values) > 1:
        odd = values % 2 == 1
        following = tl.where(odd, 3 * values + 1, values // 2)
        steps += tl.where(values > 1, 1, 0)
        values = tl.where(values > 1, following, values)
    tl.store(out + offsets, steps, mask=offsets < n)
