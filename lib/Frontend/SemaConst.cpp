//===- SemaConst.cpp - Compile-time values
//---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python objects, computed with one operation at a time through the C API.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "TypeNames.h"
#include <cmath>

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaValue SemaCore::constant(PyRef Object, Range R) {
  if (!Object) {
    error(R) << takePythonError();
    return SemaValue::error();
  }
  Kept.push_back(std::move(Object));
  return SemaValue::constant(Kept.back().get());
}

SemaValue SemaCore::integer(int64_t V, Range R) {
  return constant(PyRef::steal(PyLong_FromLongLong(V)), R);
}

SemaValue SemaCore::string(StringRef Text, Range R) {
  return constant(
      PyRef::steal(PyUnicode_FromStringAndSize(Text.data(), Text.size())), R);
}

/// The Python number of a scalar constant.
static PyRef numberOf(const Constant &C) {
  if (C.type().isBool())
    return PyRef::borrow(C.asBool() ? Py_True : Py_False);
  if (C.type().isSigned())
    return PyRef::steal(PyLong_FromLongLong(C.asSigned()));
  if (C.type().isInteger())
    return PyRef::steal(PyLong_FromUnsignedLongLong(C.asUnsigned()));
  return PyRef::steal(PyFloat_FromDouble(C.asDouble()));
}

PyRef SemaCore::toObject(SemaValue V) {
  if (V.isConst())
    return PyRef::borrow(V.object());
  if (V.isExpr() && V.expr()->Const)
    return numberOf(*V.expr()->Const);
  if (V.isTuple()) {
    size_t N = V.elements().size();
    PyRef Result = PyRef::steal(V.isList() ? PyList_New(N) : PyTuple_New(N));
    for (size_t I = 0; I != N; ++I) {
      PyRef E = toObject(V.elements()[I]);
      if (!E)
        return {};
      if (V.isList())
        PyList_SetItem(Result.get(), I, E.release());
      else
        PyTuple_SetItem(Result.get(), I, E.release());
    }
    if (!V.tupleClass())
      return Result;
    PyRef Named =
        PyRef::steal(PyObject_CallObject(V.tupleClass(), Result.get()));
    PyErr_Clear();
    return Named;
  }
  if (V.isEntity() && V.entity()->Kind == EntityKind::DType) {
    std::string Name = tritonTypeName(V.entity()->Ty);
    return PyRef::steal(PyUnicode_FromStringAndSize(Name.data(), Name.size()));
  }
  return {};
}

std::string SemaCore::describe(SemaValue V) {
  switch (V.kind()) {
  case SemaValue::Absent:
    return "nothing";
  case SemaValue::Error:
    return "an erroneous value";
  case SemaValue::Expr:
    return "a value of type " + V.expr()->Ty.str();
  case SemaValue::Const: {
    std::string Text = pyRepr(V.object());
    if (Text.size() > 60)
      Text = Text.substr(0, 57) + "...";
    return V.isNone() ? Text : "the " + pyTypeName(V.object()) + " " + Text;
  }
  case SemaValue::Tuple:
    return V.isList() ? "a list" : "a tuple";
  case SemaValue::Aggregate: {
    const AggregateType &T = *V.aggregate();
    std::string Text = T.Kind == AggregateKind::Descriptor
                           ? "a tensor descriptor of "
                           : "a block pointer to ";
    for (int64_t Extent : T.Block)
      Text += std::to_string(Extent) + "x";
    return Text + V.elements()[0].expr()->Ty.elementType().pointee().str();
  }
  case SemaValue::Entity:
    return V.entity()->Kind == EntityKind::DType
               ? "the type " + V.entity()->Ty.str()
               : "'" + V.entity()->Name.str() + "'";
  }
  llvm_unreachable("covered switch");
}

std::optional<bool> SemaCore::truth(SemaValue V, Range R) {
  if (V.isError())
    return std::nullopt;
  if (V.isTuple())
    return !V.elements().empty();
  if (V.isEntity())
    return true;
  PyRef Object = toObject(V);
  if (!Object) {
    error(R) << "this must be known at compile time, got " << describe(V);
    return std::nullopt;
  }
  int Truth = PyObject_IsTrue(Object.get());
  if (Truth >= 0)
    return Truth != 0;
  error(R) << takePythonError();
  return std::nullopt;
}

std::optional<int64_t> SemaCore::constInt(SemaValue V, StringRef What,
                                          Range R) {
  if (V.isError())
    return std::nullopt;
  PyRef Object = V.isTuple() ? PyRef() : toObject(V);
  if (!Object || !PyLong_Check(Object.get())) {
    error(R) << What << " must be an integer known at compile time, got "
             << describe(V);
    return std::nullopt;
  }
  int Overflow = 0;
  long long Value = PyLong_AsLongLongAndOverflow(Object.get(), &Overflow);
  if (!Overflow)
    return Value;
  error(R) << What << " is too large: " << pyStr(Object.get());
  return std::nullopt;
}

std::optional<bool> SemaCore::constBool(SemaValue V, StringRef What, Range R) {
  if (V.isError())
    return std::nullopt;
  PyRef Object = V.isTuple() ? PyRef() : toObject(V);
  if (Object && PyLong_Check(Object.get()))
    return PyObject_IsTrue(Object.get()) == 1;
  error(R) << What << " must be True or False, got " << describe(V);
  return std::nullopt;
}

std::optional<std::string> SemaCore::constString(SemaValue V, StringRef What,
                                                 Range R) {
  if (V.isError())
    return std::nullopt;
  if (V.isConst() && PyUnicode_Check(V.object()))
    return pyText(V.object()).str();
  error(R) << What << " must be a string, got " << describe(V);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operators between compile-time values
//===----------------------------------------------------------------------===//

/// Bits and elements past which a compile-time value is a mistake.
static constexpr double MaxConstantSize = 1 << 20;

static double bitsOf(PyObject *Int) {
  double V = PyLong_AsDouble(Int);
  if (PyErr_Occurred()) { // beyond the range of a double
    PyErr_Clear();
    return 1100;
  }
  return std::log2(std::fabs(V) + 2);
}

/// True after reporting that a result would be absurdly large: kernels are not
/// worth hanging the compiler for.
bool SemaCore::tooLarge(BinaryOp Op, PyObject *L, PyObject *R, Range W) {
  double Size = 0;
  if (Op == BinaryOp::Mult) {
    PyObject *Sequence = PyLong_Check(L) ? R : L;
    PyObject *Count = PyLong_Check(L) ? L : R;
    if (PyLong_Check(Sequence) || PyFloat_Check(Sequence) ||
        !PyLong_Check(Count))
      return false;
    Py_ssize_t Length = PyObject_Size(Sequence);
    PyErr_Clear();
    Size = std::max<double>(Length, 1) * std::exp2(bitsOf(Count));
  } else if (PyLong_Check(L) && PyLong_Check(R)) {
    double Amount = PyLong_AsDouble(R);
    PyErr_Clear();
    if (Op == BinaryOp::Pow)
      Size = bitsOf(L) * Amount;
    else if (Op == BinaryOp::LShift)
      Size = bitsOf(L) + Amount;
  }
  if (Size <= MaxConstantSize)
    return false;
  error(W) << "the result of this compile-time '" << spelling(Op)
           << "' is too large";
  return true;
}

static PyObject *apply(BinaryOp Op, PyObject *L, PyObject *R) {
  switch (Op) {
  case BinaryOp::Add:
    return PyNumber_Add(L, R);
  case BinaryOp::Sub:
    return PyNumber_Subtract(L, R);
  case BinaryOp::Mult:
    return PyNumber_Multiply(L, R);
  case BinaryOp::Div:
    return PyNumber_TrueDivide(L, R);
  case BinaryOp::FloorDiv:
    return PyNumber_FloorDivide(L, R);
  case BinaryOp::Mod:
    return PyNumber_Remainder(L, R);
  case BinaryOp::Pow:
    return PyNumber_Power(L, R, Py_None);
  case BinaryOp::MatMult:
    return PyNumber_MatrixMultiply(L, R);
  case BinaryOp::LShift:
    return PyNumber_Lshift(L, R);
  case BinaryOp::RShift:
    return PyNumber_Rshift(L, R);
  case BinaryOp::BitAnd:
    return PyNumber_And(L, R);
  case BinaryOp::BitOr:
    return PyNumber_Or(L, R);
  case BinaryOp::BitXor:
    return PyNumber_Xor(L, R);
  }
  llvm_unreachable("covered switch");
}

SemaValue SemaCore::constBinary(BinaryOp Op, SemaValue L, SemaValue R,
                                Range W) {
  // Tuples may hold run-time values, so they are joined here.
  if (L.isTuple() && R.isTuple() && Op == BinaryOp::Add) {
    llvm::SmallVector<SemaValue, 8> All(L.elements());
    All.append(R.elements().begin(), R.elements().end());
    return makeTuple(All, L.isList());
  }
  if (L.isTuple() && R.isConst() && Op == BinaryOp::Mult) {
    auto Count = constInt(R, "the number of repetitions", W);
    if (!Count)
      return SemaValue::error();
    if (double(*Count) * L.elements().size() > MaxConstantSize) {
      error(W) << "the result of this compile-time '*' is too large";
      return SemaValue::error();
    }
    llvm::SmallVector<SemaValue, 8> All;
    for (int64_t I = 0; I < *Count; ++I)
      All.append(L.elements().begin(), L.elements().end());
    return makeTuple(All, L.isList());
  }
  if (!L.isConst() || !R.isConst()) {
    error(W) << "operands of '" << spelling(Op) << "' are " << describe(L)
             << " and " << describe(R);
    return SemaValue::error();
  }
  if (tooLarge(Op, L.object(), R.object(), W))
    return SemaValue::error();
  return constant(PyRef::steal(apply(Op, L.object(), R.object())), W);
}

SemaValue SemaCore::constCompare(CompareOp Op, SemaValue L, SemaValue R,
                                 Range W) {
  bool Types = L.isEntity() && R.isEntity() &&
               L.entity()->Kind == EntityKind::DType &&
               R.entity()->Kind == EntityKind::DType;
  bool Equality = Op == CompareOp::Eq || Op == CompareOp::Ne;
  if (Types && Equality)
    return boolean((L.entity()->Ty == R.entity()->Ty) == (Op == CompareOp::Eq));
  PyRef A = toObject(L), B = toObject(R);
  if (!A || !B) {
    if (Equality)
      return boolean(Op == CompareOp::Ne);
    error(W) << "operands of '" << spelling(Op) << "' are " << describe(L)
             << " and " << describe(R);
    return SemaValue::error();
  }
  if (Op == CompareOp::In || Op == CompareOp::NotIn) {
    int Found = PySequence_Contains(B.get(), A.get());
    if (Found < 0)
      return constant({}, W);
    return boolean((Found == 1) == (Op == CompareOp::In));
  }
  // A shape is a tuple and equals the list of its extents.
  if (L.isTuple() && R.isTuple()) {
    A = PyRef::steal(PySequence_Tuple(A.get()));
    B = PyRef::steal(PySequence_Tuple(B.get()));
  }
  static constexpr int Codes[] = {Py_EQ, Py_NE, Py_LT, Py_LE, Py_GT, Py_GE};
  return constant(
      PyRef::steal(PyObject_RichCompare(A.get(), B.get(), Codes[unsigned(Op)])),
      W);
}
