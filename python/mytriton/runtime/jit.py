"""`triton.runtime.jit`: jitted functions and arrays seen as other element types."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from ..jit import JITFunction, KernelParam, jit  # noqa: F401
from ..language.dtypes import dtype as _dtype

#: every spelling of an element type -> the short one that signatures use
type_canonicalisation_dict = {
    "bool": "i1", "int1": "u1", "uint1": "u1", "i1": "i1", "u1": "u1",
    "float8e4nv": "fp8e4nv", "float8e5": "fp8e5", "float8e4b15": "fp8e4b15",
    "float8_e4m3fn": "fp8e4nv", "float8e4b8": "fp8e4b8", "float8_e4m3fnuz": "fp8e4b8",
    "float8_e5m2": "fp8e5", "float8e5b16": "fp8e5b16", "float8_e5m2fnuz": "fp8e5b16",
    "half": "fp16", "float16": "fp16", "bfloat16": "bf16", "float": "fp32", "float32": "fp32",
    "double": "fp64", "float64": "fp64", "void": "void",
    **{"int%d" % bits: "i%d" % bits for bits in (8, 16, 32, 64)},
    **{"uint%d" % bits: "u%d" % bits for bits in (8, 16, 32, 64)},
}
type_canonicalisation_dict.update(
    {short: short for short in list(type_canonicalisation_dict.values())})


class TensorWrapper:
    """An array whose memory kernels see as elements of another type of the same width."""

    def __init__(self, base, dtype):
        self.base = base
        self.dtype = dtype
        self.data = getattr(base, "data", None)
        self.device = getattr(base, "device", None)
        self.shape = base.shape

    def data_ptr(self):
        return self.base.data_ptr()

    def stride(self, *args):
        return self.base.stride(*args)

    def element_size(self):
        return self.base.element_size()

    def cpu(self):
        return TensorWrapper(self.base.cpu(), self.dtype)

    def copy_(self, other):
        self.base.copy_(other.base)

    def clone(self):
        return TensorWrapper(self.base.clone(), self.dtype)

    def to(self, device):
        return TensorWrapper(self.base.to(device), self.dtype)

    def new_empty(self, sizes):
        return TensorWrapper(self.base.new_empty(sizes), self.dtype)

    def __str__(self):
        return "TensorWrapper[%s](%s)" % (self.dtype, self.base)


def reinterpret(tensor, dtype):
    """The memory of `tensor` as elements of `dtype`, such as unsigned or 8-bit float ones.

    Takes anything with `data_ptr()`; its own element type gives back the tensor itself.
    """
    if not isinstance(dtype, _dtype):
        raise TypeError("reinterpret needs an element type of the language, got %r" % (dtype,))
    if isinstance(tensor, TensorWrapper):
        return tensor.base if dtype == tensor.base.dtype else TensorWrapper(tensor.base, dtype)
    if hasattr(tensor, "data_ptr"):
        return TensorWrapper(tensor, dtype)
    raise TypeError("cannot reinterpret a %s: it has no data_ptr()" % type(tensor).__name__)
