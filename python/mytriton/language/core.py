"""`tl.core`: the names of `mytriton.language` under the module Triton defines them in."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from . import *  # noqa: F401,F403
