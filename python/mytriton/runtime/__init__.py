"""`triton.runtime`: jitted functions, the device kernels run on, tuning, errors."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from ..autotuner import Autotuner, Config, Heuristics, autotune, heuristics
from ..errors import InterpreterError, OutOfResources
from ..jit import JITFunction
from . import driver, errors, jit
from .jit import TensorWrapper, reinterpret

__all__ = [
    "Autotuner", "Config", "Heuristics", "InterpreterError", "JITFunction", "OutOfResources",
    "TensorWrapper", "autotune", "driver", "errors", "heuristics", "jit", "reinterpret",
]
