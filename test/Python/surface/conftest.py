"""Tests named after the rows of the language: values against NumPy, on all targets that run here.

`threads` is what GPU targets make of a kernel, interpreted; `warps` is the same with four
warps, so that small tiles leave threads without an element, too, and with all checks. With
a GPU present, the targets that need one take their turn. MYTRITON_TEST_BACKENDS names others, such as
`copies`: interp, through the copies that launches on a GPU need.
"""

import os

import device_arrays
import pytest
import toolchain

from mytriton import _mytriton
from mytriton.jit import JITFunction

ON_GPU = ("cuda", "nvptx")
TARGETS = {"copies": "interp", "warps": "threads"}


def backends():
    if os.environ.get("MYTRITON_TEST_BACKENDS"):
        return os.environ["MYTRITON_TEST_BACKENDS"].split(",")
    on_gpu = [name for name, runs in _mytriton.targets() if runs and name in ON_GPU]
    return ["interp", "cpu", "threads", "warps"] + (on_gpu if toolchain.has_gpu() else [])


def with_warps(original):
    """A `__getitem__` for kernels whose launches have four warps unless they say how many."""
    return lambda kernel, grid: lambda *args, **kwargs: original(kernel, grid)(*args, **{"num_warps": 4, **kwargs})


def use(name, monkeypatch):
    """Launches go to that target."""
    monkeypatch.setenv("MYTRITON_BACKEND", TARGETS.get(name, name))
    if name == "warps":
        subscript = with_warps(JITFunction.__getitem__)
    elif name == "copies" or name in ON_GPU:
        memory = device_arrays.CupyMemory() if name in ON_GPU else device_arrays.HostMemory()
        subscript = device_arrays.DeviceLauncher(memory).subscript(JITFunction.__getitem__)
    else:
        return
    monkeypatch.setattr(JITFunction, "__getitem__", subscript)


@pytest.fixture(params=backends())
def backend(request, monkeypatch):
    if request.param == "warps" and not request.node.get_closest_marker("races"):
        monkeypatch.setenv("MYTRITON_CHECK", "1")
    if request.param in ON_GPU and request.node.get_closest_marker("traps"):
        pytest.skip("its kernel ends this process's use of a GPU")
    use(request.param, monkeypatch)
    return request.param


@pytest.fixture
def some_backend(monkeypatch):
    """some_backend(seed): one of the targets, for tests that are many anyway."""
    return lambda seed: use(backends()[seed % len(backends())], monkeypatch)
