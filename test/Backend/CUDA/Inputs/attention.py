import mytriton as triton
import mytriton.language as tl


@triton.jit
def attention(q, k, v, o, stride, N, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    om, on, od = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    x = tl.load(q + om[:, None] * stride + od[None, :])
    top = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    for start in range(0, N, BN):
        y = tl.load(k + (start + on)[None, :] * stride + od[:, None])
        s = tl.dot(x, y)
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        alpha = tl.exp2(top - new)
        total = total * alpha + tl.sum(p, 1)
        z = tl.load(v + (start + on)[:, None] * stride + od[None, :])
        acc = tl.dot(p.to(tl.float16), z, acc * alpha[:, None])
        top = new
    tl.store(o + om[:, None] * stride + od[None, :], (acc / total[:, None]).to(tl.float16))
