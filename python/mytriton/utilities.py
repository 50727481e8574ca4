"""Small functions for host code."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

from . import _mytriton


def cdiv(x, y):
    """x / y rounded up, of integers."""
    return -(-x // y)


def next_power_of_2(n):
    """The smallest power of two that is not below n; 1 for n below 1."""
    return 1 if n < 1 else 1 << (n - 1).bit_length()


# Kernels may call them too.
cdiv.__mytriton_name__ = "triton.cdiv"
next_power_of_2.__mytriton_name__ = "triton.next_power_of_2"


def cuda_available():
    """Whether kernels can be launched on a GPU from this process.

    With MYTRITON_REQUIRE_CUDA set, an exception instead of False.
    """
    found = _mytriton.gpu_count() > 0
    required = os.environ.get("MYTRITON_REQUIRE_CUDA", "").lower() in ("1", "true", "yes", "on", "y")
    if required and not found:
        from .errors import CudaUnavailableError
        raise CudaUnavailableError(
            "MYTRITON_REQUIRE_CUDA is set, but no kernel can be launched on a GPU here: "
            + _mytriton.gpu_problem())
    return found


def load_pass_plugin(path):
    """Adds the passes of a plugin; kernels launched later are compiled with it present."""
    _mytriton.load_pass_plugin(path)


def set_allocator(allocator):
    """Accepted for programs that give descriptors device memory to live in: these need none."""
    if not callable(allocator):
        raise TypeError("the allocator must be callable, got %r" % (allocator,))
