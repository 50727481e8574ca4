"""This package under the name `triton`, for programs that import that.

Functions decorated with the `jit` found here do as Triton wherever the two differ: each
carries that as a property of its own, so both kinds live in one process.
"""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import importlib
import importlib.machinery
import sys
import types

from .jit import JITFunction as _Function
from .triton_errors import in_triton_form

#: submodules that exist under both names
_SUBMODULES = (
    "backends", "backends.compiler", "compiler", "compiler.errors", "language", "language.core",
    "language.math", "language.random", "runtime", "runtime.driver", "runtime.errors", "testing", "tools",
)


class JITFunction(_Function):
    """A jitted function that does as Triton wherever the two differ."""

    def __init__(self, fn, **options):
        super().__init__(fn, as_triton=True, **options)

    def _in_triton_form(self, error):
        """What is raised in place of a compile error; called when compiling fails."""
        return in_triton_form(error, self)


def jit(fn=None, **options):
    """`mytriton.jit` for a function that does as Triton."""

    def decorate(function):
        return JITFunction(function, **options)

    return decorate if fn is None else decorate(fn)


jit.__mytriton_name__ = "triton.jit"


def _copy(original, name, **changes):
    """A module of another name with the contents of one and changes."""
    module = types.ModuleType(name, original.__doc__)
    contents = {key: value for key, value in vars(original).items()
                if not (key.startswith("__") and key.endswith("__"))}
    module.__dict__.update(contents, **changes)
    module.__version__ = getattr(original, "__version__", None)
    module.__path__ = []
    # importlib.util.find_spec, by which programs look for triton, wants one.
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=True)
    return module


def install_as_triton():
    """Makes `import triton` give this package. Harmless when repeated.

    A package really called triton that is already imported is an error.
    """
    present = sys.modules.get("triton")
    if present is not None:
        if getattr(present, "__mytriton__", False):
            return
        raise ImportError("another package called triton is already imported: call "
                          "install_as_triton() before the first import of it")
    package = importlib.import_module(__package__)
    own = {"jit": jit, "JITFunction": JITFunction}
    triton = _copy(package, "triton", __mytriton__=True, **own)
    modules = {"triton": triton}
    for name in _SUBMODULES:
        modules["triton." + name] = importlib.import_module("." + name, __package__)
    runtime_jit = importlib.import_module(".runtime.jit", __package__)
    modules["triton.runtime.jit"] = _copy(runtime_jit, "triton.runtime.jit", **own)
    modules["triton.runtime"] = _copy(
        modules["triton.runtime"], "triton.runtime", JITFunction=JITFunction,
        jit=modules["triton.runtime.jit"])
    for name, module in modules.items():
        parent, _, child = name.rpartition(".")
        if parent == "triton":
            setattr(triton, child, module) if child != "jit" else None
    sys.modules.update(modules)
