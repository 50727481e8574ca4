import mytriton as triton
import mytriton.language as tl


@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    om = (tl.program_id(0) * BM + tl.arange(0, BM)) % M
    on = (tl.program_id(1) * BN + tl.arange(0, BN)) % N
    ok = tl.arange(0, BK)
    pa = a + om[:, None] * K + ok[None, :]
    pb = b + ok[:, None] * N + on[None, :]
    acc = tl.zeros((BM, BN), dtype=c.dtype.element_ty)
    for k in range(0, tl.cdiv(K, BK)):
        av = tl.load(pa, mask=ok[None, :] < K - k * BK, other=0)
        bv = tl.load(pb, mask=ok[:, None] < K - k * BK, other=0)
        acc = tl.dot(av, bv, acc)
        pa += BK
        pb += BK * N
    om = tl.program_id(0) * BM + tl.arange(0, BM)
    on = tl.program_id(1) * BN + tl.arange(0, BN)
    tl.store(c + om[:, None] * N + on[None, :], acc, mask=(om[:, None] < M) & (on[None, :] < N))
