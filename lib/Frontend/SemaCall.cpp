//===- SemaCall.cpp - Calls
//------------------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaValue KernelSema::visitCall(const CallExpr &E) {
  SemaValue Callee = visit(E.Callee);
  if (Callee.isError())
    return Callee;
  if (Callee.isEntity())
    return callEntity(*Callee.entity(), E);
  if (Callee.isConst())
    return callObject(Callee, E);
  error(E.Callee->Range) << describe(Callee) << " cannot be called";
  return SemaValue::error();
}

SemaValue KernelSema::callEntity(const Entity &Callee, const CallExpr &E) {
  switch (Callee.Kind) {
  case EntityKind::Builtin:
    return callBuiltin(Callee, E, {});
  case EntityKind::Method:
    if (Callee.Function)
      return callBuiltin(Callee, E, Callee.Receiver);
    return callDTypeMethod(Callee, E);
  case EntityKind::Marker:
    return callMarker(Callee, E);
  case EntityKind::JitFunction:
    return callJit(Callee, E);
  case EntityKind::DType: {
    llvm::SmallVector<SemaValue, 1> Values;
    llvm::SmallVector<Range, 1> Ranges;
    if (!positional(E, Values, Ranges))
      return SemaValue::error();
    if (Values.size() == 1 && E.Keywords.empty() && Values[0].isExpr())
      return cast(Values[0].expr(), Callee.Ty, E.Range);
    error(E.Range) << "a type is called with one value to convert; write "
                      "x.to("
                   << Callee.Name << ")";
    return SemaValue::error();
  }
  case EntityKind::TupleClass:
    return callTupleClass(Callee, E);
  case EntityKind::Foreign:
  case EntityKind::Module:
  case EntityKind::Decorator:
  case EntityKind::NanRule:
    break;
  }
  error(E.Callee->Range)
      << "'" << Callee.Name
      << "' cannot be called in a kernel; kernels call functions of "
         "triton.language and @triton.jit functions";
  return SemaValue::error();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool KernelSema::positional(const CallExpr &E,
                            llvm::SmallVectorImpl<SemaValue> &Values,
                            llvm::SmallVectorImpl<Range> &Ranges) {
  bool Failed = false;
  for (Expr *A : E.Args) {
    auto *Star = llvm::dyn_cast<StarredExpr>(A);
    SemaValue V = visit(Star ? Star->Value : A);
    Failed |= V.isError();
    if (!Star) {
      Values.push_back(V);
      Ranges.push_back(A->Range);
      continue;
    }
    if (V.isTuple()) {
      Values.append(V.elements().begin(), V.elements().end());
      Ranges.append(V.elements().size(), A->Range);
    } else if (!V.isError()) {
      error(A->Range) << "'*' spreads a tuple, got " << describe(V);
      Failed = true;
    }
  }
  return !Failed;
}

bool KernelSema::bindKeywords(const Builtin &B, StringRef Name,
                              const CallExpr &E,
                              llvm::MutableArrayRef<SemaValue> Args,
                              llvm::MutableArrayRef<Range> Ranges) {
  bool Failed = false;
  for (const Keyword &K : E.Keywords) {
    if (K.Name.empty()) {
      unsupported(K.Range) << "'**' arguments are not supported in kernels";
      return false;
    }
    SemaValue V = visit(K.Value);
    Failed |= V.isError();
    unsigned I = 0;
    while (I != B.NumParams && K.Name != B.Params[I])
      ++I;
    if (I == B.NumParams) {
      SpellingHelp Help(K.Name);
      for (unsigned P = 0; P != B.NumParams; ++P)
        Help.consider(B.Params[P]);
      error(K.Range) << Name << " has no parameter '" << K.Name << "'"
                     << Help.suffix();
      Failed = true;
      continue;
    }
    if (!Args[I].isAbsent()) {
      error(K.Range) << Name << " got two values for parameter '" << K.Name
                     << "'";
      Failed = true;
      continue;
    }
    Args[I] = V;
    Ranges[I] = K.Value->Range;
  }
  return !Failed;
}

SemaValue KernelSema::callBuiltin(const Entity &Callee, const CallExpr &E,
                                  SemaValue Receiver) {
  const Builtin &B = *Callee.Function;
  llvm::SmallVector<SemaValue, 10> Args;
  llvm::SmallVector<Range, 10> Ranges;
  if (!Receiver.isAbsent()) {
    Args.push_back(Receiver);
    Ranges.push_back(llvm::cast<AttributeExpr>(E.Callee)->Base->Range);
  }
  bool Failed = !positional(E, Args, Ranges);
  if ((B.Flags & BF_Pack) && Args.size() > B.Required) {
    // `x.reshape(2, 3)` and `x.reshape((2, 3))` are the same.
    auto Rest = llvm::ArrayRef<SemaValue>(Args).drop_front(B.Required);
    bool IsTuple = Rest.size() == 1 && Rest[0].isTuple();
    SemaValue Packed = IsTuple ? Rest[0] : makeTuple(Rest, /*IsList=*/false);
    Args.resize(B.Required);
    Args.push_back(Packed);
    Ranges.resize(B.Required + 1);
  }
  unsigned Given = Args.size();
  if (!(B.Flags & BF_Variadic)) {
    if (Given > B.NumParams) {
      error(E.Range) << Callee.Name << " takes at most "
                     << unsigned(B.NumParams) << " arguments, got " << Given;
      return SemaValue::error();
    }
    Args.resize(B.NumParams);
    Ranges.resize(B.NumParams, E.Range);
  }
  Failed |= !bindKeywords(B, Callee.Name, E, Args, Ranges);
  std::string Missing;
  for (unsigned I = 0; I != B.Required; ++I)
    if (Args[I].isAbsent())
      Missing +=
          (Missing.empty() ? "'" : ", '") + std::string(B.Params[I]) + "'";
  if (!Missing.empty() && !Failed) {
    error(E.Range) << Callee.Name << " lacks the argument " << Missing;
    Failed = true;
  }
  if (Failed)
    return SemaValue::error();
  BoundCall Call{B, Callee.Name, E.Range, Args, Ranges};
  return (this->*B.Handler)(Call);
}

//===----------------------------------------------------------------------===//
// Other things that can be called
//===----------------------------------------------------------------------===//

/// Makes a named tuple (TY-26).
SemaValue KernelSema::callTupleClass(const Entity &Callee, const CallExpr &E) {
  auto Attribute = [&](const char *Name) {
    return PyRef::steal(PyObject_GetAttrString(Callee.Object, Name));
  };
  PyRef Fields = Attribute("_fields"), Defaults = Attribute("_field_defaults");
  llvm::SmallVector<SemaValue, 4> Values;
  llvm::SmallVector<Range, 4> Ranges;
  if (!positional(E, Values, Ranges))
    return SemaValue::error();
  size_t Count = PyTuple_Size(Fields.get());
  if (Values.size() > Count) {
    error(E.Range) << "'" << Callee.Name << "' takes at most " << Count
                   << " fields, got " << Values.size();
    return SemaValue::error();
  }
  Values.resize(Count);
  auto NameOf = [&](size_t I) {
    return pyText(PyTuple_GetItem(Fields.get(), I));
  };
  for (const Keyword &K : E.Keywords) {
    size_t I = 0;
    while (I != Count && NameOf(I) != K.Name)
      ++I;
    if (I == Count || !Values[I].isAbsent()) {
      error(K.Range) << "'" << Callee.Name << "' has no field '" << K.Name
                     << "' that is still to be given";
      return SemaValue::error();
    }
    Values[I] = visit(K.Value);
    if (Values[I].isError())
      return Values[I];
  }
  for (size_t I = 0; I != Count; ++I) {
    PyObject *Default = PyDict_GetItem(
        Defaults.get(), PyTuple_GetItem(Fields.get(), Py_ssize_t(I)));
    if (Values[I].isAbsent() && Default)
      Values[I] = constexprObject(Default, NameOf(I));
    if (!Values[I].isAbsent())
      continue;
    error(E.Range) << "'" << Callee.Name << "' lacks the field '" << NameOf(I)
                   << "'";
    return SemaValue::error();
  }
  return makeNamedTuple(Values, Callee.Object);
}

/// `tl.block_type(tl.float32, [8])`.
SemaValue KernelSema::blockType(const Entity &Callee,
                                llvm::ArrayRef<SemaValue> Values,
                                llvm::ArrayRef<Range> Ranges,
                                const CallExpr &E) {
  Extents Shape;
  if (Values.size() != 2 || !E.Keywords.empty()) {
    error(E.Range)
        << "tl.block_type is called with an element type and a shape";
    return SemaValue::error();
  }
  Type Element = dtypeArgument(Values[0], Ranges[0]);
  if (!Element || !shapeArgument(Values[1], Ranges[1], "the shape of a block",
                                 /*AllowScalar=*/false, Shape))
    return SemaValue::error();
  Entity T = *Values[0].entity();
  T.Ty = In.Ctx.tile(Shape, Element);
  return makeEntity(T);
}

SemaValue KernelSema::callMarker(const Entity &Callee, const CallExpr &E) {
  llvm::SmallVector<SemaValue, 2> Values;
  llvm::SmallVector<Range, 2> Ranges;
  if (!positional(E, Values, Ranges))
    return SemaValue::error();
  bool One = Values.size() == 1 && E.Keywords.empty();
  if (Callee.Marker == MarkerKind::BlockType)
    return blockType(Callee, Values, Ranges, E);
  // `tl.constexpr(v)` is v, known at compile time.
  if (Callee.Marker == MarkerKind::Constexpr && One && !Values[0].isExpr())
    return Values[0];
  if (Callee.Marker == MarkerKind::Tuple && One && Values[0].isTuple())
    return makeTuple(Values[0].elements(), /*IsList=*/false);
  bool IsType = !Values.empty() && Values[0].isEntity() &&
                Values[0].entity()->Kind == EntityKind::DType;
  if (Callee.Marker == MarkerKind::PointerType && IsType) {
    Entity T = *Values[0].entity();
    T.Ty = In.Ctx.pointer(T.Ty);
    return makeEntity(T);
  }
  error(E.Range) << "'" << Callee.Name << "' cannot be called like this";
  return SemaValue::error();
}

SemaValue KernelSema::callObject(SemaValue Callee, const CallExpr &E) {
  llvm::SmallVector<SemaValue, 4> Values;
  llvm::SmallVector<Range, 4> Ranges;
  if (!positional(E, Values, Ranges))
    return SemaValue::error();
  if (!PyCallable_Check(Callee.object())) {
    error(E.Callee->Range) << describe(Callee) << " cannot be called";
    return SemaValue::error();
  }
  auto ToObject = [&](SemaValue V, Range R) {
    PyRef Object = toObject(V);
    if (!Object && !V.isError())
      error(R) << "a compile-time function takes compile-time values, got "
               << describe(V);
    return Object;
  };
  PyRef Args = PyRef::steal(PyTuple_New(Values.size()));
  for (size_t I = 0; I != Values.size(); ++I) {
    PyRef Object = ToObject(Values[I], Ranges[I]);
    if (!Object)
      return SemaValue::error();
    PyTuple_SetItem(Args.get(), I, Object.release());
  }
  PyRef Keywords = PyRef::steal(PyDict_New());
  for (const Keyword &K : E.Keywords) {
    PyRef Object = ToObject(visit(K.Value), K.Range);
    if (!Object)
      return SemaValue::error();
    PyDict_SetItemString(Keywords.get(), K.Name.str().c_str(), Object.get());
  }
  PyRef Result =
      PyRef::steal(PyObject_Call(Callee.object(), Args.get(), Keywords.get()));
  if (!Result)
    return constant({}, E.Range);
  return constexprObject(Result.get(), "the result");
}
