"""`python -m mytriton SCRIPT [ARGS…]` runs a script that imports triton.

`python -m mytriton -m MODULE [ARGS…]` does the same with a module.
"""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import runpy
import sys

from .as_triton import install_as_triton

_USAGE = "usage: python -m mytriton SCRIPT [ARGS…]\n       python -m mytriton -m MODULE [ARGS…]\n"


def main(args):
    """Runs what the arguments name as Python itself would."""
    if args[:1] in (["-h"], ["--help"]):
        sys.stdout.write(__doc__)
        return 0
    is_module = args[:1] == ["-m"]
    args = args[1:] if is_module else args
    if not args or (args[0].startswith("-") and not is_module):
        sys.stderr.write(_USAGE)
        return 2
    install_as_triton()
    sys.argv = args
    if is_module:
        sys.path[0] = os.getcwd()
        runpy.run_module(args[0], run_name="__main__", alter_sys=True)
        return 0
    if not os.path.exists(args[0]):
        sys.stderr.write("mytriton: error: there is no file %s\n" % args[0])
        return 2
    sys.path[0] = os.path.dirname(os.path.abspath(args[0]))
    runpy.run_path(args[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
