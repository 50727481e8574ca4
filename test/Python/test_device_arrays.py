"""The launches that test GPUs notice what a kernel does wrong: tests of test/Support/device_arrays.py."""

import os

import device_arrays
import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl
from mytriton.jit import JITFunction


@triton.jit
def half_kernel(x, out, n):
    i = tl.arange(0, 16)
    tl.store(out + i, tl.load(x + i) * 0, mask=i < n)


@triton.jit
def count_kernel(counts, x):
    i = tl.arange(0, 16)
    tl.atomic_add(counts + tl.load(x + i), 1)


class Device:
    """Launches on copies; `fault` may then change an array of bytes, with its guards."""

    def __init__(self, fault=lambda data: None):
        self.fault, self.uploaded = fault, []
        launcher = device_arrays.DeviceLauncher(self)
        self.launch = launcher.subscript(JITFunction.__getitem__)
        self.host = device_arrays.HostMemory()
        self.view = self.host.view

    def upload(self, data):
        self.uploaded.append(data.copy())
        return self.host.upload(data)

    def download(self, array):
        if os.environ.get("MYTRITON_CHECK") != "1":
            self.fault(array)
        return array


@pytest.fixture(autouse=True)
def interp(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")


def payload(data):
    return data[device_arrays.GUARD:-device_arrays.GUARD]


def test_outputs_are_poisoned_and_what_stays_is_restored():
    device, x, out = Device(), np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    device.launch(half_kernel, (1,))(x, out, 10)
    assert (payload(device.uploaded[-1]) == device_arrays.POISON).all()
    assert not out.any()


def test_inputs_are_not_poisoned():
    device, x, counts = Device(), np.zeros(16, np.int32), np.zeros(4, np.int32)
    device.launch(count_kernel, (1,))(counts, x)
    assert not payload(device.uploaded[0]).any() and not payload(device.uploaded[1]).any()
    assert counts.tolist() == [16, 0, 0, 0]


def test_views_of_one_array_stay_views_of_one_array():
    device, both = Device(), np.zeros((2, 16), np.float32)
    both[0] = 1
    device.launch(half_kernel, (1,))(both[0], both[1], 16)
    device.launch(half_kernel, (1,))(both[1], both[0, ::-1], 16)
    assert len(device.uploaded) == 2


def test_an_output_that_is_not_written_is_noticed():
    def forget(data):
        payload(data)[:4] = device_arrays.POISON
    out = np.zeros(16, np.float32)
    Device(forget).launch(half_kernel, (1,))(np.ones(16, np.float32), out, 16)
    assert out[0] != 0


def test_a_write_where_none_should_be_is_noticed():
    def spoil(data):
        payload(data)[-1] = 1
    with pytest.raises(AssertionError, match="wrote what the interpreter does not"):
        Device(spoil).launch(half_kernel, (1,))(np.ones(16, np.float32), np.zeros(16, np.float32), 10)


def test_a_write_around_an_array_is_noticed():
    def spoil(data):
        data[0] = 1
    with pytest.raises(AssertionError, match="memory around an array"):
        Device(spoil).launch(half_kernel, (1,))(np.ones(16, np.float32), np.zeros(16, np.float32), 10)


def test_read_only_arrays_stay_read_only():
    x, out = np.ones(16, np.float32), np.zeros(16, np.float32)
    out.flags.writeable = False
    with pytest.raises(triton.CompileError, match="constant"):
        Device().launch(half_kernel, (1,))(x, out, 10)
