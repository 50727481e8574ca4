"""Matrix products: rows LA-1 … LA-4."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def dot_kernel(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, OUT: tl.constexpr,
               MODE: tl.constexpr, PRECISION: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    if MODE == "acc":
        r = tl.dot(x, y, tl.full((M, N), 1, OUT), input_precision=PRECISION)
    elif MODE == "add":
        r = tl.full((M, N), 1, OUT)
        r += tl.dot(x, y, out_dtype=OUT)
    else:
        r = tl.dot(x, y, out_dtype=OUT, input_precision=PRECISION)
    tl.static_assert(r.dtype == OUT)
    tl.store(c + m[:, None] * N + n[None, :], r)


@pytest.mark.parametrize("mode", ["plain", "acc", "add"])
@pytest.mark.parametrize("shape", [(16, 16, 16), (1, 4, 8), (32, 8, 64)])
@pytest.mark.parametrize("dtype, out", [("int8", "int32"), ("float16", "float32"), ("float16", "float16"),
                                        ("float32", "float32"), ("float64", "float64")])
def test_LA_1_dot(backend, dtype, out, shape, mode):
    m, n, k = shape
    rng = np.random.default_rng(0)
    a = rng.integers(-4, 5, (m, k)).astype(dtype)
    b = rng.integers(-4, 5, (k, n)).astype(dtype)
    c = np.zeros((m, n), out)
    dot_kernel[(1,)](a, b, c, m, n, k, getattr(tl, out), mode, "ieee")
    # Products of small whole numbers are exact in any order.
    expected = a.astype(np.float64) @ b.astype(np.float64) + (mode != "plain")
    np.testing.assert_array_equal(c, expected.astype(out))


@pytest.mark.parametrize("precision", ["ieee", "IEEE", "tf32x3", "bf16x6"])
def test_LA_2_input_precision(backend, precision):
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((16, 32)).astype(np.float32), rng.standard_normal((32, 16)).astype(np.float32)
    c = np.zeros((16, 16), np.float32)
    dot_kernel[(1,)](a, b, c, 16, 16, 32, tl.float32, "plain", precision)
    bound = 64 * np.finfo(np.float32).eps * (np.abs(a).astype(np.float64) @ np.abs(b))
    assert np.all(np.abs(c - a.astype(np.float64) @ b) <= bound)


@triton.jit
def blocks_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, STAGES: tl.constexpr,
                  OUT: tl.constexpr, PRECISION: tl.constexpr, TRANSPOSED: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    n = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    acc = tl.zeros((BM, BN), OUT)
    for start in tl.range(0, K, BK, num_stages=STAGES):
        k = start + tl.arange(0, BK)
        x = tl.load(a + m * K + k[None, :], mask=(m < M) & (k < K)[None, :], other=0)
        if TRANSPOSED:
            y = tl.load(b + n.reshape(BN, 1) * K + k[None, :], mask=(n.reshape(BN, 1) < N) & (k < K)[None, :], other=0).T
        else:
            y = tl.load(b + k[:, None] * N + n, mask=(k < K)[:, None] & (n < N), other=0)
        acc = tl.dot(x, y, acc, input_precision=PRECISION)
    tl.store(c + m * N + n, acc, mask=(m < M) & (n < N))


@pytest.mark.parametrize("blocks", [(16, 16, 16, 1, 1), (32, 64, 32, 2, 4), (64, 32, 32, 3, 2), (64, 64, 64, 4, 8)])
@pytest.mark.parametrize("shape", [(64, 64, 128), (50, 70, 90), (3, 5, 200)])
@pytest.mark.parametrize("dtype, out, precision, transposed", [
    ("float16", "float32", None, False), ("float16", "float32", None, True), ("float16", "float16", None, False),
    ("int8", "int32", None, True), ("int8", "int32", None, False), ("float32", "float32", "tf32", False), ("float32", "float32", "ieee", False)])
def test_LA_1_products_of_blocks_in_a_loop(backend, dtype, out, precision, transposed, shape, blocks):
    (m, n, k), (bm, bn, bk, stages, warps) = shape, blocks
    rng = np.random.default_rng(0)
    a = rng.integers(-2, 3, (m, k)).astype(dtype)
    b = rng.integers(-2, 3, (k, n)).astype(dtype)
    c = np.zeros((m, n), out)
    given = np.ascontiguousarray(b.T) if transposed else b
    blocks_kernel[(triton.cdiv(m, bm), triton.cdiv(n, bn))](
        a, given, c, m, n, k, bm, bn, bk, stages, getattr(tl, out), precision, transposed, num_warps=warps)
    np.testing.assert_array_equal(c, (a.astype(np.float64) @ b.astype(np.float64)).astype(out))


@triton.jit
def columns_kernel(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + k[None, :] * M + m[:, None])
    y = tl.load(b + n[None, :] * K + k[:, None])
    tl.store(c + m[:, None] * N + n[None, :], tl.dot(x, y))


@pytest.mark.parametrize("shape", [(16, 8, 32), (64, 32, 64), (128, 16, 128)])
def test_LA_1_bytes_by_columns(backend, shape):
    m, n, k = shape
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-128, 128, size).astype(np.int8) for size in ((m, k), (k, n)))
    c = np.zeros((m, n), np.int32)
    columns_kernel[(1,)](np.ascontiguousarray(a.T), np.ascontiguousarray(b.T), c, m, n, k, num_warps=2)
    np.testing.assert_array_equal(c, a.astype(np.int32) @ b.astype(np.int32))


@triton.jit
def bf16_kernel(a, b, c):
    i = tl.arange(0, 16)
    at = i[:, None] * 16 + i[None, :]
    x = tl.load(a + at).to(tl.bfloat16)
    y = tl.load(b + at).to(tl.bfloat16)
    r = tl.dot(x, y)
    tl.static_assert(r.dtype == tl.float32)
    tl.static_assert(tl.dot(x.to(tl.float16), y.to(tl.float16)).dtype == tl.float32)
    tl.static_assert(tl.dot(x.to(tl.int8), y.to(tl.int8)).dtype == tl.int32)
    tl.store(c + at, r)


def test_LA_1_result_types(backend):
    a = np.arange(256, dtype=np.float32).reshape(16, 16) % 7
    c = np.zeros((16, 16), np.float32)
    bf16_kernel[(1,)](a, a, c)
    np.testing.assert_array_equal(c, a @ a)


@triton.jit
def batch_kernel(a, b, c, RANK: tl.constexpr):
    x = tl.load(a + tl.arange(0, 512)).reshape([2] * (RANK - 2) + [512 >> (RANK + 1), 8])
    y = tl.load(b + tl.arange(0, 1 << (RANK + 4))).reshape([2] * (RANK - 2) + [8, 8])
    r = tl.dot(x, y)
    tl.static_assert(len(r.shape) == RANK)
    tl.store(c + tl.arange(0, 512), r.reshape(512))


@pytest.mark.parametrize("rank", [3, 4, 5])
def test_LA_1_batches(backend, rank):
    a = (np.arange(512) % 5).astype(np.float32)
    b = (np.arange(1 << (rank + 4)) % 3).astype(np.float32)
    c = np.zeros(512, np.float32)
    batch_kernel[(1,)](a, b, c, rank)
    lead = (2,) * (rank - 2)
    expected = a.reshape(lead + (-1, 8)) @ b.reshape(lead + (8, 8))
    np.testing.assert_array_equal(c, expected.reshape(-1))


@triton.jit
def loop_kernel(a, b, c, K, BLOCK: tl.constexpr):
    i = tl.arange(0, 16)
    k = tl.arange(0, BLOCK)
    acc = tl.zeros((16, 16), tl.float32)
    for start in range(0, K, BLOCK):
        x = tl.load(a + i[:, None] * K + (start + k)[None, :])
        y = tl.load(b + (start + k)[:, None] * 16 + i[None, :])
        acc = tl.dot(x, y, acc)
    tl.store(c + i[:, None] * 16 + i[None, :], acc)


def test_LA_4_accumulation_in_a_loop(backend):
    rng = np.random.default_rng(2)
    a, b = rng.integers(-3, 4, (16, 64)), rng.integers(-3, 4, (64, 16))
    c = np.zeros((16, 16), np.float32)
    loop_kernel[(1,)](a.astype(np.float16), b.astype(np.float16), c, 64, 16)
    np.testing.assert_array_equal(c, a @ b)


@triton.jit
def bad_kernel(x, CASE: tl.constexpr):
    i = tl.arange(0, 16)
    m = tl.load(x + i[:, None] * 16 + i[None, :])
    if CASE == 0:
        tl.dot(m, i)
    elif CASE == 1:
        tl.dot(m, m.reshape(8, 32))
    elif CASE == 2:
        tl.dot(m, m.to(tl.float16))
    elif CASE == 3:
        tl.dot(m.to(tl.uint8), m.to(tl.uint8))
    elif CASE == 4:
        tl.dot(m, m, tl.zeros((16, 16), tl.float16))
    elif CASE == 5:
        tl.dot(m, m, tl.zeros((16, 8), tl.float32))
    elif CASE == 6:
        tl.dot(m, m, out_dtype=tl.bfloat16)
    elif CASE == 7:
        tl.dot(m, m, input_precision="fast")
    elif CASE == 8:
        tl.dot(m, m, input_precision="ieee", allow_tf32=True)
    elif CASE == 9:
        tl.dot(m, m, max_num_imprecise_acc=32)
    else:
        tl.dot(1.0, 2.0)


@pytest.mark.parametrize("case, message", [
    (0, "both operands need the same number of dimensions, two or more"),
    (1, "the columns of the first must be the rows of the second"),
    (2, "the element types differ; cast one of them"),
    (3, "the elements must be floats or signed integers"),
    (4, "the accumulator of tl.dot must be block<16x16 x f32>, got block<16x16 x f16>; out_dtype="),
    (5, "the accumulator of tl.dot must be block<16x16 x f32>, got block<16x8 x f32>"),
    (6, "tl.dot cannot accumulate in bf16"),
    (7, "input_precision 'fast' is not supported; use one of tf32, tf32x3, ieee"),
    (8, "tl.dot takes input_precision or allow_tf32, not both"),
    (9, "max_num_imprecise_acc (32) must be <= K (16)"),
    (10, "both operands need the same number of dimensions, two or more"),
])
def test_LA_1_errors(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](np.zeros(256, np.float32), case)
    assert message in str(caught.value)


@triton.jit
def matmul_kernel(a, b, c, M, N, K, sam, sak, sbk, sbn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    om = (tl.program_id(0) * BM + tl.arange(0, BM)) % M
    on = (tl.program_id(1) * BN + tl.arange(0, BN)) % N
    ok = tl.arange(0, BK)
    pa = a + om[:, None] * sam + ok[None, :] * sak
    pb = b + ok[:, None] * sbk + on[None, :] * sbn
    acc = tl.zeros((BM, BN), dtype=c.dtype.element_ty)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(pa, mask=ok[None, :] < K - k * BK, other=0)
        y = tl.load(pb, mask=ok[:, None] < K - k * BK, other=0)
        acc += tl.dot(x, y)
        pa += BK * sak
        pb += BK * sbk
    om = tl.program_id(0) * BM + tl.arange(0, BM)
    on = tl.program_id(1) * BN + tl.arange(0, BN)
    tl.store(c + om[:, None] * N + on[None, :], acc, mask=(om[:, None] < M) & (on[None, :] < N))


@pytest.mark.parametrize("stages", [1, 2, 3, 4])
@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("dtype, out", [("float16", "float32"), ("int8", "int32")])
def test_LA_4_loop(backend, dtype, out, columns, stages):
    """Rows and columns that wrap, a rest along K, b by rows and by columns, any number of stages."""
    m, n, k = 48, 80, 144
    rng = np.random.default_rng(2)
    a, b = rng.integers(-4, 5, (m, k)).astype(dtype), rng.integers(-4, 5, (k, n)).astype(dtype)
    memory = np.ascontiguousarray(b.T if columns else b)
    c = np.zeros((m, n), out)
    matmul_kernel[(2, 2)](a, memory, c, m, n, k, k, 1, *((1, k) if columns else (n, 1)), 32, 64, 32,
                          num_warps=4, num_stages=stages)
    np.testing.assert_array_equal(c, a.astype(out) @ b.astype(out))


@triton.jit
def attention_kernel(q, k, v, o, N, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    om, on, od = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    x = tl.load(q + om[:, None] * D + od[None, :])
    top = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    for start in range(0, N, BN):
        y = tl.load(k + (start + on)[None, :] * D + od[:, None])
        s = tl.dot(x, y)
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp(s - new[:, None])
        alpha = tl.exp(top - new)
        total = total * alpha + tl.sum(p, 1)
        z = tl.load(v + (start + on)[:, None] * D + od[None, :])
        acc = tl.dot(p.to(tl.float16), z, acc * alpha[:, None])
        top = new
    tl.store(o + om[:, None] * D + od[None, :], acc / total[:, None])


def test_LA_1_chained_products(backend):
    """The result of one product is the next one's left operand."""
    n, d = 128, 32
    rng = np.random.default_rng(3)
    q, k, v = (rng.standard_normal((n, d)).astype(np.float16) for _ in range(3))
    o = np.zeros((n, d), np.float32)
    attention_kernel[(2,)](q, k, v, o, n, d, 64, 32, num_warps=4)
    s = q.astype(np.float64) @ k.astype(np.float64).T
    p = np.exp(s - s.max(1, keepdims=True))
    expected = p / p.sum(1, keepdims=True) @ v
    np.testing.assert_allclose(o, expected, atol=2e-3)
