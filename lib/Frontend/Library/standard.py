"""Functions of the language that others of its functions express."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import triton
import triton.language as tl


@triton.jit
def _add(a, b):
    return a + b


@triton.jit
def _multiply(a, b):
    return a * b


@triton.jit
def _or(a, b):
    return a | b


@triton.jit
def _xor(a, b):
    return a ^ b


@triton.jit
def xor_sum(input, axis=None, keep_dims=False):
    tl.static_assert(input.dtype.is_int(), "the elements must be integers or booleans")
    return tl.reduce(input, axis, _xor, keep_dims)


@triton.jit
def reduce_or(input, axis, keep_dims=False):
    tl.static_assert(input.dtype.is_int(), "the elements must be integers or booleans")
    return tl.reduce(input, axis, _or, keep_dims)


@triton.jit
def cumsum(input, axis=0, reverse=False, dtype=None):
    if dtype is not None:
        input = input.to(dtype)
    elif input.dtype.is_bf16():
        input = input.to(tl.float32)
    elif input.dtype.is_int() and input.dtype.primitive_bitwidth < 32:
        input = input.to(tl.int32 if input.dtype.is_int_signed() else tl.uint32)
    return tl.associative_scan(input, axis, _add, reverse)


@triton.jit
def cumprod(input, axis=0, reverse=False):
    if input.dtype.is_bf16():
        input = input.to(tl.float32)
    return tl.associative_scan(input, axis, _multiply, reverse)


@triton.jit
def softmax(x, dim=None, keep_dims=False, ieee_rounding=False):
    axis: tl.constexpr = 0 if dim is None else dim
    power = tl.exp(x - tl.max(x, axis, keep_dims=True))
    return tl.fdiv(power, tl.sum(power, axis, keep_dims=True), ieee_rounding)


@triton.jit
def sigmoid(x):
    return 1 / (1 + tl.exp(-x))


@triton.jit
def interleave(a, b):
    pairs = tl.join(a, b)
    if len(pairs.shape) == 1:
        return pairs
    return pairs.reshape(pairs.shape[:-2] + (2 * pairs.shape[-2],))


@triton.jit
def squeeze(x, dim):
    axis: tl.constexpr = dim if dim >= 0 else dim + len(x.shape)
    tl.static_assert(0 <= axis and axis < len(x.shape), f"axis {dim} is out of range")
    tl.static_assert(x.shape[axis] == 1, f"the extent of axis {dim} is not 1")
    return x.reshape(x.shape[:axis] + x.shape[axis + 1:])


@triton.jit
def unsqueeze(x, dim):
    return tl.expand_dims(x, dim)


@triton.jit
def swizzle2d(i, j, size_i, size_j, size_g):
    place = i * size_j + j
    group_size = size_g * size_j
    first_row = place // group_size * size_g
    # The last group may have fewer rows.
    rows = tl.minimum(size_i - first_row, size_g)
    place = place % group_size
    return first_row + place % rows, place // rows


@triton.jit
def histogram(input, num_bins, mask=None):
    tl.static_assert(len(input.shape) == 1, "the block must have one dimension")
    tl.static_assert(input.dtype.is_int(), "the elements must be integers")
    hits = input[:, None] == tl.arange(0, num_bins)[None, :]
    if mask is not None:
        tl.static_assert(mask.dtype.is_int1(), "the mask must be boolean")
        hits = hits & mask[:, None]
    return tl.sum(hits.to(tl.int32), 0)
