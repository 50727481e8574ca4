"""`libdevice`: mathematical functions of single values."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from ..builtins import builtin as _builtin

__all__ = [
    "abs", "ceil", "cos", "erf", "exp", "exp2", "floor", "fma", "log", "log2", "rsqrt", "sin",
    "sqrt", "tanh",
]


class _function(_builtin):
    """A function of libdevice, known to the compiler by its name there."""

    def __init__(self, name):
        super().__init__("%s(%s)" % (name, "x, y, z" if name == "fma" else "x"), "as in CUDA")
        self.__module__ = __name__
        self.__mytriton_name__ = "triton.language.extra.libdevice." + name

    def __reduce__(self):
        return (_function, (self.__name__,))


globals().update((name, _function(name)) for name in __all__)
