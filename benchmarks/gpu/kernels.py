"""The kernels `compare.py` times. The file is imported twice: once with Triton's names for
`triton` and `tl`, once with this project's, so that both compile the same text."""

import triton
import triton.language as tl


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    total = tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, total, mask=mask)


@triton.jit
def softmax_kernel(out, x, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    values = tl.load(x + row * columns + offsets, mask=mask, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * columns + offsets, powers / tl.sum(powers, axis=0), mask=mask)


@triton.jit
def layernorm_kernel(x, out, weight, bias, columns, eps, BLOCK: tl.constexpr):
    x += tl.program_id(0) * columns
    out += tl.program_id(0) * columns
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x + at, mask=at < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        value = tl.load(x + at, mask=at < columns, other=0.0).to(tl.float32)
        distance = tl.where(at < columns, value - mean, 0.0)
        squares += distance * distance
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + eps)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < columns
        value = tl.load(x + at, mask=mask, other=0.0).to(tl.float32)
        result = (value - mean) * scale * tl.load(weight + at, mask=mask)
        tl.store(out + at, result + tl.load(bias + at, mask=mask), mask=mask)


@triton.jit
def add2d_kernel(x, y, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    mask = (rows < M) & (columns < N)
    at = rows * N + columns
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


@triton.jit
def transpose_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tile = tl.load(x + rows[:, None] * N + columns[None, :], mask=mask)
    back = (columns[:, None] < N) & (rows[None, :] < M)
    tl.store(out + columns[:, None] * M + rows[None, :], tl.trans(tile), mask=back)


@triton.jit
def column_sum_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, M, BM):
        rows = start + tl.arange(0, BM)
        mask = (rows[:, None] < M) & (columns[None, :] < N)
        total += tl.load(x + rows[:, None] * N + columns[None, :], mask=mask, other=0.0)
    tl.store(out + columns, tl.sum(total, axis=0), mask=columns < N)


@triton.jit
def long_sum_kernel(x, out, COLUMNS: tl.constexpr, BLOCK: tl.constexpr):
    x += tl.program_id(0) * COLUMNS
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in tl.static_range(0, COLUMNS, BLOCK):
        total += tl.load(x + start + tl.arange(0, BLOCK))
    tl.store(out + tl.program_id(0), tl.sum(total, axis=0))


@triton.jit
def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(K):
        total += tl.load(a + rows * K + k, mask=rows < M, other=0.0) * tl.load(
            b + k * N + columns, mask=columns < N, other=0.0)
    tl.store(c + rows * N + columns, total, mask=(rows < M) & (columns < N))


@triton.jit
def static_matmul_kernel(a, b, c, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    """As matmul_kernel, with all steps in straight code: registers must do for the loads ahead."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for k in tl.static_range(K):
        total += tl.load(a + rows * K + k, mask=rows < M, other=0.0) * tl.load(
            b + k * N + columns, mask=columns < N, other=0.0)
    tl.store(c + rows * N + columns, total, mask=(rows < M) & (columns < N))


@triton.jit
def dot_kernel(a, b, c, M, N, K, stride_a, stride_b, stride_c, WHOLE: tl.constexpr,
               BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    program = tl.program_id(0)
    tiles_m, tiles_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    group = program // (GROUP * tiles_n)
    rows_in_group = min(tiles_m - group * GROUP, GROUP)
    tile_m = group * GROUP + program % (GROUP * tiles_n) % rows_in_group
    tile_n = program % (GROUP * tiles_n) // rows_in_group
    rows = (tile_m * BM + tl.arange(0, BM)) % M
    columns = (tile_n * BN + tl.arange(0, BN)) % N
    steps = tl.arange(0, BK)
    a += rows[:, None] * stride_a + steps[None, :]
    b += steps[:, None] * stride_b + columns[None, :]
    total = tl.zeros((BM, BN), dtype=tl.int32 if WHOLE else tl.float32)
    for k in range(0, K, BK):
        left = tl.load(a, mask=steps[None, :] < K - k, other=0)
        right = tl.load(b, mask=steps[:, None] < K - k, other=0)
        # The precision is of f32 alone; without the type Triton takes f32 for integers' sums.
        total = tl.dot(left, right, total, input_precision="tf32", out_dtype=total.dtype)
        a += BK
        b += BK * stride_b
    rows = tile_m * BM + tl.arange(0, BM)
    columns = tile_n * BN + tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * stride_c + columns[None, :], total.to(c.dtype.element_ty), mask=mask)
