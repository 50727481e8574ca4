"""Products of matrices: by columns of vectors, by tiles, with and without `tl.dot`."""

import mytriton as triton
import mytriton.language as tl


@triton.jit
def naive_matmul_kernel(a, b, c, N, K: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = columns < N
    accumulator = tl.zeros(BLOCK, tl.float32)
    for k in tl.static_range(0, K):
        lhs = tl.load(a + row * K + k)
        accumulator += lhs * tl.load(b + k * N + columns, mask=mask, other=0.0)
    tl.store(c + row * N + columns, accumulator, mask=mask)


@triton.jit
def multiply_step(accumulator, a, b, rows, columns, k, M, N, K):
    """accumulator + (column k of a) * (row k of b)."""
    lhs = tl.load(a + rows * K + k, mask=rows < M, other=0.0)
    rhs = tl.load(b + k * N + columns, mask=columns < N, other=0.0)
    return accumulator + lhs * rhs


@triton.jit
def matmul_static_kernel(a, b, c, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    accumulator = tl.zeros((BM, BN), tl.float32)
    for k in tl.static_range(0, K):
        accumulator = multiply_step(accumulator, a, b, rows, columns, k, M, N, K)
    tl.store(c + rows * N + columns, accumulator, mask=(rows < M) & (columns < N))


@triton.jit
def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    accumulator = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K):
        accumulator = multiply_step(accumulator, a, b, rows, columns, k, M, N, K)
    tl.store(c + rows * N + columns, accumulator, mask=(rows < M) & (columns < N))


@triton.jit
def matmul_dot_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    accumulator = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        inner = start + tl.arange(0, BK)
        lhs = tl.load(a + rows * K + inner[None, :], mask=(rows < M) & (inner[None, :] < K), other=0.0)
        rhs = tl.load(b + inner[:, None] * N + columns, mask=(inner[:, None] < K) & (columns < N), other=0.0)
        accumulator = tl.dot(lhs, rhs, accumulator)
    tl.store(c + rows * N + columns, accumulator, mask=(rows < M) & (columns < N))


def matmul(a, b, c, BM=16, BN=16):
    """c = a @ b, in place."""
    M, K = a.shape
    N = b.shape[1]
    grid = (triton.cdiv(M, BM), triton.cdiv(N, BN))
    return matmul_kernel[grid](a, b, c, M, N, K, BM=BM, BN=BN)


def naive_matmul(a, b, c, BLOCK=32):
    """c = a @ b by rows of vectors, with the inner extent known when compiling."""
    grid = (a.shape[0], triton.cdiv(b.shape[1], BLOCK))
    return naive_matmul_kernel[grid](a, b, c, b.shape[1], K=a.shape[1], BLOCK=BLOCK)


def matmul_static(a, b, c, BM=16, BN=16):
    """c = a @ b by tiles, with the inner extent known when compiling."""
    M, K = a.shape
    N = b.shape[1]
    grid = (triton.cdiv(M, BM), triton.cdiv(N, BN))
    return matmul_static_kernel[grid](a, b, c, M, N, K=K, BM=BM, BN=BN)


def matmul_dot(a, b, c, BM=32, BN=32, BK=16):
    """c = a @ b by tiles and products of tiles."""
    M, K = a.shape
    N = b.shape[1]
    grid = (triton.cdiv(M, BM), triton.cdiv(N, BN))
    return matmul_dot_kernel[grid](a, b, c, M, N, K, BM=BM, BN=BN, BK=BK)
