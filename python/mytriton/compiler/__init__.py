"""Compiling without launching."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from .. import _mytriton
from ..jit import JITFunction
from ..language import constexpr
from . import errors  # noqa: F401


class ASTSource:
    """A kernel, the types of its arguments and its compile-time values.

    `signature` maps names of parameters to types (`"*fp32"`, `"*fp32:16"`, `"i32"`),
    `constexprs` names or positions to values, `attrs` positions to lists of facts such as
    `("tt.divisibility", 16)`.
    """

    def __init__(self, fn, signature, constexprs=None, attrs=None):
        if not isinstance(fn, JITFunction):
            raise TypeError("ASTSource needs a @jit function, not a %s" % type(fn).__name__)
        self.fn = fn
        self.signature = dict(signature)
        self.constexprs = {self._name(key): value for key, value in (constexprs or {}).items()}
        self.attrs = {self._name(key): dict(facts) for key, facts in (attrs or {}).items()}

    def _name(self, key):
        """The parameter that a name, a position or a path of one position means."""
        if isinstance(key, tuple) and len(key) == 1:
            key = key[0]
        return self.fn.arg_names[key] if isinstance(key, int) else key

    def _argument(self, name):
        """What stands for the argument: a compile-time value or a text of its type."""
        if name in self.constexprs:
            return constexpr(self.constexprs[name])
        text = self.signature[name]
        aligned = self.attrs.get(name, {}).get("tt.divisibility") == 16
        return text + ":16" if aligned and ":" not in text else text


def compile_source(source, signature, kernel="", constants=None, target="cuda", stage="cuda",
                   file="<string>", num_warps=0):
    """One stage of a kernel given as text, as `mtc` would print it; nothing is cached or run."""
    return _mytriton.compile_source(source, file, kernel, signature, dict(constants or {}),
                                    target, stage, num_warps)


def compile(src, target=None, options=None):
    """Compiles an ASTSource without launching it; gives the compiled kernel, whose `asm` has
    every stage.

    `target` is a name (`"cuda"`, `"cpu"`) or a GPUTarget; None compiles for what would run here.
    `options` are those of a launch.
    """
    if not isinstance(src, ASTSource):
        raise TypeError("compile needs an ASTSource, not a %s" % type(src).__name__)
    values = {name: src._argument(name) for name in src.fn.arg_names
              if name in src.constexprs or name in src.signature}
    return src.fn._launch((1,), (), {**values, **(options or {})}, True,
                          getattr(target, "backend", target) or "")
