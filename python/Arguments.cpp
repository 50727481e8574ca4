//===- Arguments.cpp - Host values as kernel arguments --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Errors.h"
#include "Session.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

using namespace mt;
using namespace mt::python;

HeldObjects::~HeldObjects() {
  for (Py_buffer &Buffer : Buffers)
    PyBuffer_Release(&Buffer);
}

static unsigned bitWidth(TypeKind Kind) {
  switch (Kind) {
  case TypeKind::I8:
  case TypeKind::U8:
    return 8;
  case TypeKind::I16:
  case TypeKind::U16:
    return 16;
  case TypeKind::I32:
  case TypeKind::U32:
    return 32;
  default:
    return 64;
  }
}

static bool isSigned(TypeKind Kind) {
  return Kind >= TypeKind::I8 && Kind <= TypeKind::I64;
}

static bool isFloat(TypeKind Kind) {
  return Kind >= TypeKind::F8E4M3FN && Kind <= TypeKind::F64;
}

/// What the compiler may assume of an integer.
static void specializeInteger(const Parameter &P, int64_t Value,
                              ArgumentKey &Key) {
  if (P.NoSpecialize)
    return;
  if (Value == 1)
    Key.EqualsOne = !P.Annotated;
  else
    Key.Divisible16 = !P.NoAlignment && Value % 16 == 0;
}

static bool outOfRange(const Parameter &P, PyObject *Value, TypeKind Kind) {
  raise(PyExc_OverflowError, "argument '" + P.NameText + "': " + pyStr(Value) +
                                 " does not fit in " + scalarKindName(Kind));
  return false;
}

/// Slot of an integer of an annotated type; fails if it does not fit.
static bool parseAnnotatedInteger(const Parameter &P, PyObject *Value,
                                  TypeKind Kind, Argument &Result) {
  if (Kind == TypeKind::U64) {
    Result.Slot = PyLong_AsUnsignedLongLong(Value);
    if (!PyErr_Occurred())
      return true;
    PyErr_Clear();
    return outOfRange(P, Value, Kind);
  }
  int Overflow = 0;
  int64_t V = PyLong_AsLongLongAndOverflow(Value, &Overflow);
  unsigned Width = bitWidth(Kind);
  bool Fits = !Overflow && (isSigned(Kind) ? llvm::isIntN(Width, V)
                                           : V >= 0 && llvm::isUIntN(Width, V));
  if (!Fits)
    return outOfRange(P, Value, Kind);
  Result.Slot = uint64_t(V);
  return true;
}

/// The narrowest of i32, i64, u64 that holds the value.
static bool parseInteger(const Parameter &P, PyObject *Value,
                         Argument &Result) {
  ArgumentKey &Key = Result.Key;
  Key.Class = ArgumentClass::Scalar;
  if (P.Annotated) {
    Key.Kind = *P.Annotated;
    if (!parseAnnotatedInteger(P, Value, Key.Kind, Result))
      return false;
    specializeInteger(P, int64_t(Result.Slot), Key);
    return true;
  }
  int Overflow = 0;
  int64_t V = PyLong_AsLongLongAndOverflow(Value, &Overflow);
  if (LLVM_UNLIKELY(Overflow)) {
    Key.Kind = TypeKind::U64;
    Result.Slot = PyLong_AsUnsignedLongLong(Value);
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return outOfRange(P, Value, Overflow < 0 ? TypeKind::I64 : Key.Kind);
    }
    V = int64_t(Result.Slot);
  } else {
    Key.Kind = llvm::isInt<32>(V) ? TypeKind::I32 : TypeKind::I64;
    Result.Slot = uint64_t(V);
  }
  specializeInteger(P, V, Key);
  return true;
}

/// Bits of V rounded to a float type.
static uint64_t floatBits(TypeKind Kind, double V) {
  if (Kind == TypeKind::F64)
    return llvm::bit_cast<uint64_t>(V);
  if (Kind == TypeKind::F32)
    return llvm::bit_cast<uint32_t>(float(V));
  bool Inexact;
  llvm::APFloat Value(V);
  Value.convert(session().scalarType(Kind).floatSemantics(),
                llvm::APFloat::rmNearestTiesToEven, &Inexact);
  return Value.bitcastToAPInt().getZExtValue();
}

static bool parseFloat(const Parameter &P, double V, Argument &Result) {
  Result.Key.Class = ArgumentClass::Scalar;
  Result.Key.Kind = P.Annotated.value_or(TypeKind::F32);
  if (LLVM_UNLIKELY(!isFloat(Result.Key.Kind))) {
    raise(PyExc_TypeError,
          "argument '" + P.NameText + "': the parameter is annotated as " +
              scalarKindName(Result.Key.Kind) + ", but got a float");
    return false;
  }
  Result.Slot = floatBits(Result.Key.Kind, V);
  return true;
}

static bool parseBool(const Parameter &P, bool V, Argument &Result) {
  Result.Key.Class = ArgumentClass::Scalar;
  Result.Key.Kind = P.Annotated.value_or(TypeKind::Bool);
  Result.Slot = isFloat(Result.Key.Kind) ? floatBits(Result.Key.Kind, V) : V;
  return true;
}

bool python::parseNumber(const Parameter &P, PyObject *Value,
                         Argument &Result) {
  if (PyBool_Check(Value))
    return parseBool(P, Value == Py_True, Result);
  if (PyFloat_Check(Value))
    return parseFloat(P, PyFloat_AsDouble(Value), Result);
  if (P.Annotated && isFloat(*P.Annotated)) {
    double V = PyLong_AsDouble(Value);
    return !(V == -1 && PyErr_Occurred()) && parseFloat(P, V, Result);
  }
  if (P.Annotated == TypeKind::Bool)
    return parseBool(P, PyObject_IsTrue(Value) == 1, Result);
  return parseInteger(P, Value, Result);
}

static bool isNumber(PyObject *Value) {
  return PyLong_Check(Value) || PyFloat_Check(Value);
}

bool python::parseConstexpr(const Parameter &P, PyObject *Value,
                            Argument &Result, HeldObjects &Held) {
  if (PyObject *Inner = session().unwrapConstexpr(Value, Held))
    Value = Inner;
  ArgumentKey &Key = Result.Key;
  Result.Object = Value;
  if (Value == Py_None) {
    Key.Class = ArgumentClass::None;
  } else if (PyBool_Check(Value)) {
    Key.Class = ArgumentClass::Bool;
    Key.Value = Value == Py_True;
  } else if (Py_IS_TYPE(Value, &PyFloat_Type)) {
    Key.Class = ArgumentClass::Float;
    Key.Value = llvm::bit_cast<uint64_t>(PyFloat_AsDouble(Value));
  } else if (Py_IS_TYPE(Value, &PyLong_Type)) {
    int Overflow = 0;
    Key.Value = uint64_t(PyLong_AsLongLongAndOverflow(Value, &Overflow));
    Key.Class = Overflow ? ArgumentClass::Object : ArgumentClass::Int;
  } else {
    Key.Class = ArgumentClass::Object;
  }
  return true;
}

/// A scalar of an array library (`numpy.int32(5)`) as Python's number.
static PyObject *itemOf(PyObject *Value, HeldObjects &Held) {
  PyRef Item = PyRef::steal(PyObject_CallMethod(Value, "item", nullptr));
  return Item ? Held.hold(std::move(Item)) : nullptr;
}

static bool unsupported(const Parameter &P, PyObject *Value) {
  raise(PyExc_TypeError,
        "argument '" + P.NameText + "': cannot pass a " + pyTypeName(Value) +
            " to a kernel; pass a number, None, or an array (NumPy, PyTorch, "
            "or anything with the buffer protocol), or annotate the parameter "
            "as mytriton.language.constexpr");
  return false;
}

/// A type as signatures spell it, with a hint: `*fp32:16`, `i32:1`, `i64`.
static bool parseTypeText(const Parameter &P, llvm::StringRef Text,
                          Argument &Result) {
  auto [Spelling, Hint] = Text.split(':');
  Type Ty = session().parseType(Spelling.trim());
  bool IsPointer = Ty && Ty.isPointer();
  bool HintFits = llvm::is_contained({"", "1", "16"}, Hint.trim());
  if (!Ty || !HintFits || !(IsPointer ? Ty.pointee() : Ty).isScalar()) {
    raise(PyExc_ValueError, "argument '" + P.NameText + "': '" + Text +
                                "' is no type of a signature; expected one "
                                "like '*fp32', '*fp32:16', 'i32' or 'i32:1'");
    return false;
  }
  ArgumentKey &Key = Result.Key;
  Key.Class = IsPointer ? ArgumentClass::Pointer : ArgumentClass::Scalar;
  Key.Kind = (IsPointer ? Ty.pointee() : Ty).kind();
  Key.IsConst = IsPointer && Ty.isConstPointer();
  Key.Divisible16 = Hint.trim() == "16";
  Key.EqualsOne = Hint.trim() == "1";
  return true;
}

bool python::parseArgument(const Parameter &P, PyObject *Value, bool MockArrays,
                           Argument &Result, HeldObjects &Held) {
  if (P.IsConstexpr)
    return parseConstexpr(P, Value, Result, Held);
  if (isNumber(Value))
    return parseNumber(P, Value, Result);
  if (Value == Py_None || session().isJitFunction(Value))
    return parseConstexpr(P, Value, Result, Held);
  if (PyObject *Inner = session().unwrapConstexpr(Value, Held))
    return parseConstexpr(P, Inner, Result, Held);
  if (MockArrays && session().isDType(Value)) {
    std::optional<TypeKind> Kind = parseDTypeName(pyStr(Value));
    Result.Key.Class = ArgumentClass::Pointer;
    Result.Key.Kind = Kind.value_or(TypeKind::F32);
    Result.Key.Divisible16 = !P.NoSpecialize && !P.NoAlignment;
    return Kind ? true : unsupported(P, Value);
  }
  if (MockArrays && PyUnicode_Check(Value))
    return parseTypeText(P, pyText(Value), Result);
  switch (parseArray(P, Value, Result, Held)) {
  case ArrayParse::Array:
    return true;
  case ArrayParse::Failed:
    return false;
  case ArrayParse::Scalar:
    Value = itemOf(Value, Held);
    if (Value && isNumber(Value))
      return parseNumber(P, Value, Result);
    return Value && unsupported(P, Value);
  case ArrayParse::NotAnArray:
    return unsupported(P, Value);
  }
  return false;
}
