"""Kernels whose code launches choose, on what GPU threads do, interpreted: the same values
whether facts about the arguments hold or not."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                  GROUP: tl.constexpr):
    pid = tl.program_id(0)
    rows_of_tiles, columns_of_tiles = tl.cdiv(M, BM), tl.cdiv(N, BN)
    in_group = GROUP * columns_of_tiles
    first = pid // in_group * GROUP
    size = min(rows_of_tiles - first, GROUP)
    pid_m = first + (pid % in_group) % size
    pid_n = (pid % in_group) // size
    rows = (pid_m * BM + tl.arange(0, BM)) % M
    columns = (pid_n * BN + tl.arange(0, BN)) % N
    inner = tl.arange(0, BK)
    a_ptrs = a + rows[:, None] * K + inner[None, :]
    b_ptrs = b + inner[:, None] * N + columns[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(a_ptrs, mask=inner[None, :] < K - k * BK, other=0.0)
        y = tl.load(b_ptrs, mask=inner[:, None] < K - k * BK, other=0.0)
        total = tl.dot(x, y, total, input_precision="ieee")
        a_ptrs += BK
        b_ptrs += BK * N
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * N + columns[None, :], total, mask=mask)


@triton.jit
def layernorm_kernel(x, out, mean_out, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * columns + at, mask=at < columns, other=0.0)
    mean = tl.sum(total, axis=0) / columns
    tl.store(mean_out + row, mean)
    squares = tl.zeros([BLOCK], tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        distance = tl.load(x + row * columns + at, mask=at < columns, other=0.0) - mean
        squares += tl.where(at < columns, distance * distance, 0.0)
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + eps)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        value = tl.load(x + row * columns + at, mask=at < columns)
        tl.store(out + row * columns + at, (value - mean) * scale, mask=at < columns)


@pytest.fixture(params=["threads", "threads without predicates", "interp"])
def backend(request, monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", request.param.split()[0])
    if "without" in request.param:
        monkeypatch.setenv("MYTRITON_LAUNCH_PREDICATES", "0")
    return request.param


def random(*shape):
    return np.random.default_rng(7).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("M, N, K", [(32, 16, 16), (32, 16, 8), (30, 16, 16), (32, 15, 16),
                                     (32, 16, 19), (1, 1, 1), (64, 48, 32)])
@pytest.mark.parametrize("more", [0, 3])
def test_products_in_groups(backend, M, N, K, more):
    a, b, c = random(M, K), random(K, N), np.full((M, N), np.nan, np.float32)
    grid = (triton.cdiv(M, 16) * triton.cdiv(N, 16) + more,)
    # Programs beyond the grid of tiles only write what another one writes as well, or nothing.
    result = matmul_kernel[grid](a, b, c, M, N, K, BM=16, BN=16, BK=16, GROUP=2)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5, atol=1e-5)
    predicates = result.metadata.launch_predicates
    if backend == "threads" and M == 1:
        assert predicates == ()  # the numbers are part of the code
    elif backend == "threads":
        assert "grid.x <= cdiv(M, 16) * cdiv(N, 16)" in predicates
        # Multiples of 16 are known as such.
        assert ("K % 16 == 0" in predicates) == (K % 16 != 0)
    else:
        assert predicates == ()


@pytest.mark.parametrize("columns", [1, 31, 32, 33, 64, 70])
def test_rows_in_one_pass(backend, columns):
    x, out, mean = random(3, columns), np.empty((3, columns), np.float32), np.empty(3, np.float32)
    layernorm_kernel[(3,)](x, out, mean, columns, 1e-5, BLOCK=32)
    expected = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(mean, x.mean(1), rtol=1e-5, atol=1e-6)


def test_rows_in_place(backend):
    # The mean is stored into the row it is the mean of: later loads must see it.
    x = random(1, 32)
    first, others = x[0].mean(), x[0, 1:].copy()
    layernorm_kernel[(1,)](x, x, x, 32, 1e-5, BLOCK=32)
    row = np.concatenate([[first], others])
    scale = 1 / np.sqrt(((row - first) ** 2).mean() + 1e-5)
    np.testing.assert_allclose(x[0], (row - first) * scale, rtol=1e-4, atol=1e-5)


@triton.jit
def scaled_rows_kernel(x, out, rows, columns, BM: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    at = tl.arange(0, BLOCK)[None, :]
    mask = (row < rows) & (at < columns)
    values = tl.load(x + row * columns + at, mask=mask, other=-float("inf"))
    largest = tl.max(values, axis=1)[:, None]
    tl.store(out + row * columns + at, values - largest, mask=mask)


# Whole blocks, rows beyond the last, columns beyond the last, a row of more than a block.
@pytest.mark.parametrize("rows, columns, grid", [(8, 32, 2), (7, 32, 2), (8, 31, 2), (5, 1, 2),
                                                 (8, 40, 2), (8, 32, 1), (4, 32, 3)])
def test_masks_of_straight_code(backend, rows, columns, grid):
    x = random(rows, columns)
    out = np.full((rows + 4, columns), np.nan, np.float32)
    result = scaled_rows_kernel[(grid,)](x, out, rows, columns, BM=4, BLOCK=32)
    done = min(rows, 4 * grid)
    expected = np.full_like(out, np.nan)
    expected[:done, :32] = (x - x[:, :32].max(1, keepdims=True))[:done, :32]
    np.testing.assert_array_equal(out, expected)
    if backend == "threads" and columns > 1:
        predicates = ("grid.x * 4 <= rows", "32 <= columns <= 2147483647")
        assert result.metadata.launch_predicates[:2] == predicates
