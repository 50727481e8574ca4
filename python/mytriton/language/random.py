"""`tl.random`: the same objects as those of `mytriton.language`."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from .builtins import BUILTINS as _BUILTINS

__all__ = [
    "pair_uniform_to_normal", "philox", "philox_impl", "rand", "rand4x", "randint", "randint4x",
    "randn", "randn4x", "uint_to_uniform_float",
]
globals().update((name, _BUILTINS[name]) for name in __all__)
