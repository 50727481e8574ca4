"""`triton.runtime.driver`: the device that kernels of this process run on."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

from .. import testing
from ..backends.compiler import GPUTarget


class CPUDriver:
    """Kernels run on the threads of this machine's processor."""

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
