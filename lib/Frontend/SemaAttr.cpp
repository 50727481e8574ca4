//===- SemaAttr.cpp - Attributes and subscripts
//----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"
#include "TypeNames.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaValue KernelSema::visitAttribute(const AttributeExpr &E) {
  SemaValue Base = visit(E.Base);
  if (Base.isError())
    return Base;
  SemaValue V = attributeOf(Base, E.Attr, E.Range);
  if (!V.isAbsent())
    return V;
  SpellingHelp Help(E.Attr);
  if (Base.isEntity() && Base.entity()->Kind == EntityKind::Module)
    forEachBuiltin(Base.entity()->Module == ModuleKind::Triton ? BF_Triton
                                                               : BF_Language,
                   [&](StringRef Name) { Help.consider(Name); });
  else if (Base.isExpr())
    forEachBuiltin(BF_Member, [&](StringRef Name) { Help.consider(Name); });
  error(E.Range) << describe(Base) << " has no attribute '" << E.Attr << "'"
                 << Help.suffix();
  return SemaValue::error();
}

SemaValue Sema::attributeOf(SemaValue Base, StringRef Name, Range R) {
  if (Base.isExpr())
    return exprAttr(Base.expr(), Name, R);
  if (Base.isConst())
    return constAttr(Base.object(), Name, R);
  if (Base.isAggregate())
    return aggregateAttr(Base, Name, R);
  if (Base.isTuple())
    return fieldOf(Base, Name);
  if (!Base.isEntity())
    return {};
  const Entity &Ent = *Base.entity();
  if (Ent.Kind == EntityKind::DType)
    return dtypeAttr(Ent, Name, R);
  SemaValue V;
  if (Ent.Kind == EntityKind::Module)
    V = moduleAttr(Ent, Name, R);
  if (V.isAbsent() && Ent.Object && Ent.Kind != EntityKind::JitFunction)
    V = memberOf(Ent.Object, Name);
  bool Unknown = Ent.Kind == EntityKind::Module &&
                 Ent.Module == ModuleKind::Unknown && !Ent.Object;
  if (!V.isAbsent() || !Unknown)
    return V;
  error(R) << "'" << Ent.Name
           << "' is not available in kernels: they are compiled without "
              "running other modules";
  return SemaValue::error();
}

/// A field of a named tuple; Absent if V has none of that name.
SemaValue Sema::fieldOf(SemaValue V, StringRef Name) {
  PyRef Fields =
      V.tupleClass()
          ? PyRef::steal(PyObject_GetAttrString(V.tupleClass(), "_fields"))
          : PyRef();
  for (auto [I, Element] : llvm::enumerate(V.elements()))
    if (Fields && pyText(PyTuple_GetItem(Fields.get(), I)) == Name)
      return Element;
  return {};
}

SemaValue Sema::exprAttr(sym::Expr *E, StringRef Name, Range R) {
  if (Name == "dtype" || Name == "type") {
    Entity T;
    T.Kind = EntityKind::DType;
    T.Ty = Name == "type" ? E->Ty : E->Ty.elementType();
    T.Name = "type";
    return makeEntity(T);
  }
  if (Name == "shape") {
    llvm::SmallVector<SemaValue, 4> Extents;
    for (int64_t Extent : E->Ty.shape())
      Extents.push_back(integer(Extent, R));
    return makeTuple(Extents, /*IsList=*/false);
  }
  if (Name == "numel")
    return integer(E->Ty.numElements(), R);
  if (Name == "T") {
    if (E->Ty.rank() == 2)
      return transpose(E, {1, 0}, R);
    error(R) << "'.T' needs a block of two dimensions, got " << E->Ty
             << "; use tl.permute";
    return SemaValue::error();
  }
  const Builtin *B = findBuiltin(Name, BF_Member);
  if (!B)
    return {};
  Entity Method;
  Method.Kind = EntityKind::Method;
  Method.Name = B->Name;
  Method.Function = B;
  Method.Receiver = E;
  return makeEntity(Method);
}

SemaValue Sema::aggregateAttr(SemaValue V, StringRef Name, Range R) {
  const AggregateType &T = *V.aggregate();
  bool IsDescriptor = T.Kind == AggregateKind::Descriptor;
  llvm::ArrayRef<SemaValue> Elements = V.elements();
  Type Pointer = Elements[0].expr()->Ty;
  if (Name == "dtype") {
    Entity D;
    D.Kind = EntityKind::DType;
    D.Ty = IsDescriptor ? Pointer.pointee() : Pointer;
    D.Name = "type";
    return makeEntity(D);
  }
  if (IsDescriptor && Name == "shape")
    return makeTuple(Elements.slice(1, T.rank()), /*IsList=*/false);
  if (IsDescriptor && Name == "strides")
    return makeTuple(Elements.slice(1 + T.rank()), /*IsList=*/false);
  if (IsDescriptor && (Name == "block_shape" || Name == "block_type")) {
    Entity D;
    D.Kind = EntityKind::DType;
    D.Ty = In.Ctx.tile(T.Block, Pointer.pointee());
    D.Name = "type";
    return Name == "block_type" ? makeEntity(D) : dtypeAttr(D, "shape", R);
  }
  const Builtin *B =
      findBuiltin(Name, IsDescriptor ? BF_Descriptor : BF_BlockPointer);
  if (!B)
    return {};
  Entity Method;
  Method.Kind = EntityKind::Method;
  Method.Name = B->Name;
  Method.Function = B;
  Method.Receiver = V;
  return makeEntity(Method);
}

SemaValue Sema::constAttr(PyObject *Object, StringRef Name, Range R) {
  PyRef Key =
      PyRef::steal(PyUnicode_FromStringAndSize(Name.data(), Name.size()));
  PyRef V = PyRef::steal(PyObject_GetAttr(Object, Key.get()));
  if (V)
    return constexprObject(V.get(), Name);
  PyErr_Clear();
  // `N.value` of a constexpr is the value itself.
  if (Name == "value")
    return SemaValue::constant(Object);
  if (Name != "type")
    return {};
  Entity E;
  E.Kind = EntityKind::Marker;
  E.Marker = MarkerKind::ConstexprType;
  E.Name = "the type of a compile-time value";
  return makeEntity(E);
}

namespace {
struct FloatFormat {
  unsigned MantissaBits, Bias;
};
} // namespace

/// Facts that Triton's dtype objects tell.
static FloatFormat floatFormat(Type T) {
  switch (T.kind()) {
  case TypeKind::F64:
    return {52, 1023};
  case TypeKind::F16:
    return {10, 15};
  case TypeKind::BF16:
    return {7, 127};
  case TypeKind::F8E4M3FN:
    return {3, 7};
  case TypeKind::F8E4M3FNUZ:
    return {3, 8};
  case TypeKind::F8E5M2:
    return {2, 15};
  case TypeKind::F8E5M2FNUZ:
    return {2, 16};
  default:
    return {23, 127};
  }
}

SemaValue Sema::dtypeAttr(const Entity &T, StringRef Name, Range R) {
  Type Ty = T.Ty, Element = Ty.elementType();
  auto DType = [&](Type New) {
    Entity E = T;
    E.Ty = New;
    return makeEntity(E);
  };
  if (Name == "scalar")
    return DType(Element);
  if (Name == "element_ty")
    return DType(Ty.isPointer() ? Ty.pointee() : Element);
  if (Name == "primitive_bitwidth" || Name == "int_bitwidth")
    return integer(Element.bitWidth(), R);
  if (Name == "itemsize")
    return integer(Element.byteSize(), R);
  if (Name == "fp_mantissa_width" && Element.isFloat())
    return integer(floatFormat(Element).MantissaBits, R);
  if (Name == "exponent_bias" && Element.isFloat())
    return integer(floatFormat(Element).Bias, R);
  if (Name == "int_signedness" && Element.isIntegerOrBool())
    return string(Element.isSigned() ? "signed" : "unsigned", R);
  if (Name == "numel")
    return integer(Ty.numElements(), R);
  if (Name == "name")
    return string(tritonTypeName(Ty), R);
  if (Name == "shape") {
    llvm::SmallVector<SemaValue, 4> Extents;
    for (int64_t Extent : Ty.shape())
      Extents.push_back(integer(Extent, R));
    return makeTuple(Extents, /*IsList=*/false);
  }
  if (!Name.starts_with("is_") && Name != "kind" &&
      Name != "get_int_min_value" && Name != "get_int_max_value")
    return {};
  Entity Query;
  Query.Kind = EntityKind::Method;
  Query.Name = Name.copy(Arena);
  Query.Receiver = SemaValue::entity(&T);
  return makeEntity(Query);
}

/// `kind()` and the extrema of integers.
SemaValue Sema::dtypeFact(Type T, StringRef Name, Range R) {
  if (Name == "kind")
    return integer(T.isBool() ? 0 : T.isFloat() ? 2 : 1, R);
  if (!T.isIntegerOrBool()) {
    error(R) << "'" << Name << "' is a method of integer types, not of " << T;
    return SemaValue::error();
  }
  unsigned Bits = T.bitWidth() - T.isSigned();
  PyRef One = PyRef::steal(PyLong_FromLong(1));
  PyRef Count = PyRef::steal(PyLong_FromLong(Bits));
  PyRef Limit = PyRef::steal(PyNumber_Lshift(One.get(), Count.get()));
  if (Name == "get_int_max_value")
    return constant(PyRef::steal(PyNumber_Subtract(Limit.get(), One.get())), R);
  if (!T.isSigned())
    return integer(0, R);
  return constant(PyRef::steal(PyNumber_Negative(Limit.get())), R);
}

SemaValue KernelSema::callDTypeMethod(const Entity &Callee, const CallExpr &E) {
  Type Ty = Callee.Receiver.entity()->Ty, T = Ty.elementType();
  if (!Callee.Name.starts_with("is_") && E.Args.empty() && E.Keywords.empty())
    return dtypeFact(T, Callee.Name, E.Range);
  std::optional<bool> Answer =
      llvm::StringSwitch<std::optional<bool>>(Callee.Name.drop_front(3))
          .Case("floating", T.isFloat())
          .Case("standard_floating", T.isFloat() && !T.isFloat8())
          .Case("int", T.isIntegerOrBool())
          .Case("int_signed", T.isSigned())
          .Case("int_unsigned", T.isIntegerOrBool() && !T.isSigned())
          .Cases({"bool", "int1"}, T.isBool())
          .Case("fp8", T.isFloat8())
          .Case("ptr", T.isPointer())
          .Case("block", Ty.isTile())
          .Case("const", T.isPointer() && T.isConstPointer())
          .Default(std::nullopt);
  // `is_fp32`, `is_uint8`.
  if (!Answer) {
    Type Named = parseTypeName(In.Ctx, Callee.Name.drop_front(3));
    if (Named)
      Answer = Named == T;
  }
  if (Answer && E.Args.empty() && E.Keywords.empty())
    return boolean(*Answer);
  error(E.Range) << "types have no method '" << Callee.Name
                 << "' that is called like this";
  return SemaValue::error();
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

SemaValue KernelSema::sliceTuple(SemaValue Base, const SliceExpr &Slice) {
  Expr *Parts[3] = {Slice.Lower, Slice.Upper, Slice.Step};
  PyRef Bounds[3];
  for (unsigned I = 0; I != 3; ++I) {
    if (!Parts[I])
      continue;
    auto V = constInt(visit(Parts[I]), "a bound of a slice", Parts[I]->Range);
    if (!V)
      return SemaValue::error();
    Bounds[I] = PyRef::steal(PyLong_FromLongLong(*V));
  }
  PyRef Object = PyRef::steal(
      PySlice_New(Bounds[0].get(), Bounds[1].get(), Bounds[2].get()));
  Py_ssize_t Start, Stop, Step;
  if (PySlice_Unpack(Object.get(), &Start, &Stop, &Step) < 0)
    return constant({}, Slice.Range);
  Py_ssize_t Count =
      PySlice_AdjustIndices(Base.elements().size(), &Start, &Stop, Step);
  llvm::SmallVector<SemaValue, 4> Picked;
  for (Py_ssize_t I = 0; I != Count; ++I)
    Picked.push_back(Base.elements()[Start + I * Step]);
  return makeTuple(Picked, Base.isList());
}

SemaValue KernelSema::indexTuple(SemaValue Base, const SubscriptExpr &E) {
  llvm::ArrayRef<SemaValue> Elements = Base.elements();
  int64_t Size = Elements.size();
  if (auto *Slice = llvm::dyn_cast<SliceExpr>(E.Index))
    return sliceTuple(Base, *Slice);
  auto Index = constInt(visit(E.Index), "the index of a tuple", E.Index->Range);
  if (!Index)
    return SemaValue::error();
  int64_t I = *Index < 0 ? *Index + Size : *Index;
  if (I >= 0 && I < Size)
    return Elements[I];
  error(E.Range) << "index " << *Index << " is out of range for a tuple of "
                 << Size << " elements";
  return SemaValue::error();
}

SemaValue KernelSema::visitSubscript(const SubscriptExpr &E) {
  SemaValue Base = visit(E.Base);
  if (Base.isError())
    return Base;
  if (Base.isTuple())
    return indexTuple(Base, E);
  if (Base.isConst() && !llvm::isa<SliceExpr>(E.Index)) {
    SemaValue Index = visit(E.Index);
    PyRef Object = Index.isError() ? PyRef() : toObject(Index);
    if (!Object) {
      if (!Index.isError())
        error(E.Index->Range)
            << "the index of a compile-time value must be known at compile "
               "time, got "
            << describe(Index);
      return SemaValue::error();
    }
    return constant(PyRef::steal(PyObject_GetItem(Base.object(), Object.get())),
                    E.Range);
  }
  if (Base.isExpr())
    return subscriptBlock(Base.expr(), E);
  error(E.Range) << describe(Base) << " cannot be subscripted";
  return SemaValue::error();
}
