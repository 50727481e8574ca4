"""`triton.runtime.driver`: the device that kernels of this process run on."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

from .. import testing
from ..backends.compiler import GPUTarget


class CPUUtils:
    """Facts about the processor under the names that Triton users ask for."""

    def get_device_properties(self, device=0):
        """Nothing limits the memory of a program on a CPU but the machine's own."""
        return {"multiprocessor_count": os.cpu_count() or 1, "max_shared_mem": sys.maxsize,
                "max_num_regs": sys.maxsize, "warpSize": 1}


class CPUDriver:
    """Kernels run on the threads of this machine's processor."""

    utils = CPUUtils()

    def get_current_target(self):
        return GPUTarget("cpu", os.uname().machine, 0)

    def get_current_device(self):
        return 0

    def get_current_stream(self, device=None):
        return 0

    def get_active_torch_device(self):
        import torch
        return torch.device("cpu")

    def get_benchmarker(self):
        return testing.do_bench


active = CPUDriver()
