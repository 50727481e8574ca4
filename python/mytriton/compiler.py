"""Compiling without launching."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import inspect
import tokenize

from . import _mytriton
from .jit import JITFunction


class ASTSource:
    """A kernel, the types of its arguments and its compile-time values.

    `signature` maps names of parameters to types (`"*fp32"`, `"*fp32:16"`, `"i32"`).
    """

    def __init__(self, fn, signature, constexprs=None):
        if not isinstance(fn, JITFunction):
            raise TypeError("ASTSource needs a @jit function, not a %s" % type(fn).__name__)
        self.fn = fn
        self.signature = dict(signature)
        self.constexprs = dict(constexprs or {})


def compile_source(source, signature, kernel="", constants=None, target="cuda", stage="cuda",
                   file="<string>", num_warps=0):
    """One stage of a kernel given as text, as `mtc` would print it; nothing is cached or run."""
    return _mytriton.compile_source(source, file, kernel, signature, dict(constants or {}),
                                    target, stage, num_warps)


def compile(src, target="cuda", stage=None, options=None):
    """One stage of an ASTSource, by default the target's source text.

    The kernel's file is read, not run: as with `mtc`, names at its top level must be constants,
    imports or functions.
    """
    file = inspect.getsourcefile(src.fn.fn)
    with tokenize.open(file) as stream:
        text = stream.read()
    types = ", ".join("%s=%s" % item for item in src.signature.items() if item[1] != "constexpr")
    stage = stage or {"cpu": "llvm", "interp": "ssa"}.get(target, target)
    return compile_source(text, types, src.fn.__name__, src.constexprs, target, stage, file,
                          (options or {}).get("num_warps", 0))
