"""`@jit`: turning Python functions into kernels."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import collections
import inspect
import re
import textwrap

from . import _mytriton
from .language import constexpr, dtype

_TYPE_NAMES = {"i1": "int1", "u1": "int1", "B": "int1",
               **{"i%d" % bits: "int%d" % bits for bits in (8, 16, 32, 64)},
               **{"u%d" % bits: "uint%d" % bits for bits in (8, 16, 32, 64)}}
_SCALARS = re.compile(r"u?int(8|16|32|64)|int1|float(16|32|64)|bfloat16|fp(16|32|64)|bf16")


def _annotated_type(annotation):
    """The element type an annotation fixes, or None; unknown annotations say nothing."""
    if isinstance(annotation, dtype):
        name = str(annotation)
    elif isinstance(annotation, str):
        name = annotation.rpartition(".")[2]
    else:
        return None
    name = _TYPE_NAMES.get(name, name)
    return name if _SCALARS.fullmatch(name) else None


def _is_constexpr(annotation):
    if isinstance(annotation, str):
        return annotation.rpartition(".")[2].strip("'\" ") == "constexpr"
    return annotation is constexpr


def _selected(names, selection, option):
    """The parameters that a list of names or indices selects."""
    chosen = set()
    for item in selection or ():
        name = names[item] if isinstance(item, int) and -len(names) <= item < len(names) else item
        if name not in names:
            raise ValueError("%s: there is no parameter %r; there are %s"
                             % (option, item, ", ".join(names)))
        chosen.add(name)
    return chosen


class KernelParam:
    """One parameter of a kernel."""

    def __init__(self, number, param, no_specialize, no_alignment):
        self.num = number
        self.name = param.name
        self.has_default = param.default is not inspect.Parameter.empty
        self.default = param.default if self.has_default else None
        self.annotation = param.annotation
        self.is_constexpr = _is_constexpr(param.annotation)
        self.annotation_type = None if self.is_constexpr else _annotated_type(param.annotation)
        self.do_not_specialize = param.name in no_specialize
        self.do_not_specialize_on_alignment = param.name in no_alignment
        if self.is_constexpr and self.do_not_specialize:
            raise ValueError("parameter %r is annotated as constexpr, so it cannot be listed in "
                             "do_not_specialize" % param.name)

    def _as_tuple(self):
        return (self.name, self.has_default, self.default, self.is_constexpr,
                self.do_not_specialize, self.do_not_specialize_on_alignment,
                self.annotation_type)


def _read_params(fn, no_specialize, no_alignment):
    params = list(inspect.signature(fn).parameters.values())
    if any(param.kind == param.VAR_KEYWORD for param in params):
        raise TypeError("%s(): a kernel cannot have the parameter **%s; name every parameter"
                        % (fn.__name__, params[-1].name))
    # A helper may collect arguments; that no kernel does is the compiler's to say.
    params = [param for param in params if param.kind != param.VAR_POSITIONAL]
    names = [param.name for param in params]
    no_specialize = _selected(names, no_specialize, "do_not_specialize")
    no_alignment = _selected(names, no_alignment, "do_not_specialize_on_alignment")
    return [KernelParam(number, param, no_specialize, no_alignment)
            for number, param in enumerate(params)]


#: what `repr=` is called with: the kernel, types and compile-time values by parameter
Specialization = collections.namedtuple("Specialization", "fn signature constants")


class JITFunction(_mytriton.Kernel):
    """A function that is compiled for the types of its arguments and launched on a grid.

    `kernel[grid](*args, **kwargs)` runs it; from inside another kernel it is called plainly.
    """

    #: what the compiler recognizes kernels by
    __mytriton_kind__ = "jit"

    def __new__(cls, fn, **options):
        if not inspect.isfunction(fn):
            raise TypeError("@jit decorates plain functions, not a %s" % type(fn).__name__)
        return super().__new__(cls)

    def __init__(self, fn, version=None, do_not_specialize=None,
                 do_not_specialize_on_alignment=None, debug=None, noinline=None, repr=None,
                 launch_metadata=None, as_triton=False):
        self.params = _read_params(fn, do_not_specialize, do_not_specialize_on_alignment)
        super().__init__(fn, fn.__name__, [param._as_tuple() for param in self.params],
                         bool(debug), repr is not None, as_triton)
        self.fn = fn
        self.version = version
        self.noinline = bool(noinline)
        self.debug = debug
        #: where Triton and this language differ, do as Triton
        self.as_triton = as_triton
        self._replaced_source = None
        self.launch_metadata = launch_metadata
        self.arg_names = [param.name for param in self.params]
        self._repr = repr
        self.__name__ = fn.__name__
        self.__qualname__ = fn.__qualname__
        self.__module__ = fn.__module__
        self.__doc__ = fn.__doc__
        self.__globals__ = fn.__globals__
        self.__wrapped__ = fn

    def _read_source(self):
        """Text, file and first line of the function; called when it is first compiled."""
        code = self.fn.__code__
        if self._replaced_source is not None:
            return (self._replaced_source, code.co_filename, max(code.co_firstlineno, 1))
        try:
            lines, first = inspect.getsourcelines(self.fn)
        except (OSError, TypeError) as error:
            raise OSError(
                "the source of kernel %s() cannot be found (%s): kernels are compiled from their "
                "text, so they must be defined in a file" % (self.__name__, error)) from None
        return ("".join(lines), code.co_filename, max(first, 1))

    def _symbol_name(self, signature, constants):
        """What `repr=` makes of a specialization; called when it is compiled."""
        name = self._repr(Specialization(self, signature, constants))
        if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
            raise ValueError("%s(): repr= must return an identifier, got %r"
                             % (self.__name__, name))
        return name

    @property
    def src(self):
        """The text of the function from its `def` on."""
        text = textwrap.dedent(self._read_source()[0])
        start = re.search(r"^(async\s+)?def\s+\w+\s*\(", text, re.MULTILINE)
        return text[start.start():] if start else text

    def _unsafe_update_src(self, text):
        """Compiles this text from now on; callers' kernels do not notice. For tests."""
        self._replaced_source = text
        self.clear_cache()

    def run(self, *args, grid, warmup=False, **kwargs):
        """What `kernel[grid](...)` does, with the grid as a keyword."""
        return self._launch(grid, args, kwargs, warmup)

    def warmup(self, *args, grid=(1,), **kwargs):
        """Compiles without running. A dtype may stand for an aligned array."""
        return self._launch(grid, args, kwargs, True)

    def __call__(self, *args, **kwargs):
        raise RuntimeError(
            "kernel %s() cannot be called directly: launch it as %s[grid](...), or call it from "
            "inside another kernel" % (self.__name__, self.__name__))

    def __repr__(self):
        return "<kernel %s.%s>" % (self.__module__, self.__qualname__)

    def __reduce__(self):
        # By name, as functions are pickled: a spawned process finds the kernel in its module.
        return self.__qualname__

    def __hash__(self):
        return id(self) >> 4

    def __eq__(self, other):
        return self is other


def jit(fn=None, *, version=None, repr=None, launch_metadata=None, do_not_specialize=None,
        do_not_specialize_on_alignment=None, debug=None, noinline=None):
    """Decorates a function as a kernel, or as a helper that kernels call.

    `repr` is a function of a Specialization that names the compiled symbol. `version`, `noinline`
    and `launch_metadata` are kept for those who read them.
    """

    def decorate(function):
        return JITFunction(
            function, version=version, do_not_specialize=do_not_specialize,
            do_not_specialize_on_alignment=do_not_specialize_on_alignment, debug=debug,
            noinline=noinline, repr=repr, launch_metadata=launch_metadata)

    return decorate if fn is None else decorate(fn)


jit.__mytriton_name__ = "triton.jit"
