"""Sum, maximum and minimum of each row of a matrix."""

import mytriton as triton
import mytriton.language as tl


@triton.jit
def row_sum_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + offsets, mask=offsets < columns, other=0.0)
    tl.store(out + row, tl.sum(values))


@triton.jit
def row_max_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    values = tl.load(x + row * columns + offsets, mask=mask, other=-float("inf"))
    tl.store(out + row, tl.max(values))


@triton.jit
def row_min_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    values = tl.load(x + row * columns + offsets, mask=mask, other=float("inf"))
    tl.store(out + row, tl.min(values))


@triton.jit
def long_row_sum_kernel(x, out, columns, BLOCK: tl.constexpr, CHUNKS: tl.constexpr):
    row = tl.program_id(0)
    total = 0.0
    for chunk in tl.static_range(CHUNKS):
        offsets = chunk * BLOCK + tl.arange(0, BLOCK)
        mask = offsets < columns
        total += tl.sum(tl.load(x + row * columns + offsets, mask=mask, other=0.0))
    tl.store(out + row, total)


def row_sum(x, out):
    """out[r] = sum(x[r, :]), in place."""
    rows, columns = x.shape
    return row_sum_kernel[(rows,)](x, out, columns, BLOCK=triton.next_power_of_2(columns))


def row_max(x, out):
    """out[r] = max(x[r, :]), in place."""
    rows, columns = x.shape
    return row_max_kernel[(rows,)](x, out, columns, BLOCK=triton.next_power_of_2(columns))


def row_min(x, out):
    """out[r] = min(x[r, :]), in place."""
    rows, columns = x.shape
    return row_min_kernel[(rows,)](x, out, columns, BLOCK=triton.next_power_of_2(columns))


def long_row_sum(x, out, BLOCK=256):
    """out[r] = sum(x[r, :]) in pieces of BLOCK elements, in place."""
    rows, columns = x.shape
    chunks = triton.cdiv(columns, BLOCK)
    return long_row_sum_kernel[(rows,)](x, out, columns, BLOCK=BLOCK, CHUNKS=chunks)
