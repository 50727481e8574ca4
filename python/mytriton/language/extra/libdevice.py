"""`libdevice`: mathematical functions of single values."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from ..builtins import builtin as _builtin

__all__ = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "copysign", "cos",
    "cosh", "double_as_longlong", "erf", "exp", "exp10", "exp2", "expm1", "finitef",
    "float_as_int", "float_as_uint", "floor", "fma", "fmod", "hypot", "int_as_float",
    "isfinited", "isinf", "isnan", "log", "log10", "log1p", "log2", "longlong_as_double",
    "nearbyint", "rint", "round", "rsqrt", "saturatef", "signbit", "sin", "sinh", "sqrt", "tan",
    "tanh", "trunc", "uint_as_float",
]

_OPERANDS = {"copysign": "x, y", "fma": "x, y, z", "fmod": "x, y", "hypot": "x, y"}


class _function(_builtin):
    """A function of libdevice, known to the compiler by its name there."""

    def __init__(self, name):
        super().__init__("%s(%s)" % (name, _OPERANDS.get(name, "x")), "as in CUDA")
        self.__module__ = __name__
        self.__mytriton_name__ = "triton.language.extra.libdevice." + name

    def __reduce__(self):
        return (_function, (self.__name__,))


globals().update((name, _function(name)) for name in __all__)
