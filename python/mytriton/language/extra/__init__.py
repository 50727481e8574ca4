"""`tl.extra`: what targets bring along; here every target has the same functions."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from . import libdevice

cuda = cpu = hip = libdevice

__all__ = ["cpu", "cuda", "hip", "libdevice"]
