"""Printing what a launch returns."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


class _Listing:
    """A text of a compiled kernel, made when somebody looks at it."""

    _stage = ""

    def __init__(self, compiled):
        self._compiled = compiled

    @property
    def text(self):
        return self._compiled._text(self._stage)

    def __str__(self):
        return self.text.rstrip("\n")

    __repr__ = __str__

    def __iter__(self):
        return iter(str(self).splitlines())

    def __len__(self):
        return len(str(self).splitlines())

    def __getitem__(self, index):
        return str(self).splitlines()[index]

    def __eq__(self, other):
        return type(other) is type(self) and other.text == self.text

    def __hash__(self):
        return hash(self.text)


class ExpressionOps(_Listing):
    """The expression tree the frontend built: a list of lines that prints as a tree."""

    _stage = "expr"


class SSAOps(_Listing):
    """The optimized SSA operations of a kernel's body: a list of lines."""

    _stage = "ssa-body"


class SSAPrinter:
    """Prints SSA operations as text."""

    def print_ops(self, ops):
        """The body lines of a kernel, without header and indent."""
        if isinstance(ops, SSAOps):
            return str(ops)
        raise TypeError("print_ops needs the ssa_ops of a launch, not a %s" % type(ops).__name__)
