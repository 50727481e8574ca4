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
    #: (file, line, column) of the calls that led to the place, innermost first
    calls = ()


CompilationError = CompileError


class ASTFrontendError(CompileError):
    """A kernel uses Python that kernels cannot contain."""


class CompileTimeAssertionFailure(CompileError):
    """A `static_assert` of a kernel does not hold."""


class UnsupportedLanguageConstruct(ASTFrontendError):
    """Triton's name of what ASTFrontendError says."""


class OutOfResources(TritonError):
    """A kernel needs more of something than the device has."""

    def __init__(self, required, limit, name):
        self.required, self.limit, self.name = required, limit, name
        super().__init__("out of resource: %s, Required: %s, Hardware limit: %s. Reducing block "
                         "sizes or `num_stages` may help." % (name, required, limit))

    def __reduce__(self):
        return (type(self), (self.required, self.limit, self.name))


class InterpreterError(TritonError):
    """A kernel went wrong while the interpreter ran it."""


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
