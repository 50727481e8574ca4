"""The language kernels are written in: `import mytriton.language as tl`."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import enum as _enum

from .builtins import BUILTINS as _BUILTINS, builtin
from .constexpr import constexpr, constexpr_function, constexpr_type
from .dtypes import (
    bfloat16, block_type, const, dtype, float8e4b15, float8e4b8, float8e4nv, float8e5,
    float8e5b16, float16, float32, float64, int1, int8, int16, int32, int64, pi32_t,
    pointer_type, str_to_ty, tensor, tensor_descriptor, uint8, uint16, uint32, uint64, void,
)


class PropagateNan(_enum.Enum):
    """What minima and maxima do with a NaN operand: ignore it, or give NaN."""

    NONE = 0
    ALL = 0xFFFF

    @property
    def __mytriton_name__(self):
        return "triton.language.PropagateNan." + self.name


globals().update(_BUILTINS)

__all__ = [
    "PropagateNan", "bfloat16", "block_type", "builtin", "const", "constexpr",
    "constexpr_function", "constexpr_type", "dtype", "float8e4b15", "float8e4b8", "float8e4nv",
    "float8e5", "float8e5b16", "float16", "float32", "float64", "int1", "int8", "int16", "int32", "int64",
    "pi32_t", "pointer_type", "str_to_ty", "tensor", "tensor_descriptor",
    "uint8", "uint16", "uint32", "uint64", "void",
    *_BUILTINS,
]

from . import core, extra, math, random  # noqa: E402  (they take their names from here)
