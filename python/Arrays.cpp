//===- Arrays.cpp - Arrays of any library, by protocol --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order: the buffer protocol (NumPy, bytearray, array.array),
// `data_ptr()` with `dtype` (PyTorch and wrappers), `__array_interface__`
// (NumPy element types that buffers cannot name), `__cuda_array_interface__`
// (CuPy). A kernel sees the address of the first element; strides are its own
// business.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Errors.h"
#include "Session.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using namespace mt::python;

std::optional<TypeKind> python::parseDTypeName(llvm::StringRef Name) {
  Name.consume_front("torch.");
  return llvm::StringSwitch<std::optional<TypeKind>>(Name)
      .Cases({"bool", "int1", "bool_"}, TypeKind::Bool)
      .Case("int8", TypeKind::I8)
      .Case("int16", TypeKind::I16)
      .Case("int32", TypeKind::I32)
      .Case("int64", TypeKind::I64)
      .Case("uint8", TypeKind::U8)
      .Case("uint16", TypeKind::U16)
      .Case("uint32", TypeKind::U32)
      .Case("uint64", TypeKind::U64)
      .Cases({"float16", "fp16"}, TypeKind::F16)
      .Cases({"bfloat16", "bf16"}, TypeKind::BF16)
      .Cases({"float32", "fp32"}, TypeKind::F32)
      .Cases({"float64", "fp64"}, TypeKind::F64)
      .Cases({"float8_e4m3fn", "fp8e4nv"}, TypeKind::F8E4M3FN)
      .Cases({"float8_e5m2", "fp8e5"}, TypeKind::F8E5M2)
      .Cases({"float8_e4m3fnuz", "fp8e4b8"}, TypeKind::F8E4M3FNUZ)
      .Cases({"float8_e5m2fnuz", "fp8e5b16"}, TypeKind::F8E5M2FNUZ)
      .Default(std::nullopt);
}

static std::optional<TypeKind> integerKind(bool Signed, Py_ssize_t Bytes) {
  switch (Bytes) {
  case 1:
    return Signed ? TypeKind::I8 : TypeKind::U8;
  case 2:
    return Signed ? TypeKind::I16 : TypeKind::U16;
  case 4:
    return Signed ? TypeKind::I32 : TypeKind::U32;
  case 8:
    return Signed ? TypeKind::I64 : TypeKind::U64;
  default:
    return std::nullopt;
  }
}

/// The element type of a buffer's format, as `struct` spells it. Sizes of
/// `l` and the like differ between platforms and modes, so ask ItemSize.
static std::optional<TypeKind> kindOfFormat(const char *Format,
                                            Py_ssize_t ItemSize) {
  if (!Format)
    return ItemSize == 1 ? std::optional(TypeKind::U8) : std::nullopt;
  if (*Format == '<' || *Format == '=' || *Format == '@')
    ++Format;
  if (Format[0] == 0 || Format[1] != 0)
    return std::nullopt;
  switch (*Format) {
  case '?':
    return TypeKind::Bool;
  case 'e':
    return TypeKind::F16;
  case 'f':
    return TypeKind::F32;
  case 'd':
    return TypeKind::F64;
  case 'b':
  case 'h':
  case 'i':
  case 'l':
  case 'q':
  case 'n':
    return integerKind(true, ItemSize);
  case 'B':
  case 'H':
  case 'I':
  case 'L':
  case 'Q':
  case 'N':
    return integerKind(false, ItemSize);
  default:
    return std::nullopt;
  }
}

static void setAddress(const Parameter &P, uint64_t Address, TypeKind Kind,
                       Argument &Result) {
  Result.Key.Class = ArgumentClass::Pointer;
  Result.Key.Kind = Kind;
  Result.Key.Divisible16 =
      !P.NoSpecialize && !P.NoAlignment && Address % 16 == 0;
  Result.Slot = Address;
}

/// Lowest address and number of bytes from there that the elements span.
static ArrayExtent extentOf(const Py_buffer &View) {
  auto Base = reinterpret_cast<uintptr_t>(View.buf);
  if (View.len == 0)
    return {Base, 0};
  if (!View.strides)
    return {Base, uint64_t(View.len)};
  int64_t Low = 0, High = View.itemsize;
  for (int D = 0; D != View.ndim; ++D) {
    int64_t Span = View.strides[D] * (View.shape[D] - 1);
    (Span < 0 ? Low : High) += Span;
  }
  return {Base + Low, uint64_t(High - Low)};
}

static ArrayParse badElements(const Parameter &P, llvm::StringRef What) {
  raise(PyExc_TypeError,
        "argument '" + P.NameText + "': arrays of " + What +
            " are not supported; the element type must be bool, an integer "
            "or a float of the machine's byte order");
  return ArrayParse::Failed;
}

/// NumPy's own name of the element type; buffers only know a format.
static std::string elementName(PyObject *Array, llvm::StringRef Otherwise) {
  PyRef DType = PyRef::steal(PyObject_GetAttrString(Array, "dtype"));
  PyErr_Clear();
  return DType ? pyStr(DType.get()) : Otherwise.str();
}

static ArrayParse parseBuffer(const Parameter &P, PyObject *Value,
                              Argument &Result, HeldObjects &Held) {
  Py_buffer &View = Held.newBuffer();
  if (PyObject_GetBuffer(Value, &View, PyBUF_FORMAT | PyBUF_STRIDES) != 0) {
    Held.dropBuffer();
    PyErr_Clear();
    return ArrayParse::NotAnArray;
  }
  // Scalars of NumPy export a read-only buffer of rank 0.
  if (View.ndim == 0 && View.readonly)
    return ArrayParse::Scalar;
  std::optional<TypeKind> Kind = kindOfFormat(View.format, View.itemsize);
  if (!Kind)
    return badElements(
        P, elementName(Value, View.format ? View.format : "unknown type"));
  setAddress(P, reinterpret_cast<uintptr_t>(View.buf), *Kind, Result);
  Result.Key.IsConst = View.readonly;
  Result.Extent = extentOf(View);
  return ArrayParse::Array;
}

/// True if the object says that its memory is not the host's.
static bool isOnDevice(PyObject *Value) {
  PyRef Device = PyRef::steal(PyObject_GetAttrString(Value, "device"));
  PyRef Type = Device
                   ? PyRef::steal(PyObject_GetAttrString(Device.get(), "type"))
                   : PyRef();
  PyErr_Clear();
  return Type && PyUnicode_Check(Type.get()) && pyText(Type.get()) != "cpu";
}

static ArrayParse parseDataPtr(const Parameter &P, PyObject *Value,
                               Argument &Result) {
  PyRef Method = PyRef::steal(PyObject_GetAttrString(Value, "data_ptr"));
  PyRef DType = PyRef::steal(PyObject_GetAttrString(Value, "dtype"));
  if (!Method || !DType) {
    PyErr_Clear();
    return ArrayParse::NotAnArray;
  }
  std::optional<TypeKind> Kind = session().kindOfDType(DType.get());
  if (!Kind)
    return badElements(P, pyStr(DType.get()));
  PyRef Address = PyRef::steal(PyObject_CallNoArgs(Method.get()));
  uint64_t Bits = Address ? PyLong_AsUnsignedLongLong(Address.get()) : 0;
  if (PyErr_Occurred())
    return ArrayParse::Failed;
  setAddress(P, Bits, *Kind, Result);
  Result.Key.Device = isOnDevice(Value);
  return ArrayParse::Array;
}

/// `(address, read-only)` of an array interface.
static bool readInterfaceData(PyObject *Interface, uint64_t &Address,
                              bool &ReadOnly) {
  PyObject *Data = PyDict_GetItemString(Interface, "data");
  if (!Data || !PyTuple_Check(Data) || PyTuple_Size(Data) != 2)
    return false;
  Address = PyLong_AsUnsignedLongLong(PyTuple_GetItem(Data, 0));
  ReadOnly = PyObject_IsTrue(PyTuple_GetItem(Data, 1)) == 1;
  if (!PyErr_Occurred())
    return true;
  PyErr_Clear();
  return false;
}

static ArrayParse parseInterface(const Parameter &P, PyObject *Value,
                                 const char *Name, bool Device,
                                 Argument &Result) {
  PyRef Interface = PyRef::steal(PyObject_GetAttrString(Value, Name));
  PyErr_Clear();
  uint64_t Address;
  bool ReadOnly;
  if (!Interface || !PyDict_Check(Interface.get()) ||
      !readInterfaceData(Interface.get(), Address, ReadOnly))
    return ArrayParse::NotAnArray;
  PyObject *Text = PyDict_GetItemString(Interface.get(), "typestr");
  std::string Element = elementName(Value, Text ? pyText(Text) : "unknown");
  std::optional<TypeKind> Kind = parseDTypeName(Element);
  if (!Kind)
    return badElements(P, Element);
  setAddress(P, Address, *Kind, Result);
  Result.Key.IsConst = ReadOnly;
  Result.Key.Device = Device;
  return ArrayParse::Array;
}

ArrayParse python::parseArray(const Parameter &P, PyObject *Value,
                              Argument &Result, HeldObjects &Held) {
  ArrayParse R = ArrayParse::NotAnArray;
  if (PyObject_CheckBuffer(Value))
    R = parseBuffer(P, Value, Result, Held);
  if (R == ArrayParse::NotAnArray)
    R = parseDataPtr(P, Value, Result);
  if (R == ArrayParse::NotAnArray)
    R = parseInterface(P, Value, "__array_interface__", false, Result);
  if (R == ArrayParse::NotAnArray)
    R = parseInterface(P, Value, "__cuda_array_interface__", true, Result);
  return R;
}
