# RUN: mtc %s -kernel golden -signature "h=*fp16, b=*bf16, i=*i32, m=*i1, u=*u32, c=*i8, d=*fp64, f=*fp32, p8=*fp8e5, q8=*fp8e4nv" -emit=ssa -o /dev/null
# RUN: not mtc %s -kernel wrong -signature "h=*fp16" -emit=ssa 2>&1 | FileCheck %s --check-prefix=WRONG

# Types of expressions, from triton-surface.md 2.1, 2.2 and 2.8. A wrong one
# stops the compilation, as `wrong` shows.
import triton
import triton.language as tl


@triton.jit
def wrong(h):
    x = tl.load(h)
    # WRONG: promotion.py:[[@LINE+1]]:5: error: static assertion failed: fp16 expected
    tl.static_assert((x / 2).dtype == tl.float16, "fp16 expected")


@triton.jit
def golden(h, b, i, m, u, c, d, f, p8, q8):
    h = tl.load(h + tl.arange(0, 8))
    b = tl.load(b + tl.arange(0, 8))
    i = tl.load(i + tl.arange(0, 8))
    m = tl.load(m + tl.arange(0, 8))
    u = tl.load(u + tl.arange(0, 8))
    c = tl.load(c + tl.arange(0, 8))
    d = tl.load(d + tl.arange(0, 8))
    f = tl.load(f + tl.arange(0, 8))
    p8 = tl.load(p8)
    q8 = tl.load(q8)
    s = 2.5
    # Weak literals take the type of what they meet (SE-04).
    tl.static_assert((h * 2).dtype == tl.float16)
    tl.static_assert((h * 2.5).dtype == tl.float16)
    tl.static_assert((h / 2).dtype == tl.float32)
    tl.static_assert((c + 1).dtype == tl.int8)
    tl.static_assert((m + 1).dtype == tl.int32)
    tl.static_assert((i * 2.0).dtype == tl.float32)
    tl.static_assert(tl.where(m, h, 0.0).dtype == tl.float16)
    # Assignment decays (SE-07), a constexpr stays a literal.
    tl.static_assert((h * s).dtype == tl.float32)
    t: tl.constexpr = 2.5
    tl.static_assert((h * t).dtype == tl.float16)
    # Strong literals (SE-06).
    tl.static_assert((h > 0.5).dtype == tl.int1)
    tl.static_assert(tl.maximum(h, 0.0).dtype == tl.float32)
    tl.static_assert(tl.fma(h, h, 1.0).dtype == tl.float32)
    tl.static_assert(tl.maximum(b, b).dtype == tl.float32)
    # First type that holds an integer or float (SE-01, SE-02).
    tl.static_assert(tl.to_tensor(0xFFFFFFFF).dtype == tl.uint32)
    tl.static_assert(tl.to_tensor(2**31 - 1).dtype == tl.int32)
    tl.static_assert(tl.to_tensor(2**40).dtype == tl.int64)
    tl.static_assert(tl.to_tensor(2**63).dtype == tl.uint64)
    tl.static_assert(tl.to_tensor(1e-40).dtype == tl.float64)
    tl.static_assert(tl.to_tensor(1e50).dtype == tl.float64)
    tl.static_assert(tl.to_tensor(float("inf")).dtype == tl.float32)
    tl.static_assert(tl.to_tensor(True).dtype == tl.int1)
    # Two values (2.2).
    tl.static_assert((i * h).dtype == tl.float16)
    tl.static_assert((i * b).dtype == tl.float32)
    tl.static_assert((i / i).dtype == tl.float32)
    tl.static_assert((c + i).dtype == tl.int32)
    tl.static_assert((i + u).dtype == tl.uint32)
    tl.static_assert((i.to(tl.int64) + u).dtype == tl.int64)
    tl.static_assert((c + u.to(tl.uint16)).dtype == tl.uint16)
    tl.static_assert((m + m).dtype == tl.int1)
    tl.static_assert((m * f).dtype == tl.float32)
    tl.static_assert((h + b).dtype == tl.float16)
    tl.static_assert((b + f).dtype == tl.float32)
    tl.static_assert((b * b).dtype == tl.bfloat16)
    tl.static_assert((b % b).dtype == tl.float32)
    tl.static_assert((h / h).dtype == tl.float32)
    tl.static_assert((d * f).dtype == tl.float64)
    tl.static_assert((p8 == q8).dtype == tl.int1)
    tl.static_assert((c >> u.to(tl.uint8)).dtype == tl.uint8)
    # Between literals Python decides; an assigned number is a value (SE-09).
    tl.static_assert(-7 // 2 == -4)
    tl.static_assert(-7 % 2 == 1)
    tl.static_assert(7 / 2 == 3.5)
    a = -7
    tl.static_assert(a // 2 == -3)
    tl.static_assert(a % 2 == -1)
    tl.static_assert(a * 2**30 == 2**30)
