"""Sum of two matrices on a two-dimensional grid of tiles."""

import mytriton as triton
import mytriton.language as tl


@triton.jit
def matrix_add_2d_kernel(x, y, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    pid_m = tl.program_id(0)
    pid_n = tl.program_id(1)

    offs_m = pid_m * BM + tl.arange(0, BM)[:, None]
    offs_n = pid_n * BN + tl.arange(0, BN)[None, :]

    offsets = offs_m * N + offs_n
    mask = (offs_m < M) & (offs_n < N)

    lhs = tl.load(x + offsets, mask=mask, other=0.0)
    rhs = tl.load(y + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, lhs + rhs, mask=mask)


def matrix_add(x, y, out, BM=16, BN=32):
    """out = x + y, in place."""
    M, N = x.shape
    grid = (triton.cdiv(M, BM), triton.cdiv(N, BN))
    return matrix_add_2d_kernel[grid](x, y, out, M, N, BM=BM, BN=BN)
