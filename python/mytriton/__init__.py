"""MyTriton: tile kernels written in Python, compiled for CPUs and GPUs.

    import mytriton as triton
    import mytriton.language as tl
"""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from . import _mytriton
from .errors import (
    ASTFrontendError, AutotunerError, CheckError, CompilationError, CompileError,
    CompileOnlyWarning, CompileTimeAssertionFailure, CudaUnavailableError, InterpreterError,
    KernelWarning, OutOfResources, TritonError, UnsupportedLanguageConstruct,
)
from . import language
from .language import constexpr_function
from .language.dtypes import dtype as _dtype
from .compiled import CompiledKernel
from .jit import JITFunction, KernelParam, jit
from .utilities import cdiv, cuda_available, load_pass_plugin, next_power_of_2, set_allocator
from .autotuner import Autotuner, Config, Heuristics, autotune, heuristics
from .compiler import ASTSource, compile
from .runtime.jit import TensorWrapper, reinterpret
from .as_triton import install_as_triton
from . import compiler, runtime, ssa, testing, tools

__version__ = _mytriton.version

_mytriton.set_classes(language.constexpr, _dtype, JITFunction, CompiledKernel)

__all__ = [
    "ASTFrontendError", "ASTSource", "Autotuner", "AutotunerError", "CheckError",
    "CompilationError", "CompileError", "CompileOnlyWarning", "CompileTimeAssertionFailure",
    "CompiledKernel", "Config", "CudaUnavailableError", "Heuristics", "InterpreterError",
    "JITFunction", "KernelParam", "KernelWarning", "OutOfResources", "TensorWrapper",
    "TritonError", "UnsupportedLanguageConstruct", "autotune", "cdiv", "compile",
    "constexpr_function", "cuda_available", "heuristics", "install_as_triton", "jit",
    "language", "load_pass_plugin", "next_power_of_2", "reinterpret", "runtime",
    "set_allocator", "ssa", "testing", "tools",
]
