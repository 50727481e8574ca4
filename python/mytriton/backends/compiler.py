"""`triton.backends.compiler`: naming a target."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import dataclasses


@dataclasses.dataclass(frozen=True)
class GPUTarget:
    """What a kernel is compiled for: `GPUTarget("cuda", 90, 32)`, or the CPU."""

    #: "cuda" or "cpu"
    backend: str
    #: compute capability times ten, or the processor's architecture
    arch: object
    #: threads that run in lock step; 0 on a CPU
    warp_size: int
