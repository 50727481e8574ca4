//===- DevicePointers.cpp - CuPy's arrays, attribute by attribute ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CuPy makes a dict of tuples and texts for each `__cuda_array_interface__`.
// The attributes of its arrays, which it keeps in C, say the same sooner.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Session.h"

using namespace mt;
using namespace mt::python;

bool python::hasDevicePointers(PyTypeObject *Class) {
  PyRef Module = PyRef::steal(PyObject_GetAttrString(
      reinterpret_cast<PyObject *>(Class), "__module__"));
  PyErr_Clear();
  return Module && PyUnicode_Check(Module.get()) &&
         pyText(Module.get()).starts_with("cupy");
}

namespace {
/// Interned, for ever.
struct AskedNames {
  static PyObject *intern(const char *S) {
    return PyUnicode_InternFromString(S);
  }
  PyObject *Data = intern("data"), *Pointer = intern("ptr"),
           *Device = intern("device_id"), *DType = intern("dtype"),
           *Size = intern("size"), *Dense = intern("_c_contiguous");
};
} // namespace

static PyRef attribute(const PyRef &Of, PyObject *Name) {
  return Of ? PyRef::steal(PyObject_GetAttr(Of.get(), Name)) : PyRef();
}

ArrayParse python::parseDevicePointer(const Parameter &P, PyObject *Value,
                                      Argument &Result) {
  static const AskedNames Names;
  PyRef Array = PyRef::borrow(Value);
  PyRef Data = attribute(Array, Names.Data);
  PyRef Pointer = attribute(Data, Names.Pointer);
  PyRef Device = attribute(Data, Names.Device);
  PyRef DType = attribute(Array, Names.DType);
  PyRef Size = attribute(Array, Names.Size);
  PyRef Dense = attribute(Array, Names.Dense);
  uint64_t Address = Pointer ? PyLong_AsUnsignedLongLong(Pointer.get()) : 0;
  long Ordinal = Device ? PyLong_AsLong(Device.get()) : 0;
  int64_t Elements = Size ? PyLong_AsLongLong(Size.get()) : 0;
  bool IsComplete = Pointer && Device && DType && Size && !PyErr_Occurred();
  PyErr_Clear();
  std::optional<TypeKind> Kind =
      IsComplete ? session().kindOfDType(DType.get()) : std::nullopt;
  // Where memory has gaps, and what kernels cannot use, the interface knows.
  if (!Kind || Dense.get() != Py_True)
    return ArrayParse::NotAnArray;
  setArray(P, Address, *Kind, Result);
  Result.Key.Device = true;
  Result.Device = int(Ordinal);
  Result.Extent = {Elements ? Address : std::max<uint64_t>(Address, 1),
                   uint64_t(Elements * session().scalarType(*Kind).byteSize())};
  return ArrayParse::Array;
}
