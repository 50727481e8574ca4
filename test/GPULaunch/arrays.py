"""Arrays of the GPU in every form that libraries give them."""

import ctypes
import math

import fake_gpu

#: where a device's memory starts
BASE = [1 << 40, 2 << 40]

CODES = {"float32": (2, 32), "float16": (2, 16), "int32": (0, 32), "bfloat16": (4, 16),
         "uint8": (1, 8), "bool": (6, 8), "complex64": (5, 64)}
TYPESTR = {"float32": "<f4", "float16": "<f2", "int32": "<i4", "uint8": "|u1"}


def exchanged(offset=0, shape=(1024,), dtype="float32", device=0, strides=None):
    """As a library with DLPack's exchange interface."""
    code, bits = CODES[dtype]
    return fake_gpu.Tensor(BASE[device] + offset, shape, code=code, bits=bits, device=device,
                           strides=strides)


class Interface:
    """As CuPy: `__cuda_array_interface__`."""

    def __init__(self, offset=0, shape=(1024,), dtype="float32", device=0, strides=None,
                 readonly=False):
        self.dtype = dtype
        self.__cuda_array_interface__ = {
            "shape": shape, "typestr": TYPESTR[dtype], "data": (BASE[device] + offset, readonly),
            "strides": strides, "version": 3}


class CuPy:
    """With CuPy's own attributes; the interface is asked for where elements have gaps."""

    class Pointer:
        def __init__(self, address, device):
            self.ptr, self.device_id = address, device

    def __init__(self, offset=0, shape=(1024,), dtype="float32", device=0, strides=None):
        self.data = CuPy.Pointer(BASE[device] + offset, device)
        self.dtype, self.size = dtype, math.prod(shape)
        self._c_contiguous = strides is None
        self.interface = Interface(offset, shape, dtype, device, strides).__cuda_array_interface__
        self.times_asked = 0

    @property
    def __cuda_array_interface__(self):
        self.times_asked += 1
        return self.interface


CuPy.__module__ = "cupy"


class Torch:
    """As a tensor without the exchange interface."""

    class Device:
        def __init__(self, index):
            self.type, self.index = "cuda", index

    class Storage:
        def __init__(self, address, size):
            self.address, self.size = address, size

        def data_ptr(self):
            return self.address

        def nbytes(self):
            return self.size

    def __init__(self, offset=0, shape=(1024,), dtype="float32", device=0):
        self.dtype = "torch." + dtype
        self.device = Torch.Device(device)
        self.address = BASE[device] + offset
        self.size = math.prod(shape) * 4

    def data_ptr(self):
        return self.address

    def untyped_storage(self):
        return Torch.Storage(self.address, self.size)


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
                ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("owner", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", DLTensor)]


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Capsule:
    """An array that only has `__dlpack__`, as JAX's."""

    def __init__(self, offset=0, shape=(1024,), dtype="float32", device=0, strides=None,
                 versioned=True, readonly=False, device_type=2, major=1):
        code, bits = CODES[dtype]
        self.shape = (ctypes.c_int64 * len(shape))(*shape)
        self.strides = (ctypes.c_int64 * len(shape))(*strides) if strides else None
        # Half of the address is in the offset.
        tensor = DLTensor(BASE[device] + offset - 64, device_type, device, len(shape), code, bits,
                          1, self.shape, self.strides, 64)
        self.managed = Versioned(major, 0, None, None, int(readonly), tensor)
        self.versioned, self.streams = versioned, []

    def __dlpack_device__(self):
        return (self.managed.tensor.device_type, self.managed.tensor.device_id)

    def __dlpack__(self, stream=None):
        self.streams.append(stream)
        if self.versioned:
            return _new_capsule(ctypes.addressof(self.managed), b"dltensor_versioned", None)
        return _new_capsule(ctypes.addressof(self.managed.tensor), b"dltensor", None)
