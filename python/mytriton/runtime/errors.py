"""`triton.runtime.errors`: what goes wrong around compiled kernels."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from ..errors import AutotunerError, InterpreterError, OutOfResources  # noqa: F401
