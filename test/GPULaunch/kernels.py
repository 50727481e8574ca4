"""A kernel to launch; each call makes a new one, which nothing has compiled yet."""

import mytriton as triton
import mytriton.language as tl


def make_add():
    @triton.jit
    def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
        offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = offsets < n
        total = tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask)
        tl.store(out + offsets, total, mask=mask)

    return add_kernel
