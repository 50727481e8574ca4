"""Copying an array."""

import mytriton as triton
import mytriton.language as tl


@triton.jit
def copy_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask, other=0.0), mask=mask)


def copy(x, out, BLOCK=1024):
    """out = x, in place."""
    n = x.size
    return copy_kernel[(triton.cdiv(n, BLOCK),)](x, out, n, BLOCK=BLOCK)
