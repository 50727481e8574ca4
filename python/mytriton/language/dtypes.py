"""Element types, pointer and block types as kernels and the host see them."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import enum

from .constexpr import constexpr


class KIND(enum.IntEnum):
    """Order of promotion between kinds of numbers."""

    BOOLEAN = 0
    INTEGRAL = 1
    FLOATING = 2


class dtype:
    """A type of scalars, equal to another of the same name.

    `str` is the short name that signatures use (`fp32`), `repr` can be evaluated.
    """

    #: short name -> (bits, mantissa bits, exponent bias)
    FLOATS = {
        "fp8e4nv": (8, 3, 7),
        "fp8e4b8": (8, 3, 8),
        "fp8e4b15": (8, 3, 15),
        "fp8e5": (8, 2, 15),
        "fp8e5b16": (8, 2, 16),
        "fp16": (16, 10, 15),
        "bf16": (16, 7, 127),
        "fp32": (32, 23, 127),
        "fp64": (64, 52, 1023),
    }
    SIGNED = ("int8", "int16", "int32", "int64")
    UNSIGNED = ("int1", "uint8", "uint16", "uint32", "uint64")
    #: Triton's names of these lists
    SINT_TYPES, UINT_TYPES, FP_TYPES = list(SIGNED), list(UNSIGNED), list(FLOATS)
    STANDARD_FP_TYPES = ["fp16", "bf16", "fp32", "fp64"]
    OTHER_TYPES = ["void"]

    def __init__(self, name):
        self.name = getattr(name, "value", name)
        if self.name in self.FLOATS:
            facts = self.FLOATS[self.name]
            self.primitive_bitwidth, self.fp_mantissa_width, self.exponent_bias = facts
            self.itemsize = self.primitive_bitwidth // 8
        elif self.name in self.SIGNED or self.name in self.UNSIGNED:
            self.int_signedness = "signed" if self.name in self.SIGNED else "unsigned"
            self.int_bitwidth = int(self.name.rpartition("int")[2])
            self.primitive_bitwidth = self.int_bitwidth
            self.itemsize = max(1, self.int_bitwidth // 8)
        elif self.name == "void":
            self.primitive_bitwidth = self.itemsize = 0
        else:
            raise ValueError("there is no element type called %r" % (self.name,))

    @property
    def __mytriton_name__(self):
        """What the compiler recognizes the object by."""
        return "triton.language." + PUBLIC_NAMES.get(self.name, self.name)

    @property
    def scalar(self):
        return self

    @property
    def element_ty(self):
        raise AttributeError("%r is no pointer or block type and has no element type" % self)

    @property
    def shape(self):
        return ()

    def is_int(self):
        return self.name in self.SIGNED or self.name in self.UNSIGNED

    def is_int_signed(self):
        return self.name in self.SIGNED

    def is_int_unsigned(self):
        return self.name in self.UNSIGNED

    def is_bool(self):
        return self.name == "int1"

    def is_floating(self):
        return self.name in self.FLOATS

    def is_standard_floating(self):
        return self.name in self.STANDARD_FP_TYPES

    def is_fp8(self):
        return self.name.startswith("fp8")

    def is_void(self):
        return self.name == "void"

    def is_ptr(self):
        return False

    def is_block(self):
        return False

    def is_const(self):
        return False

    def kind(self):
        if self.is_bool():
            return KIND.BOOLEAN
        return KIND.FLOATING if self.is_floating() else KIND.INTEGRAL

    def get_int_min_value(self):
        return -(1 << (self.int_bitwidth - 1)) if self.is_int_signed() else 0

    def get_int_max_value(self):
        return (1 << (self.int_bitwidth - self.is_int_signed())) - 1

    def with_element_ty(self, element_ty):
        return element_ty

    def __eq__(self, other):
        other = getattr(other, "value", other)
        return type(other) is dtype and other.name == self.name

    def __hash__(self):
        return hash(("mytriton.dtype", self.name))

    def __str__(self):
        return self.name

    def __repr__(self):
        return "mytriton.language." + PUBLIC_NAMES.get(self.name, self.name)

    def __reduce__(self):
        return (dtype, (self.name,))

    def __call__(self, *args, **kwargs):
        raise RuntimeError("mytriton.language.%s(...) converts values inside kernels only"
                           % PUBLIC_NAMES.get(self.name, self.name))


def _add_predicates():
    """is_fp32(), is_int64() … for each element type."""
    for name in (*dtype.FLOATS, *dtype.SIGNED, *dtype.UNSIGNED):
        setattr(dtype, "is_" + name, lambda self, name=name: self.name == name)


_add_predicates()

#: short name -> the name in `mytriton.language` where they differ
PUBLIC_NAMES = {
    "fp8e4nv": "float8e4nv",
    "fp8e4b8": "float8e4b8",
    "fp8e4b15": "float8e4b15",
    "fp8e5": "float8e5",
    "fp8e5b16": "float8e5b16",
    "fp16": "float16",
    "bf16": "bfloat16",
    "fp32": "float32",
    "fp64": "float64",
}

void = dtype("void")
int1 = dtype("int1")
int8 = dtype("int8")
int16 = dtype("int16")
int32 = dtype("int32")
int64 = dtype("int64")
uint8 = dtype("uint8")
uint16 = dtype("uint16")
uint32 = dtype("uint32")
uint64 = dtype("uint64")
float8e4nv = dtype("fp8e4nv")
float8e4b8 = dtype("fp8e4b8")
float8e4b15 = dtype("fp8e4b15")
float8e5 = dtype("fp8e5")
float8e5b16 = dtype("fp8e5b16")
float16 = dtype("fp16")
bfloat16 = dtype("bf16")
float32 = dtype("fp32")
float64 = dtype("fp64")


class pointer_type(dtype):
    """The type of an address of elements of one type."""

    def __init__(self, element_ty, address_space=1, const=False):
        element_ty = getattr(element_ty, "value", element_ty)
        if not isinstance(element_ty, dtype):
            raise TypeError("a pointer_type needs an element type, not " + repr(element_ty))
        self._element_ty = element_ty
        self.address_space = address_space
        self.const = const
        self.name = "pointer<%s>" % element_ty
        self.primitive_bitwidth, self.itemsize = 64, 8

    @property
    def element_ty(self):
        return self._element_ty

    def is_ptr(self):
        return True

    def is_const(self):
        return self.const

    def __eq__(self, other):
        return (type(other) is pointer_type and other.element_ty == self.element_ty
                and other.address_space == self.address_space and other.const == self.const)

    def __hash__(self):
        return hash(("pointer", self.element_ty, self.address_space, self.const))

    def __str__(self):
        return ("*k" if self.const else "*") + str(self.element_ty)

    def __repr__(self):
        return "mytriton.language.pointer_type(%r)" % self.element_ty

    def __reduce__(self):
        return (pointer_type, (self.element_ty, self.address_space, self.const))


class block_type(dtype):
    """The type of a block: elements of one type in a shape."""

    def __init__(self, element_ty, shape):
        self._element_ty = getattr(element_ty, "value", element_ty)
        self._shape = tuple(getattr(extent, "value", extent) for extent in shape)
        if not self._shape:
            raise TypeError("a block_type needs at least one extent; rank 0 is the bare element type")
        self.numel = 1
        for extent in self._shape:
            self.numel *= extent
        self.name = "<%s, %s>" % (list(self._shape), self._element_ty)
        self.primitive_bitwidth = self._element_ty.primitive_bitwidth
        self.itemsize = self._element_ty.itemsize

    @property
    def element_ty(self):
        return self._element_ty

    @property
    def scalar(self):
        return self._element_ty

    @property
    def shape(self):
        return self._shape

    def is_block(self):
        return True

    def with_element_ty(self, element_ty):
        return block_type(element_ty, self._shape)

    def __eq__(self, other):
        return (type(other) is block_type and other.element_ty == self.element_ty
                and other.shape == self.shape)

    def __hash__(self):
        return hash(("block", self.element_ty, self.shape))

    def __str__(self):
        return self.name

    def __repr__(self):
        return "mytriton.language.block_type(%r, %r)" % (self._element_ty, list(self._shape))

    def __reduce__(self):
        return (block_type, (self._element_ty, self._shape))


pi32_t = pointer_type(int32)


def str_to_ty(name, c=None):
    """The type a signature spells: `*fp32`, `*kfp16`, `i32`, `constexpr` is passed through.

    `c` is the value of a compile-time parameter.
    """
    if name == "constexpr":
        return constexpr(c)
    if name.startswith("*"):
        const = name.startswith("*k")
        return pointer_type(str_to_ty(name[1 + const:]), const=const)
    if name in ("i1", "u1", "B"):
        return int1
    if name[:1] in "iu" and name[1:].isdigit():
        return dtype(("int" if name[0] == "i" else "uint") + name[1:])
    return dtype(name)


class const:
    """Annotation of a pointer parameter that the kernel only reads."""

    __mytriton_name__ = "triton.language.const"


class tensor:
    """The class of every value inside a kernel; only kernels make instances."""

    __mytriton_name__ = "triton.language.tensor"

    def __init__(self, *args, **kwargs):
        raise RuntimeError("values of class mytriton.language.%s exist inside kernels only"
                           % type(self).__name__)


class tensor_descriptor(tensor):
    """The class of what `make_tensor_descriptor` gives, and of descriptors made on the host."""

    __mytriton_name__ = "triton.language.tensor_descriptor"
