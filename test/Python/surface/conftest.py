"""Tests named after the rows of the language: values against NumPy, on all targets that run here.

`threads` is what GPU targets make of a kernel, interpreted; `warps` is the same with four
warps, so that small tiles leave threads without an element, too, and with all checks. With
a GPU present, the targets that need one take their turn; without one, `cubins-mlir` does, where
there are MLIR and an assembler. MYTRITON_TEST_BACKENDS names others:
`copies` is interp, through the copies that launches on a GPU need; `cubins-cuda`, `cubins-nvptx`
and `cubins-mlir` are interp, and machine code for a GPU is made of each kernel; `cuda-warps`,
`nvptx-warps` and `mlir-warps` have four warps on a GPU, `cubins-mlir-warps` and its like in machine code; with
`mlir-memref` arrays are memrefs of MLIR, and kernels whose pointers are none skip their tests.
"""

import os
import warnings

import device_arrays
import pytest
import toolchain

from mytriton import _mytriton
from mytriton.errors import CompileError
from mytriton.jit import JITFunction

GPU_TARGETS = ("cuda", "nvptx", "mlir")
ON_GPU = (*GPU_TARGETS, *(name + "-warps" for name in GPU_TARGETS), "mlir-memref")
TARGETS = {"copies": "interp", "warps": "threads", **{"cubins-" + name: "interp" for name in ON_GPU},
           **{name: name.partition("-")[0] for name in ON_GPU}}


def backends():
    if os.environ.get("MYTRITON_TEST_BACKENDS"):
        return os.environ["MYTRITON_TEST_BACKENDS"].split(",")
    on_gpu = [name for name, runs in _mytriton.targets() if runs and name in GPU_TARGETS]
    build = os.path.dirname(os.path.dirname(os.path.dirname(_mytriton.__file__)))
    by_mlir = toolchain.find_mlir_plugin(build) and toolchain.find_nvrtc()
    others = on_gpu if toolchain.has_gpu() else ["cubins-mlir"] * bool(by_mlir)
    return ["interp", "cpu", "threads", "warps", *others]


def with_warps(original):
    """A `__getitem__` for kernels whose launches have four warps unless they say how many."""
    return lambda kernel, grid: lambda *args, **kwargs: original(kernel, grid)(*args, **{"num_warps": 4, **kwargs})


def with_cubins(original, target):
    """A `__getitem__` for kernels that makes machine code for a GPU's target, too: behind the launch,
    which gives the warnings that a kernel gives once, to backends before this one as well."""
    def launch(kernel, grid, args, kwargs):
        kernel.clear_cache()
        result = original(kernel, grid)(*args, **kwargs)
        with device_arrays.environment(MYTRITON_BACKEND=target), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert original(kernel, grid)(*args, **kwargs).asm["cubin"]
        return result

    return lambda kernel, grid: lambda *args, **kwargs: launch(kernel, grid, args, kwargs)


def with_memrefs(original):
    """A `__getitem__` for kernels whose arrays are memrefs; others skip their test."""
    def launch(kernel, grid, args, kwargs):
        try:
            with device_arrays.environment(MYTRITON_MLIR_ABI="memref"):
                return original(kernel, grid)(*args, **kwargs)
        except CompileError as error:
            if "-mlir-abi=memref takes only" not in str(error):
                raise
            pytest.skip("pointers that are no memrefs")

    return lambda kernel, grid: lambda *args, **kwargs: launch(kernel, grid, args, kwargs)


def use(name, monkeypatch):
    """Launches go to that target."""
    monkeypatch.setenv("MYTRITON_BACKEND", TARGETS.get(name, name))
    subscript = JITFunction.__getitem__
    if name.endswith("warps"):
        subscript = with_warps(subscript)
    if name.startswith("cubins-"):
        target = name.removeprefix("cubins-")
        subscript = with_cubins(subscript, TARGETS.get(target, target))
    if name.endswith("memref"):
        subscript = with_memrefs(subscript)
    if name == "copies" or name in ON_GPU:
        memory = device_arrays.CupyMemory() if name in ON_GPU else device_arrays.HostMemory()
        subscript = device_arrays.DeviceLauncher(memory).subscript(subscript)
    if subscript is not JITFunction.__getitem__:
        monkeypatch.setattr(JITFunction, "__getitem__", subscript)


def check_gpu():
    """After a kernel that went astray nothing runs in this process any more."""
    try:
        device_arrays.CupyMemory().wait()
    except RuntimeError as error:
        if "PYTEST_XDIST_WORKER" in os.environ:
            os._exit(1)  # there will be another worker
        pytest.exit("the GPU is lost: %s" % error)


@pytest.fixture(params=backends())
def backend(request, monkeypatch):
    if request.param == "warps" and not request.node.get_closest_marker("races"):
        monkeypatch.setenv("MYTRITON_CHECK", "1")
    if request.param in ON_GPU and request.node.get_closest_marker("traps"):
        pytest.skip("its kernel ends this process's use of a GPU")
    use(request.param, monkeypatch)
    yield request.param
    if request.param in ON_GPU:
        check_gpu()


@pytest.fixture
def some_backend(monkeypatch):
    """some_backend(seed): one of the targets, for tests that are many anyway."""
    return lambda seed: use(backends()[seed % len(backends())], monkeypatch)
