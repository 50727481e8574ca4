"""What targets that make PTX pass to the driver, which takes it as it is: pointers, memrefs."""

import os
import re
import subprocess
import sys

import pytest

from arrays import BASE, Torch, exchanged
from kernels import make_add
from mytriton import _mytriton

TARGETS = [name for name, runs in _mytriton.targets() if runs and name in ("nvptx", "mlir")]
needs_mlir = pytest.mark.skipif("mlir" not in TARGETS, reason="built without MLIR")
#: elements of an array that does not say how many it has, times their bytes
UNKNOWN = (1 << 63) - 1


WITHOUT_PLUGIN = """
import mytriton as triton, mytriton.language as tl
from arrays import exchanged
@triton.jit
def fill_kernel(x, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 1.0)
fill_kernel[(1,)](exchanged(), BLOCK=32)
"""


class Silent(Torch):
    """As a tensor of a library that does not say how much memory it has."""

    untyped_storage = None


@pytest.fixture
def backend(gpu, monkeypatch):
    """backend("mlir"): launches go there, and the driver is the assembler."""
    monkeypatch.setenv("MYTRITON_ASSEMBLER", "driver")
    return lambda name: monkeypatch.setenv("MYTRITON_BACKEND", name)


def launch_add(gpu, make=exchanged):
    arrays = [make(offset=i << 20) for i in range(3)]
    result = make_add()[(4,)](*arrays, 1000, BLOCK=256)
    [launch] = gpu.launches()
    assert launch["name"] == "add_kernel" and launch["grid"] == (4, 1, 1)
    assert launch["threads"] == 256
    return result, launch["args"]


@pytest.mark.parametrize("name", TARGETS)
def test_pointers(gpu, backend, name):
    backend(name)
    result, args = launch_add(gpu)
    assert args == (BASE[0], BASE[0] + (1 << 20), BASE[0] + (2 << 20), 1000)
    assert result.metadata.target == name


@needs_mlir
@pytest.mark.parametrize("make, size", [(exchanged, 1024), (Torch, 1024), (Silent, UNKNOWN // 4)])
def test_memrefs(gpu, backend, monkeypatch, make, size):
    backend("mlir")
    monkeypatch.setenv("MYTRITON_MLIR_ABI", "memref")
    result, args = launch_add(gpu, make)
    assert args[15:] == (1000,)
    for i in range(3):
        address = BASE[0] + (i << 20)
        assert args[5 * i:5 * i + 5] == (address, address, 0, size, 1)
    assert "memref<?xf32>" in result.asm["mlir"]


@needs_mlir
def test_another_convention_is_another_version(gpu, backend, monkeypatch):
    backend("mlir")
    kernel = make_add()
    arrays = [exchanged(offset=i << 20) for i in range(3)]
    for abi, count in [("ptr", 4), ("memref", 16), ("ptr", 4)]:
        monkeypatch.setenv("MYTRITON_MLIR_ABI", abi)
        kernel[(4,)](*arrays, 1000, BLOCK=256)
        assert [len(launch["args"]) for launch in gpu.launches()] == [count]
    monkeypatch.setenv("MYTRITON_MLIR_ABI", "tuple")
    with pytest.raises(ValueError, match="MYTRITON_MLIR_ABI is 'tuple'; there are ptr and memref"):
        kernel[(4,)](*arrays, 1000, BLOCK=256)


def test_without_the_plugin(gpu, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(WITHOUT_PLUGIN)
    paths = os.pathsep.join(sys.path)
    environment = dict(os.environ, PYTHONPATH=paths, MYTRITON_BACKEND="mlir", MYTRITON_MLIR_PLUGIN="/none.so")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode != 0
    assert re.search(r"CudaUnavailableError: fill_kernel\(\): an argument is in GPU memory, but MYTRITON_MLIR_PLUGIN "
                     r"names '/none.so', which is no file", done.stderr), done.stderr
