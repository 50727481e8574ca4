"""Sorting by bitonic networks, along the last dimension."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import triton
import triton.language as tl


@triton.jit
def _check(x, dim):
    rank: tl.constexpr = len(x.shape)
    tl.static_assert(rank > 0, "a block is needed")
    tl.static_assert(dim is None or dim == rank - 1 or dim == -1,
                     "only the last dimension is sorted")
    extent: tl.constexpr = x.shape[-1]
    tl.static_assert(extent & (extent - 1) == 0, "the last extent must be a power of two")


@triton.jit
def _exchange(x, distance, down):
    """Puts the elements of `x`, a block of one row each, at places that differ in the bit
    `distance` in order: the lesser first, or last where `down`."""
    rows: tl.constexpr = x.shape[0]
    extent: tl.constexpr = x.shape[1]
    pairs = x.reshape(rows, extent // (2 * distance), 2, distance)
    other = tl.flip(pairs, 2).reshape(rows, extent)
    is_second = (tl.arange(0, extent) & distance)[None, :] != 0
    first = tl.where(is_second, other, x)
    second = tl.where(is_second, x, other)
    # Both places of a pair decide alike, also for NaN, so no element is lost.
    if isinstance(down, tl.constexpr):
        swap = first < second if down else first > second
    else:
        swap = tl.where(down, first < second, first > second)
    return tl.where(swap, other, x)


@triton.jit
def _merge(x, stage, down):
    """The last `stage` exchanges of a network: sorts bitonic runs of 2**stage elements."""
    for step in tl.static_range(stage - 1, -1, -1):
        x = _exchange(x, 1 << step, down)
    return x


@triton.jit
def _sorted_rows(x, descending):
    extent: tl.constexpr = x.shape[1]
    stages: tl.constexpr = extent.bit_length() - 1
    for stage in tl.static_range(1, stages):
        # Runs in turn up and down, so that two of them are bitonic.
        down = (tl.arange(0, extent) & (1 << stage))[None, :] != 0
        x = _merge(x, stage, down)
    return _merge(x, stages, descending)


@triton.jit
def sort(x, dim=None, descending=False):
    _check(x, dim)
    rows = x.reshape(x.numel // x.shape[-1], x.shape[-1])
    return _sorted_rows(rows, descending).reshape(x.shape)


@triton.jit
def bitonic_merge(x, dim=None, descending=False):
    _check(x, dim)
    rows = x.reshape(x.numel // x.shape[-1], x.shape[-1])
    stages: tl.constexpr = x.shape[-1].bit_length() - 1
    return _merge(rows, stages, descending).reshape(x.shape)


@triton.jit
def topk(x, k, dim=None, descending=True):
    _check(x, dim)
    tl.static_assert(0 < k and k <= x.shape[-1] and k & (k - 1) == 0,
                     "k must be a power of two of at most the last extent")
    rows = x.reshape(x.numel // x.shape[-1], x.shape[-1])
    rows = _sorted_rows(rows, descending)
    first = tl.broadcast_to(tl.arange(0, k)[None, :], rows.shape[0], k)
    return tl.gather(rows, first, 1).reshape(x.shape[:-1] + (k,))
