"""What can go wrong. Every exception can be pickled."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


class TritonError(Exception):
    """Base of the package's own exceptions."""


class CompileError(TritonError):
    """A kernel cannot be compiled.

    The text is what clang would print: `file:line:col: error: …`, the source line, a caret, notes.
    """

    #: place and sentence of the first error, where known
    file = ""
    line = 0
    column = 0
    message = ""


CompilationError = CompileError


class ASTFrontendError(CompileError):
    """A kernel uses Python that kernels cannot contain."""


class CudaUnavailableError(TritonError):
    """GPU memory was passed, but nothing here can run kernels on a GPU."""


class CheckError(TritonError):
    """The checking interpreter found a bad access, an undefined value or a race."""


class AutotunerError(TritonError):
    """No configuration is left to choose from."""


class KernelWarning(UserWarning):
    """A warning of the compiler about a kernel."""


class CompileOnlyWarning(RuntimeWarning):
    """A kernel was compiled but did not run."""
