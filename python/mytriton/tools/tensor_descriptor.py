"""Descriptors of arrays made on the host, as arguments of kernels."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import typing
from dataclasses import dataclass
from typing import Any, List

from .. import _mytriton
from ..language import constexpr

_ROW_BYTES = 16


class _Argument(typing.NamedTuple):
    """What the kernel is launched with in place of a descriptor."""

    base: Any
    shape: tuple
    strides: tuple
    block_shape: constexpr
    padding: constexpr


#: what the compiler recognizes the class by
_Argument.__mytriton_name__ = "triton.tools.TensorDescriptor"


def _item_size(array):
    size = getattr(array, "itemsize", None)
    return size if isinstance(size, int) else array.element_size()


def _address(array):
    if hasattr(array, "data_ptr"):
        return array.data_ptr()
    interface = getattr(array, "__array_interface__", None) or array.__cuda_array_interface__
    return interface["data"][0]


def _strides(array):
    if hasattr(array, "stride"):
        return list(array.stride())
    return [stride // array.itemsize for stride in array.strides]


@dataclass
class TensorDescriptor:
    """An array that a kernel reads and writes by blocks of one shape.

    In the kernel it is what `tl.make_tensor_descriptor` gives.
    """

    base: Any
    shape: List[int]
    strides: List[int]
    block_shape: List[int]
    padding: str = "zero"
    round_f32_to_tf32: bool = False

    def __post_init__(self):
        rank = len(self.shape)
        size = _item_size(self.base)
        if rank == 0 or len(self.strides) != rank or len(self.block_shape) != rank:
            raise ValueError(
                "shape, strides and block_shape must have one length of at least 1, got %d, %d and %d"
                % (rank, len(self.strides), len(self.block_shape)))
        if self.strides[-1] != 1:
            raise ValueError("the last stride must be 1, got %d" % self.strides[-1])
        if self.padding not in ("zero", "nan"):
            raise ValueError("padding must be 'zero' or 'nan', got %r" % (self.padding,))
        if _address(self.base) % _ROW_BYTES:
            raise ValueError("the base must be aligned to 16 bytes")
        for stride in self.strides[:-1]:
            if stride * size % _ROW_BYTES:
                raise ValueError("strides but the last must be multiples of 16 bytes, got %d elements of "
                                 "%d bytes" % (stride, size))

    @staticmethod
    def from_tensor(tensor, block_shape, padding="zero", round_f32_to_tf32=False):
        """A descriptor of a whole array."""
        return TensorDescriptor(tensor, list(tensor.shape), _strides(tensor), block_shape, padding,
                                round_f32_to_tf32)

    def _launch_argument(self):
        block = tuple(int(extent) for extent in self.block_shape)
        return _Argument(self.base, tuple(self.shape), tuple(self.strides), constexpr(block),
                         constexpr(self.padding))


_mytriton.set_descriptor_class(TensorDescriptor)
