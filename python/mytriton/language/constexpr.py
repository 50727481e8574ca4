"""Compile-time values."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import operator


def unwrap(value):
    """The object inside a constexpr; anything else unchanged."""
    return value.value if isinstance(value, constexpr) else value


class constexpr:
    """A value known while a kernel is compiled; also the annotation of such parameters.

    Operators have Python's meaning and give a constexpr again. Attributes are those of the
    wrapped object, except `value`.
    """

    __slots__ = ("value",)

    #: what the compiler recognizes the class by
    __mytriton_name__ = "triton.language.constexpr"

    def __init__(self, value):
        object.__setattr__(self, "value", unwrap(value))

    def __setattr__(self, name, value):
        raise AttributeError("a constexpr cannot be changed")

    def __getattr__(self, name):
        # An attribute of instances alone: the class is an annotation.
        if name == "__mytriton_kind__":
            return "constexpr"
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.value, name)

    def __repr__(self):
        return "constexpr[%s]" % (self.value,)

    def __hash__(self):
        return hash(self.value)

    def __bool__(self):
        return bool(self.value)

    def __index__(self):
        return operator.index(self.value)

    def __int__(self):
        return int(self.value)

    def __float__(self):
        return float(self.value)

    def __len__(self):
        return len(self.value)

    def __iter__(self):
        return iter(self.value)

    def __getitem__(self, index):
        return self.value[unwrap(index)]

    def __call__(self, *args, **kwargs):
        args = [unwrap(arg) for arg in args]
        return self.value(*args, **{name: unwrap(arg) for name, arg in kwargs.items()})

    def __reduce__(self):
        return (constexpr, (self.value,))


def _binary(function):
    return lambda self, other: constexpr(function(self.value, unwrap(other)))


def _reflected(function):
    return lambda self, other: constexpr(function(unwrap(other), self.value))


def _unary(function):
    return lambda self: constexpr(function(self.value))


def _add_operators():
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow",
                 "lshift", "rshift", "and_", "or_", "xor"):
        function = getattr(operator, name)
        plain = name.rstrip("_")
        setattr(constexpr, "__%s__" % plain, _binary(function))
        setattr(constexpr, "__r%s__" % plain, _reflected(function))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(constexpr, "__%s__" % name, _binary(getattr(operator, name)))
    for name in ("neg", "pos", "invert", "abs"):
        setattr(constexpr, "__%s__" % name, _unary(getattr(operator, name)))


_add_operators()


class constexpr_type:
    """The type of a compile-time value, which is the value itself."""

    #: what the compiler recognizes the class by
    __mytriton_name__ = "triton.language.constexpr_type"

    def __init__(self, value):
        self.value = unwrap(value)

    def __eq__(self, other):
        return isinstance(other, constexpr_type) and self.value == other.value

    def __hash__(self):
        return hash((constexpr_type, self.value))

    def __repr__(self):
        return "constexpr_type[%s]" % (self.value,)


def constexpr_function(function):
    """Marks a plain Python function that kernels may call with compile-time arguments."""
    function.__mytriton_constexpr_function__ = True
    return function


constexpr_function.__mytriton_name__ = "triton.constexpr_function"
