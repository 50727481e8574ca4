"""`triton.runtime.driver`: the device that kernels of this process run on.

`active` is a GPU if kernels can run on one, unless MYTRITON_BACKEND says otherwise; found out
when it is first asked.
"""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

from .. import _mytriton, testing
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

    def get_device_interface(self):
        import torch
        return torch.cpu

    def get_benchmarker(self):
        return testing.do_bench


class CUDAUtils:
    """Facts about GPUs."""

    def get_device_properties(self, device=0):
        return _mytriton.gpu_properties(device)


class CUDADriver:
    """Kernels run on GPUs: PyTorch's current one if PyTorch is there, else the thread's own."""

    utils = CUDAUtils()

    def get_current_target(self):
        facts = self.utils.get_device_properties(self.get_current_device())
        return GPUTarget("cuda", facts["arch"], facts["warpSize"])

    def get_current_device(self):
        torch = sys.modules.get("torch")
        if torch is not None and torch.cuda.is_available():
            return torch.cuda.current_device()
        return _mytriton.current_gpu()

    def get_current_stream(self, device=None):
        torch = sys.modules.get("torch")
        if torch is not None and torch.cuda.is_available():
            return torch.cuda.current_stream(device).cuda_stream
        return 0

    def get_active_torch_device(self):
        import torch
        return torch.device("cuda", self.get_current_device())

    def get_device_interface(self):
        import torch
        return torch.cuda

    def get_benchmarker(self):
        return testing.do_bench


class LazyDriver:
    """Stands for the driver that is active when it is asked."""

    def __getattr__(self, name):
        return getattr(_chosen(), name)


_drivers = {}


def _chosen():
    if "active" not in _drivers:
        wanted = os.environ.get("MYTRITON_BACKEND", "")
        on_gpu = wanted in ("", "cuda", "nvptx", "mlir") and _mytriton.gpu_count() > 0
        _drivers["active"] = CUDADriver() if on_gpu else CPUDriver()
    return _drivers["active"]


active = LazyDriver()


def set_active(driver):
    """Makes `driver` the active one until `reset_active`."""
    _drivers["active"] = driver


def reset_active():
    """Lets what the machine and the environment offer decide again."""
    _drivers.pop("active", None)


def set_active_to_cpu():
    set_active(CPUDriver())


def set_active_to_gpu():
    if not _mytriton.gpu_count():
        raise RuntimeError("there is no GPU that kernels can run on")
    set_active(CUDADriver())


def get_active_gpus():
    """The numbers of the GPUs that kernels can run on."""
    return list(range(_mytriton.gpu_count()))
