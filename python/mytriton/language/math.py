"""`tl.math`: the same objects as those of `mytriton.language`."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from .builtins import BUILTINS as _BUILTINS

__all__ = [
    "abs", "cdiv", "ceil", "clamp", "cos", "div_rn", "erf", "exp", "exp2", "fdiv", "floor",
    "fma", "log", "log2", "rsqrt", "sigmoid", "sin", "softmax", "sqrt", "sqrt_rn", "tanh",
    "umulhi",
]
globals().update((name, _BUILTINS[name]) for name in __all__)
