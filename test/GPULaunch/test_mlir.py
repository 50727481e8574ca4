"""What targets that make PTX pass to the driver, which takes it as it is: pointers, memrefs."""

import pytest

import mytriton as triton
import mytriton.language as tl
from arrays import BASE, exchanged
from mytriton import _mytriton

TARGETS = [name for name, runs in _mytriton.targets() if runs and name in ("nvptx", "mlir")]


def make_add():
    @triton.jit
    def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
        offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = offsets < n
        total = tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask)
        tl.store(out + offsets, total, mask=mask)

    return add_kernel


@pytest.fixture
def backend(gpu, monkeypatch):
    """backend("mlir"): launches go there, and the driver is the assembler."""
    monkeypatch.setenv("MYTRITON_ASSEMBLER", "driver")
    return lambda name: monkeypatch.setenv("MYTRITON_BACKEND", name)


def launch_add(gpu, **options):
    arrays = [exchanged(offset=i << 20, **options) for i in range(3)]
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
