"""Activation functions of neural networks."""

import mytriton as triton
import mytriton.language as tl


@triton.jit
def relu_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, tl.maximum(values, 0.0), mask=mask)


@triton.jit
def leaky_relu_kernel(x, out, n, slope, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, tl.where(values > 0.0, values, values * slope), mask=mask)


@triton.jit
def sigmoid_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, 1.0 / (1.0 + tl.exp(-values)), mask=mask)


def relu(x, out, BLOCK=1024):
    """out = max(x, 0), in place."""
    n = x.size
    return relu_kernel[(triton.cdiv(n, BLOCK),)](x, out, n, BLOCK=BLOCK)


def leaky_relu(x, out, slope=0.01, BLOCK=1024):
    """out = x where positive, else slope * x, in place."""
    n = x.size
    return leaky_relu_kernel[(triton.cdiv(n, BLOCK),)](x, out, n, slope, BLOCK=BLOCK)


def sigmoid(x, out, BLOCK=1024):
    """out = 1 / (1 + exp(-x)), in place."""
    n = x.size
    return sigmoid_kernel[(triton.cdiv(n, BLOCK),)](x, out, n, BLOCK=BLOCK)
