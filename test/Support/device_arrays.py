"""Launches of kernels over NumPy arrays on a device that has memory of its own.

Each launch copies what the arrays it is given lie in, and copies it back when the
kernel is done. Around each copy lie bytes that no kernel may touch. Elements that are
only written start poisoned: which ones these are says a checked run of the interpreter.
"""

import contextlib
import copy
import ctypes
import os

import numpy as np

from mytriton.errors import CheckError, CompileError
from mytriton.tools.tensor_descriptor import TensorDescriptor

POISON = 0xC3
GUARD = 256  # bytes, and what copies are aligned to


class CupyMemory:
    """Memory of the current GPU."""

    def __init__(self):
        import cupy
        self.cupy, self.libc = cupy, ctypes.CDLL(None)

    def upload(self, data):
        """The device's copy of bytes."""
        return self.cupy.asarray(data)

    def view(self, copied, offset, array):
        """What stands for `array` in launches: its shape at a place of `copied`."""
        return View(array, copied.data.ptr + offset)

    def wait(self):
        """For all kernels; raises their errors."""
        self.cupy.cuda.runtime.deviceSynchronize()

    def download(self, copied):
        data = self.cupy.asnumpy(copied)  # waits for kernels, and raises their errors
        self.libc.fflush(None)  # what they printed
        return data


class HostMemory:
    """A device that is none: tests the copies themselves."""

    def upload(self, data):
        room = np.empty(data.size + GUARD, np.uint8)
        start = -room.ctypes.data % GUARD
        room[start:start + data.size] = data
        return room[start:start + data.size]

    def view(self, copied, offset, array):
        seen = np.ndarray(array.shape, array.dtype, copied, offset, array.strides)
        seen.flags.writeable = array.flags.writeable
        return seen

    def download(self, copied):
        return copied


class View:
    """An array of the host as a place in a GPU's memory."""

    def __init__(self, array, address):
        self.dtype, self.shape, self.strides, self.itemsize = array.dtype, array.shape, array.strides, array.itemsize
        self.__cuda_array_interface__ = {
            "shape": array.shape, "typestr": array.dtype.str, "strides": array.strides,
            "data": (address, not array.flags.writeable), "version": 3}


def root_of(array):
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def bytes_of(root):
    """The memory of an array that owns it."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * root.nbytes).from_address(root.ctypes.data))


def find_arrays(value):
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, TensorDescriptor):
        yield from find_arrays(value.base)
    elif isinstance(value, tuple):
        for each in value:
            yield from find_arrays(each)


def replace_arrays(value, place):
    """`value` with place(array) for each array in it."""
    if isinstance(value, np.ndarray):
        return place(value)
    if isinstance(value, TensorDescriptor):
        moved = copy.copy(value)
        moved.base = replace_arrays(value.base, place)
        return moved
    if isinstance(value, tuple):
        parts = [replace_arrays(each, place) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


@contextlib.contextmanager
def environment(**variables):
    before = {name: os.environ.get(name) for name in variables}
    try:
        for name, text in variables.items():
            os.environ[name] = text
        yield
    finally:
        for name, text in before.items():
            if text is None:
                del os.environ[name]
            else:
                os.environ[name] = text


@contextlib.contextmanager
def silence():
    """What kernels print goes nowhere."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


class Launch:
    """One launch: the arrays' memory by the address of who owns it."""

    def __init__(self, start, args, kwargs):
        self.start, self.args, self.kwargs = start, args, kwargs
        arrays = [a for value in (*args, *kwargs.values()) for a in find_arrays(value)]
        self.roots = {id(root_of(a)): root_of(a) for a in arrays}
        self.before = {key: bytes_of(root).copy() for key, root in self.roots.items()}

    def replaced(self, place):
        args = [replace_arrays(value, place) for value in self.args]
        return args, {name: replace_arrays(value, place) for name, value in self.kwargs.items()}

    def on(self, memory, contents):
        """Runs on copies of contents. The result, and the contents afterwards."""
        edge = np.full(GUARD, POISON, np.uint8)
        copies = {key: memory.upload(np.concatenate([edge, data, edge])) for key, data in contents.items()}

        def place(array):
            root = root_of(array)
            offset = GUARD + array.ctypes.data - root.ctypes.data
            return memory.view(copies[id(root)], offset, array)

        args, kwargs = self.replaced(place)
        result = self.start(*args, **kwargs)
        after = {}
        for key, copied in copies.items():
            found = np.array(memory.download(copied))
            assert (found[:GUARD] == POISON).all() and (found[-GUARD:] == POISON).all(), "memory around an array changed"
            after[key] = found[GUARD:-GUARD]
        return result, after


def interpreted(launch, contents):
    """What the interpreter makes of contents; None if it finds a fault."""
    with environment(MYTRITON_BACKEND="interp", MYTRITON_CHECK="1"), silence():
        try:
            return launch.on(HostMemory(), contents)[1]
        except (RuntimeError, CheckError, CompileError):
            return None


def poisoned(launch):
    """The contents to start from, and by owner the bytes that must keep their poison."""
    contents, kept = dict(launch.before), {}
    candidates = [key for key, data in contents.items() if data.size and not data.any()]
    expected = interpreted(launch, contents) if candidates else None
    for key in candidates if expected else []:
        trial = {**contents, key: np.full_like(contents[key], POISON)}
        found = interpreted(launch, trial)
        if not found:
            continue
        untouched = (found[key] == POISON) & (expected[key] == 0)
        same = all(np.array_equal(found[k], expected[k]) for k in expected if k not in kept and k != key)
        if same and (untouched | (found[key] == expected[key])).all():
            contents, kept[key] = trial, untouched
    return contents, kept


class DeviceLauncher:
    """Stands for `kernel[grid]`, with launches that go to a device's memory."""

    def __init__(self, memory, poison=True):
        self.memory, self.poison = memory, poison

    def subscript(self, original):
        """A `__getitem__` for kernels."""
        return lambda kernel, grid: lambda *args, **kwargs: self.launch(original(kernel, grid), args, kwargs)

    def launch(self, start, args, kwargs):
        launch = Launch(start, args, kwargs)
        if not launch.roots:
            return start(*args, **kwargs)
        contents, kept = poisoned(launch) if self.poison else (launch.before, {})
        result, after = launch.on(self.memory, contents)
        for key, untouched in kept.items():
            assert (after[key][untouched] == POISON).all(), "the kernel wrote what the interpreter does not"
            after[key][untouched] = 0
        for key, root in launch.roots.items():
            if root.flags.writeable:
                bytes_of(root)[...] = after[key]
        return result
