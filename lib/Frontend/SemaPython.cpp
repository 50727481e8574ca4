//===- SemaPython.cpp - Python's builtins, static checks
//-------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "TypeNames.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

static PyRef callType(PyTypeObject *Type, PyObject *Argument) {
  return PyRef::steal(PyObject_CallFunctionObjArgs(
      reinterpret_cast<PyObject *>(Type), Argument, nullptr));
}

SemaValue Sema::callPython(const BoundCall &C) {
  if (C.Function.Id == BuiltinId::PyList && C[0].isTuple())
    return makeTuple(C[0].elements(), /*IsList=*/true);
  // The number of elements is known even where the elements are not.
  if (C.Function.Id == BuiltinId::PyLen && C[0].isTuple())
    return integer(C[0].elements().size(), C.Range);
  if (C[0].isEntity() && C.Function.Id == BuiltinId::PyBool)
    return boolean(true);
  PyRef Object = toObject(C[0]);
  if (!Object) {
    error(C.Ranges[0]) << "'" << C.Name
                       << "' works on compile-time values in kernels, got "
                       << describe(C[0])
                       << (C[0].isExpr() ? "; convert values with .to(dtype)"
                                         : "");
    return SemaValue::error();
  }
  switch (C.Function.Id) {
  case BuiltinId::PyLen: {
    Py_ssize_t Size = PyObject_Size(Object.get());
    return Size < 0 ? constant({}, C.Range) : integer(Size, C.Range);
  }
  case BuiltinId::PyInt:
    return constant(callType(&PyLong_Type, Object.get()), C.Range);
  case BuiltinId::PyFloat:
    return constant(callType(&PyFloat_Type, Object.get()), C.Range);
  case BuiltinId::PyBool:
    return constant(callType(&PyBool_Type, Object.get()), C.Range);
  case BuiltinId::PyList:
    error(C.Range) << "'list' takes a tuple in kernels, got " << describe(C[0]);
    return SemaValue::error();
  case BuiltinId::PyStr:
    return constant(PyRef::steal(PyObject_Str(Object.get())), C.Range);
  default:
    break;
  }
  // round(x[, n])
  PyRef Name = PyRef::steal(PyUnicode_InternFromString("__round__"));
  PyRef Digits =
      C[1].isAbsentOrNone() ? PyRef::borrow(Py_None) : toObject(C[1]);
  if (!Digits) {
    error(C.Ranges[1]) << "'ndigits' must be known at compile time";
    return SemaValue::error();
  }
  return constant(PyRef::steal(PyObject_CallMethodObjArgs(
                      Object.get(), Name.get(), Digits.get(), nullptr)),
                  C.Range);
}

SemaValue Sema::callMinMax(const BoundCall &C) {
  llvm::ArrayRef<SemaValue> Values = C.Args;
  if (Values.size() == 1 && Values[0].isTuple())
    Values = Values[0].elements();
  if (Values.empty() || (C.Args.size() == 1 && !C.Args[0].isTuple())) {
    error(C.Range) << "'" << C.Name << "' needs at least two values";
    return SemaValue::error();
  }
  bool IsMin = C.Function.Op == OpKind::Minimum;
  SemaValue Best = Values[0];
  for (SemaValue V : Values.drop_front()) {
    if (!isCompileTime(Best) || !isCompileTime(V)) {
      Best = extremum(C.Function.Op, Best, V, !In.Options.AsTriton, C.Range,
                      C.Name);
      if (Best.isError())
        return Best;
      continue;
    }
    // Python keeps the first of equal values.
    SemaValue Better =
        constCompare(IsMin ? CompareOp::Lt : CompareOp::Gt, V, Best, C.Range);
    std::optional<bool> Holds = truth(Better, C.Range);
    if (!Holds)
      return SemaValue::error();
    if (*Holds)
      Best = V;
  }
  return Best;
}

static bool isType(SemaValue V) {
  return V.isEntity() && V.entity()->Kind == EntityKind::DType;
}

SemaValue Sema::callIsInstance(const BoundCall &C) {
  llvm::ArrayRef<SemaValue> Types = C.Args.slice(1, 1);
  if (C[1].isTuple())
    Types = C[1].elements();
  bool Result = false;
  for (SemaValue T : Types) {
    const Entity *E = T.isEntity() ? T.entity() : nullptr;
    bool Known = true;
    if (E && E->Kind == EntityKind::Marker &&
        E->Marker == MarkerKind::Descriptor)
      Result |= C[0].isAggregate(AggregateKind::Descriptor);
    else if (E && E->Kind == EntityKind::Marker &&
             E->Marker == MarkerKind::Tensor)
      Result |= C[0].isExpr();
    else if (E && E->Kind == EntityKind::Marker &&
             E->Marker == MarkerKind::Constexpr)
      Result |= C[0].isConst();
    else if (E && E->Kind == EntityKind::Marker &&
             E->Marker == MarkerKind::Tuple)
      Result |= C[0].isTuple();
    else if (E && E->Kind == EntityKind::Marker &&
             E->Marker == MarkerKind::DType)
      Result |= isType(C[0]) && !C[0].entity()->Ty.isTile() &&
                !C[0].entity()->Ty.isPointer();
    else if (E && E->Kind == EntityKind::Marker &&
             E->Marker == MarkerKind::ConstexprType)
      Result |= C[0].isEntity() && C[0].entity()->Kind == EntityKind::Marker &&
                C[0].entity()->Marker == MarkerKind::ConstexprType;
    else if (E && E->Kind == EntityKind::Marker &&
             E->Marker == MarkerKind::PointerType)
      Result |= isType(C[0]) && C[0].entity()->Ty.isPointer();
    else if (E && E->Kind == EntityKind::Marker &&
             E->Marker == MarkerKind::BlockType)
      Result |= isType(C[0]) && C[0].entity()->Ty.isTile();
    else if (E && E->Function && E->Function->Id == BuiltinId::PyList)
      Result |= C[0].isTuple() && C[0].isList();
    else if (E && E->Function && E->Function->Id == BuiltinId::PyInt)
      Result |= C[0].isConst() && PyLong_Check(C[0].object());
    else if (E && E->Function && E->Function->Id == BuiltinId::PyFloat)
      Result |= C[0].isConst() && PyFloat_Check(C[0].object());
    else if (E && E->Function && E->Function->Id == BuiltinId::PyBool)
      Result |= C[0].isConst() && PyBool_Check(C[0].object());
    else if (E && E->Function && E->Function->Id == BuiltinId::PyStr)
      Result |= C[0].isConst() && PyUnicode_Check(C[0].object());
    else
      Known = false;
    if (!Known) {
      error(C.Ranges[1]) << "isinstance knows tl.tensor, tl.constexpr, "
                            "tl.tuple, int, float, bool and str in kernels";
      return SemaValue::error();
    }
  }
  return boolean(Result);
}

/// `hasattr`, `getattr`.
SemaValue Sema::callAttribute(const BoundCall &C) {
  auto Name = constString(C[1], "the name of an attribute", C.Ranges[1]);
  if (!Name)
    return SemaValue::error();
  SemaValue V = attributeOf(C[0], StringRef(*Name).copy(Arena), C.Range);
  if (V.isError())
    return V;
  if (C.Function.Id == BuiltinId::PyHasAttr)
    return boolean(!V.isAbsent());
  if (V.isAbsent())
    V = C[2];
  if (V.isAbsent())
    error(C.Range) << describe(C[0]) << " has no attribute '" << *Name << "'";
  return V.isAbsent() ? SemaValue::error() : V;
}

SemaValue Sema::callStaticAssert(const BoundCall &C) {
  if (C[0].isExpr() && !C[0].expr()->Const) {
    error(C.Ranges[0]) << "tl.static_assert needs a condition that is known at "
                          "compile time, got "
                       << describe(C[0]);
    return SemaValue::error();
  }
  std::optional<bool> Holds = truth(C[0], C.Ranges[0]);
  if (!Holds)
    return SemaValue::error();
  if (*Holds)
    return none();
  std::string Message;
  if (!C[1].isAbsentOrNone()) {
    PyRef Object = toObject(C[1]);
    Message = Object ? pyStr(Object.get()) : describe(C[1]);
  }
  report(C.Range, "CompileTimeAssertionFailure")
      << "static assertion failed" << (Message.empty() ? "" : ": " + Message);
  return SemaValue::error();
}

/// As Triton prints it: `fp32[constexpr[64]]`, `int32[]`, constants bare.
PyRef Sema::printedForm(SemaValue V) {
  bool IsDType = V.isEntity() && V.entity()->Kind == EntityKind::DType;
  if (!V.isExpr() && !IsDType)
    if (PyRef Object = toObject(V))
      return Object;
  std::string Text = describe(V);
  if (V.isExpr()) {
    Text = tritonTypeName(V.expr()->Ty.elementType()) + "[";
    for (auto [I, Extent] : llvm::enumerate(V.expr()->Ty.shape()))
      Text +=
          (I ? ", constexpr[" : "constexpr[") + std::to_string(Extent) + "]";
    Text += "]";
  } else if (IsDType) {
    Text = tritonTypeName(V.entity()->Ty);
  }
  return PyRef::steal(PyUnicode_FromStringAndSize(Text.data(), Text.size()));
}

/// Python's own `print`, while compiling.
SemaValue Sema::callStaticPrint(const BoundCall &C) {
  enum { Values, Sep, End, File, Flush };
  llvm::ArrayRef<SemaValue> Given;
  if (C[Values].isTuple())
    Given = C[Values].elements();
  PyRef Args = PyRef::steal(PyTuple_New(Given.size()));
  for (auto [I, V] : llvm::enumerate(Given))
    PyTuple_SetItem(Args.get(), I, printedForm(V).release());
  PyRef Options = PyRef::steal(PyDict_New());
  PyDict_SetItemString(Options.get(), "flush", Py_True);
  for (unsigned I : {Sep, End}) {
    if (C[I].isAbsentOrNone())
      continue;
    auto Text = constString(C[I], C.Function.Params[I], C.Ranges[I]);
    if (!Text)
      return SemaValue::error();
    PyRef Object = toObject(C[I]);
    PyDict_SetItemString(Options.get(), C.Function.Params[I], Object.get());
  }
  PyRef Module = PyRef::steal(PyImport_ImportModule("builtins"));
  PyRef Print = PyRef::steal(PyObject_GetAttrString(Module.get(), "print"));
  SemaValue Printed = constant(
      PyRef::steal(PyObject_Call(Print.get(), Args.get(), Options.get())),
      C.Range);
  return Printed.isError() ? Printed : none();
}

/// `tl.condition(c)`: hints of a loop, which change nothing here.
SemaValue Sema::callCondition(const BoundCall &C) { return C[0]; }
