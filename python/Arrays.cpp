//===- Arrays.cpp - Arrays of any library, by protocol --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order: the buffer protocol (NumPy, bytearray, array.array), DLPack's
// exchange interface (PyTorch), `data_ptr()` with `dtype` (wrappers, old
// PyTorch), `__array_interface__` (NumPy element types that buffers cannot
// name), attributes of CuPy's, `__cuda_array_interface__`, `__dlpack__` (JAX).
// A kernel sees the address of the first element; strides are its own business.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Errors.h"
#include "Exchange.h"
#include "Session.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using namespace mt::python;

namespace {
/// What arrays are asked for, interned for ever: dicts find that by address.
struct AskedNames {
  static PyObject *intern(const char *S) {
    return PyUnicode_InternFromString(S);
  }
  PyObject *Data = intern("data"), *DataPtr = intern("data_ptr"),
           *DType = intern("dtype"), *Shape = intern("shape"),
           *Strides = intern("strides"), *TypeText = intern("typestr"),
           *HostInterface = intern("__array_interface__"),
           *DeviceInterface = intern("__cuda_array_interface__");
};
} // namespace

static const AskedNames &names() {
  static const AskedNames Names;
  return Names;
}

static PyRef attribute(PyObject *Of, PyObject *Name) {
  PyRef Value = PyRef::steal(PyObject_GetAttr(Of, Name));
  PyErr_Clear();
  return Value;
}

/// Borrowed; null if there is none, as attribute().
static PyObject *entry(PyObject *Dict, PyObject *Name) {
  PyObject *Value = PyDict_GetItemWithError(Dict, Name);
  PyErr_Clear();
  return Value;
}

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

void python::setArray(const Parameter &P, uint64_t Address, TypeKind Kind,
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
  PyRef DType = attribute(Array, names().DType);
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
  setArray(P, reinterpret_cast<uintptr_t>(View.buf), *Kind, Result);
  Result.Key.IsConst = View.readonly;
  Result.Extent = extentOf(View);
  return ArrayParse::Array;
}

/// Notes whether the object says that its memory is a device's, and which.
static void readDevice(PyObject *Value, Argument &Result) {
  auto Attribute = [](PyObject *Of, const char *Name) {
    return Of ? PyRef::steal(PyObject_GetAttrString(Of, Name)) : PyRef();
  };
  PyRef Device = Attribute(Value, "device");
  PyRef Type = Attribute(Device.get(), "type");
  PyErr_Clear();
  Result.Key.Device =
      Type && PyUnicode_Check(Type.get()) && pyText(Type.get()) != "cpu";
  if (!Result.Key.Device)
    return;
  PyRef Index = Attribute(Device.get(), "index");
  PyErr_Clear();
  if (Index && PyLong_Check(Index.get()))
    Result.Device = int(PyLong_AsLong(Index.get()));
  PyErr_Clear();
}

static ArrayParse parseDataPtr(const Parameter &P, PyObject *Value,
                               Argument &Result) {
  PyRef Method = attribute(Value, names().DataPtr);
  PyRef DType = Method ? attribute(Value, names().DType) : PyRef();
  if (!DType)
    return ArrayParse::NotAnArray;
  std::optional<TypeKind> Kind = session().kindOfDType(DType.get());
  if (!Kind)
    return badElements(P, pyStr(DType.get()));
  PyRef Address = PyRef::steal(PyObject_CallNoArgs(Method.get()));
  uint64_t Bits = Address ? PyLong_AsUnsignedLongLong(Address.get()) : 0;
  if (PyErr_Occurred())
    return ArrayParse::Failed;
  setArray(P, Bits, *Kind, Result);
  readDevice(Value, Result);
  return ArrayParse::Array;
}

/// `(address, read-only)` of an array interface.
static bool readInterfaceData(PyObject *Interface, uint64_t &Address,
                              bool &ReadOnly) {
  PyObject *Data = entry(Interface, names().Data);
  if (!Data || !PyTuple_Check(Data) || PyTuple_Size(Data) != 2)
    return false;
  Address = PyLong_AsUnsignedLongLong(PyTuple_GetItem(Data, 0));
  ReadOnly = PyObject_IsTrue(PyTuple_GetItem(Data, 1)) == 1;
  if (!PyErr_Occurred())
    return true;
  PyErr_Clear();
  return false;
}

/// The numbers of a tuple; none if it holds anything else.
static std::optional<llvm::SmallVector<int64_t, 6>> numbers(PyObject *Tuple) {
  llvm::SmallVector<int64_t, 6> Result;
  if (!Tuple || !PyTuple_Check(Tuple))
    return std::nullopt;
  for (Py_ssize_t I = 0, E = PyTuple_Size(Tuple); I != E; ++I)
    Result.push_back(PyLong_AsLongLong(PyTuple_GetItem(Tuple, I)));
  bool Failed = PyErr_Occurred() != nullptr;
  PyErr_Clear();
  return Failed ? std::nullopt : std::optional(Result);
}

/// Bytes of one element, from `<f4` and the like.
static int64_t elementBytes(PyObject *Interface) {
  PyObject *Text = entry(Interface, names().TypeText);
  int64_t Bytes = 0;
  if (!Text || !PyUnicode_Check(Text) ||
      pyText(Text).drop_front(2).getAsInteger(10, Bytes))
    return 0;
  return Bytes;
}

static ArrayExtent interfaceExtent(uint64_t Address, PyObject *Interface) {
  auto Shape = numbers(entry(Interface, names().Shape));
  PyObject *Given = entry(Interface, names().Strides);
  bool IsDense = !Given || Given == Py_None;
  auto Strides = numbers(Given);
  int64_t Bytes = elementBytes(Interface);
  if (!Shape || Bytes == 0 ||
      (!IsDense && (!Strides || Strides->size() != Shape->size())))
    return {};
  int64_t Low = 0, High = Bytes, Dense = Bytes;
  for (size_t D = Shape->size(); D-- > 0;) {
    int64_t Extent = (*Shape)[D];
    if (Extent == 0)
      return {Address, 0};
    int64_t Span = (IsDense ? Dense : (*Strides)[D]) * (Extent - 1);
    (Span < 0 ? Low : High) += Span;
    Dense *= Extent;
  }
  return {Address + Low, uint64_t(High - Low)};
}

/// The element type that an array interface spells.
static std::optional<TypeKind> kindOfTypeString(llvm::StringRef Text) {
  Py_ssize_t Bytes;
  if (Text.size() < 3 || Text[0] == '>' ||
      Text.drop_front(2).getAsInteger(10, Bytes))
    return std::nullopt;
  switch (Text[1]) {
  case 'b':
    return Bytes == 1 ? std::optional(TypeKind::Bool) : std::nullopt;
  case 'i':
  case 'u':
    return integerKind(Text[1] == 'i', Bytes);
  case 'f':
    return Bytes == 2   ? std::optional(TypeKind::F16)
           : Bytes == 4 ? std::optional(TypeKind::F32)
           : Bytes == 8 ? std::optional(TypeKind::F64)
                        : std::nullopt;
  default: // what NumPy has no letter for
    return std::nullopt;
  }
}

static ArrayParse parseInterface(const Parameter &P, PyObject *Value,
                                 PyObject *Name, bool Device,
                                 Argument &Result) {
  PyRef Interface = attribute(Value, Name);
  uint64_t Address;
  bool ReadOnly;
  if (!Interface || !PyDict_Check(Interface.get()) ||
      !readInterfaceData(Interface.get(), Address, ReadOnly))
    return ArrayParse::NotAnArray;
  PyObject *Spelled = entry(Interface.get(), names().TypeText);
  llvm::StringRef Text =
      Spelled && PyUnicode_Check(Spelled) ? pyText(Spelled) : "unknown";
  std::optional<TypeKind> Kind = kindOfTypeString(Text);
  std::string Element = Kind ? "" : elementName(Value, Text);
  if (!Kind && !(Kind = parseDTypeName(Element)))
    return badElements(P, Element);
  setArray(P, Address, *Kind, Result);
  Result.Key.IsConst = ReadOnly;
  Result.Key.Device = Device;
  Result.Extent = interfaceExtent(Address, Interface.get());
  return ArrayParse::Array;
}

//===----------------------------------------------------------------------===//
// Any array
//===----------------------------------------------------------------------===//

/// How a class of arrays is read.
enum class Protocol : uint8_t {
  Buffer,
  Exchange,
  DataPtr,
  HostInterface,
  DevicePointer,
  DeviceInterface,
  Capsule,
  Count
};

static ArrayParse parseBy(Protocol How, const Parameter &P, PyObject *Value,
                          Argument &Result, HeldObjects &Held) {
  switch (How) {
  case Protocol::Buffer:
    return PyObject_CheckBuffer(Value) ? parseBuffer(P, Value, Result, Held)
                                       : ArrayParse::NotAnArray;
  case Protocol::Exchange:
    if (const dlpack::Exchange *E = exchangeOf(Py_TYPE(Value)))
      return parseExchanged(P, Value, *E, Result);
    return ArrayParse::NotAnArray;
  case Protocol::DataPtr:
    return parseDataPtr(P, Value, Result);
  case Protocol::HostInterface:
    return parseInterface(P, Value, names().HostInterface, false, Result);
  case Protocol::DevicePointer:
    return parseDevicePointer(P, Value, Result);
  case Protocol::DeviceInterface:
    return parseInterface(P, Value, names().DeviceInterface, true, Result);
  case Protocol::Capsule:
    return parseCapsule(P, Value, Result, Held);
  case Protocol::Count:
    break;
  }
  return ArrayParse::NotAnArray;
}

/// The protocol by which the last array of another class than the one before
/// was read: asking for what a class does not have is slow.
struct LastClass {
  PyRef Class;
  Protocol How = Protocol::Buffer;
};

ArrayParse python::parseArray(const Parameter &P, PyObject *Value,
                              Argument &Result, HeldObjects &Held) {
  static LastClass &Last = *new LastClass; // Python is gone at exit
  auto *Class = reinterpret_cast<PyObject *>(Py_TYPE(Value));
  if (LLVM_LIKELY(Last.Class.get() == Class)) {
    ArrayParse R = parseBy(Last.How, P, Value, Result, Held);
    if (R != ArrayParse::NotAnArray)
      return R;
  }
  for (unsigned I = 0; I != unsigned(Protocol::Count); ++I) {
    if (Protocol(I) == Protocol::DevicePointer &&
        !hasDevicePointers(Py_TYPE(Value)))
      continue;
    ArrayParse R = parseBy(Protocol(I), P, Value, Result, Held);
    if (R == ArrayParse::Array)
      Last = {PyRef::borrow(Class), Protocol(I)};
    if (R != ArrayParse::NotAnArray)
      return R;
  }
  return ArrayParse::NotAnArray;
}
