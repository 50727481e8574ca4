"""Random numbers: Philox-4x32-10 and Philox-4x64-10 of Salmon et al. (2011)."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import triton
import triton.language as tl


@triton.jit
def philox_impl(c0, c1, c2, c3, k0, k1, n_rounds=10):
    tl.static_assert(c0.dtype.is_uint32() or c0.dtype.is_uint64(),
                     "the counters must be uint32 or uint64 values")
    if c0.dtype.is_uint32():
        mul_a: tl.constexpr = 0xD2511F53
        mul_b: tl.constexpr = 0xCD9E8D57
        step_0: tl.constexpr = 0x9E3779B9
        step_1: tl.constexpr = 0xBB67AE85
    else:
        mul_a: tl.constexpr = 0xD2E7470EE14C6C93
        mul_b: tl.constexpr = 0xCA5A826395121157
        step_0: tl.constexpr = 0x9E3779B97F4A7C15
        step_1: tl.constexpr = 0xBB67AE8584CAA73B
    for _ in tl.static_range(n_rounds):
        old_0, old_2 = c0, c2
        c0 = tl.umulhi(mul_b, old_2) ^ c1 ^ k0
        c2 = tl.umulhi(mul_a, old_0) ^ c3 ^ k1
        c1 = mul_b * old_2
        c3 = mul_a * old_0
        k0 = k0 + step_0
        k1 = k1 + step_1
    return c0, c1, c2, c3


@triton.jit
def philox(seed, c0, c1, c2, c3, n_rounds=10):
    seed = tl.to_tensor(seed)
    tl.static_assert(seed.dtype.is_int() and len(seed.shape) == 0,
                     "the seed must be an integer scalar")
    c0 = tl.to_tensor(c0)
    c1 = tl.to_tensor(c1)
    c2 = tl.to_tensor(c2)
    c3 = tl.to_tensor(c3)
    tl.static_assert(c0.dtype.is_int() and c1.dtype.is_int() and c2.dtype.is_int()
                     and c3.dtype.is_int(), "the counters must be integers")
    seed = seed.to(tl.uint64)
    if c0.dtype.primitive_bitwidth == 64:
        word: tl.constexpr = tl.uint64
        k1 = tl.zeros_like(seed)
    else:
        word: tl.constexpr = tl.uint32
        k1 = (seed >> 32).to(tl.uint32)
    return philox_impl(c0.to(word), c1.to(word), c2.to(word), c3.to(word),
                       seed.to(word), k1, n_rounds)


@triton.jit
def randint4x(seed, offset, n_rounds=10):
    tl.static_assert(isinstance(offset, tl.tensor), "the offset must be a run-time value")
    tl.static_assert(offset.dtype.is_int(), "the offset must be an integer")
    low = offset.to(tl.uint32)
    zero = tl.zeros_like(low)
    high = zero
    if offset.dtype.primitive_bitwidth == 64:
        high = (offset >> 32).to(tl.uint32)
    return philox(seed, low, high, zero, zero, n_rounds)


@triton.jit
def randint(seed, offset, n_rounds=10):
    return randint4x(seed, offset, n_rounds)[0]


@triton.jit
def uint_to_uniform_float(x):
    tl.static_assert(x.dtype.is_int() and x.dtype.primitive_bitwidth >= 32,
                     "the bits must be those of a 32- or 64-bit integer")
    if x.dtype.primitive_bitwidth == 32:
        x = x.to(tl.int32, bitcast=True)
        scale: tl.constexpr = 4.6566127342e-10
    else:
        x = x.to(tl.int64, bitcast=True)
        scale: tl.constexpr = 1.0842020432385337e-19
    return tl.where(x < 0, -x - 1, x) * scale


@triton.jit
def rand(seed, offset, n_rounds=10):
    return uint_to_uniform_float(randint(seed, offset, n_rounds))


@triton.jit
def rand4x(seed, offset, n_rounds=10):
    a, b, c, d = randint4x(seed, offset, n_rounds)
    return (uint_to_uniform_float(a), uint_to_uniform_float(b),
            uint_to_uniform_float(c), uint_to_uniform_float(d))


@triton.jit
def pair_uniform_to_normal(u1, u2):
    # Box and Muller; the bound keeps the logarithm finite.
    radius = tl.sqrt(-2.0 * tl.log(tl.maximum(1e-7, u1)))
    angle = 6.283185307179586 * u2
    return radius * tl.cos(angle), radius * tl.sin(angle)


@triton.jit
def randn(seed, offset, n_rounds=10):
    a, b, c, d = rand4x(seed, offset, n_rounds)
    return pair_uniform_to_normal(a, b)[0]


@triton.jit
def randn4x(seed, offset, n_rounds=10):
    a, b, c, d = rand4x(seed, offset, n_rounds)
    first = pair_uniform_to_normal(a, b)
    second = pair_uniform_to_normal(c, d)
    return first[0], first[1], second[0], second[1]
