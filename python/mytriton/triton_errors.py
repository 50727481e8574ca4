"""Compile errors as Triton words and chains them.

Triton's text has the place, up to twelve source lines, a caret and the message. An error inside
a called function is the cause of one at the call, and an error found by a function of the
language has the bare message as its cause.
"""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import linecache
import re
import textwrap

from .errors import ASTFrontendError, CompileTimeAssertionFailure, OutOfResources

#: sentences that Triton's users match on: our pattern -> Triton's wording
_WORDINGS = [
    (r"cannot use '(.+)' with (\w+) and (\w+) because they have different signedness.*",
     r"Cannot use \1 with \2 and \3 because they have different signedness; this is unlikely to "
     r"result in a useful answer. Cast them to the same signedness."),
    (r"a block is indexed with ':' and None only.*", r"unsupported tensor index: \g<0>"),
    (r"axis (-?\d+) of tl\.\w+ is out of range for (\d+) dimensions",
     r"invalid axis \1. Expected one of the \2 axes"),
    (r"tl\.program_id axis must be 0, 1, or 2, got (-?\d+)",
     r"program_id axis must be 0, 1, or 2 but got \1"),
]

#: what a program needs of shared memory, and what it can have
_TOO_MUCH_SHARED = re.compile(r"tile in shared memory.* needs (\d+) bytes of it; .* at most (\d+)")

_LINES_SHOWN = 12


def _reworded(message):
    for pattern, wording in _WORDINGS:
        match = re.fullmatch(pattern, message, re.DOTALL)
        if match:
            return match.expand(wording)
    return message


class _Place:
    """A line and column of a function, counted from its `def`."""

    def __init__(self, lines, first, line, column):
        self.line = line - first + 1
        indent = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
        self.column = max(column - 1 - indent, 0)
        self.lines = textwrap.dedent("".join(lines)).split("\n")

    def text(self, message):
        shown = self.lines[max(self.line - _LINES_SHOWN, 0):self.line]
        caret = " " * self.column + "^"
        body = "\n".join([*shown, caret, message] if shown else [message])
        return "at %d:%d:\n%s" % (self.line, self.column, body)


def _enclosing_def(lines, line):
    """Number of the line whose `def` holds a line."""
    def indent(text):
        return len(text) - len(text.lstrip())

    limit = indent(lines[line - 1]) if line <= len(lines) else 0
    for number in range(min(line, len(lines)), 0, -1):
        text = lines[number - 1]
        if re.match(r"\s*(async\s+)?def\s", text) and (number == line or indent(text) < limit):
            return number
    return 1


def _place(kernel, file, line, column):
    """Where a diagnostic points to; None without a place."""
    if not file or not line:
        return None
    source, own_file, first = kernel._read_source()
    own = source.splitlines(keepends=True)
    if file == own_file and first <= line < first + len(own):
        lines = [""] * (first - 1) + own
    else:
        lines = linecache.getlines(file)
    start = _enclosing_def(lines, line)
    return _Place(lines[start - 1:], start, line, column)


def in_triton_form(error, kernel):
    """The exception Triton would raise in place of `error` when `kernel` was compiled."""
    message = _reworded(error.message)
    shared = _TOO_MUCH_SHARED.search(message)
    if shared:
        return OutOfResources(int(shared.group(1)), int(shared.group(2)), "shared memory")
    # From the failing expression outwards through the calls.
    places = [_place(kernel, error.file, error.line, error.column)]
    places += [_place(kernel, *call) for call in error.calls]
    cause = None
    if not isinstance(error, (ASTFrontendError, CompileTimeAssertionFailure)):
        cause = ValueError(message)
    for place in places:
        result = type(error)(place.text(message) if place else message)
        result.__dict__.update(vars(error), message=message, error_message=message)
        result.__cause__, cause = cause, result
    return result
