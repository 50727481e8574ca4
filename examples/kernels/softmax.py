"""Numerically stable softmax of each row of a matrix."""

import mytriton as triton
import mytriton.language as tl


@triton.jit
def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    values = tl.load(x + row * columns + offsets, mask=mask, other=-float("inf"))
    numerator = tl.exp(values - tl.max(values))
    result = numerator / tl.sum(numerator)
    tl.store(out + row * columns + offsets, result, mask=mask)


def softmax(x, out):
    """out[r, :] = exp(x[r, :]) / sum(exp(x[r, :])), in place."""
    rows, columns = x.shape
    BLOCK = triton.next_power_of_2(columns)
    return softmax_kernel[(rows,)](x, out, columns, BLOCK=BLOCK)
