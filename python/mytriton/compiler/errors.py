"""`triton.compiler.errors`: what a kernel that cannot be compiled raises."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from ..errors import (  # noqa: F401
    CompilationError, CompileTimeAssertionFailure, UnsupportedLanguageConstruct,
)
