"""Arrays of the GPU in every form that libraries give them."""

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
