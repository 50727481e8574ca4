//===- SemaMemory.cpp - Programs, ranges, loads, stores
//--------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaValue Sema::callProgramId(const BoundCall &C) {
  auto Axis = constInt(C[0], "the axis of " + C.Name.str(), C.Ranges[0]);
  if (!Axis)
    return SemaValue::error();
  if (*Axis < 0 || *Axis > 2) {
    error(C.Ranges[0]) << C.Name << " axis must be 0, 1, or 2, got " << *Axis;
    return SemaValue::error();
  }
  AttrDict Attrs = In.Ctx.dict({In.Ctx.named("axis", In.Ctx.intAttr(*Axis))});
  return op(C.Function.Op, {}, In.Ctx.i32(), C.Range, Attrs);
}

SemaValue Sema::callArange(const BoundCall &C) {
  auto Start = constInt(C[0], "the start of tl.arange", C.Ranges[0]);
  auto End = constInt(C[1], "the end of tl.arange", C.Ranges[1]);
  if (!Start || !End)
    return SemaValue::error();
  auto Fail = [&](Range R, const llvm::Twine &Message) {
    error(R) << Message.str();
    return SemaValue::error();
  };
  if (!llvm::isInt<32>(*Start) || !llvm::isInt<32>(*End))
    return Fail(C.Range, "the bounds of tl.arange must fit in int32");
  int64_t Length = *End - *Start;
  if (Length <= 0)
    return Fail(C.Range, "the end of tl.arange must be greater than its start, "
                         "got " +
                             llvm::Twine(*Start) + " and " + llvm::Twine(*End));
  if (Length > MaxTileElements)
    return Fail(C.Range, "this block would have " + llvm::Twine(Length) +
                             " elements; the most is " +
                             llvm::Twine(MaxTileElements));
  if (In.Options.AsTriton && !llvm::isPowerOf2_64(Length))
    return Fail(C.Range, "arange's range must be a power of 2");
  NamedAttr Attrs[] = {In.Ctx.named("start", In.Ctx.intAttr(*Start)),
                       In.Ctx.named("end", In.Ctx.intAttr(*End))};
  return op(OpKind::Arange, {}, In.Ctx.tile({Length}, In.Ctx.i32()), C.Range,
            In.Ctx.dict(Attrs));
}

//===----------------------------------------------------------------------===//
// Pieces of load and store
//===----------------------------------------------------------------------===//

/// The mask as a value; null for an absent one. False after reporting.
bool Sema::checkMask(SemaValue Mask, const BoundCall &C, unsigned Index,
                     sym::Expr *&Result) {
  Result = nullptr;
  if (Mask.isAbsentOrNone() || (Mask.isConst() && Mask.object() == Py_True))
    return true;
  std::string What = "the mask of " + C.Name.str();
  Result = toValue(Mask, What, C.Ranges[Index]);
  if (!Result)
    return false;
  if (Result->Ty.elementType().isBool())
    return true;
  error(C.Ranges[Index]) << What << " must be boolean, got " << Result->Ty
                         << "; compare it, as in 'offsets < n'";
  return false;
}

bool Sema::addHint(const BoundCall &C, unsigned Index, StringRef Attr,
                   llvm::ArrayRef<StringRef> Allowed, AttrDict &Attrs) {
  if (C[Index].isAbsentOrNone())
    return true;
  StringRef Parameter = C.Function.Params[Index];
  auto Text = constString(C[Index], Parameter, C.Ranges[Index]);
  if (!Text)
    return false;
  if (Text->empty())
    return true;
  if (llvm::is_contained(Allowed, *Text)) {
    Attrs = In.Ctx.withAttr(Attrs, Attr, In.Ctx.stringAttr(*Text));
    return true;
  }
  error(C.Ranges[Index]) << Parameter << " '" << *Text
                         << "' is not supported; use one of "
                         << llvm::join(Allowed, ", ");
  return false;
}

bool Sema::rejectBoundaryArgs(const BoundCall &C, unsigned First,
                              unsigned Count) {
  for (unsigned I = First; I != First + Count; ++I) {
    SemaValue V = C[I];
    bool Empty = V.isAbsentOrNone() || (V.isTuple() && V.elements().empty()) ||
                 (V.isConst() && PyUnicode_Check(V.object()) &&
                  pyText(V.object()).empty());
    if (Empty)
      continue;
    error(C.Ranges[I]) << "'" << C.Function.Params[I]
                       << "' belongs to block pointers; use a mask with a "
                          "block of pointers";
    return false;
  }
  return true;
}

/// The hints of a load from parameter First on; false after reporting.
bool Sema::loadHints(const BoundCall &C, unsigned First, AttrDict &Attrs) {
  if (!addHint(C, First, "cache", {".ca", ".cg", ".cs", ".cv"}, Attrs) ||
      !addHint(C, First + 1, "eviction", {"evict_first", "evict_last"}, Attrs))
    return false;
  unsigned Volatile = First + 2;
  if (C[Volatile].isAbsent())
    return true;
  auto On = constBool(C[Volatile], "volatile", C.Ranges[Volatile]);
  if (On.value_or(false))
    Attrs = In.Ctx.withAttr(Attrs, "volatile", In.Ctx.boolAttr(true));
  return On.has_value();
}

bool Sema::storeHints(const BoundCall &C, unsigned First, AttrDict &Attrs) {
  return addHint(C, First, "cache", {".wb", ".cg", ".cs", ".wt"}, Attrs) &&
         addHint(C, First + 1, "eviction", {"evict_first", "evict_last"},
                 Attrs);
}

/// Reports a block argument of a scalar pointer, which nothing broadcasts.
bool Sema::fitsScalarPointer(const BoundCall &C, unsigned Index,
                             sym::Expr *Pointer, sym::Expr *Argument) {
  if (!Argument || Pointer->Ty.isTile() || !Argument->Ty.isTile())
    return true;
  error(C.Ranges[Index]) << "argument '" << C.Function.Params[Index] << "' of "
                         << C.Name
                         << " cannot be a block if the pointer is a scalar";
  return false;
}

/// False after reporting that the argument Index does not broadcast to the
/// pointers.
bool Sema::fitsPointers(const BoundCall &C, unsigned Index, sym::Expr *Pointers,
                        sym::Expr *E) {
  Extents Shape;
  if (!E)
    return true;
  if (!broadcast(Pointers->Ty.shape(), E->Ty.shape(), Shape, C.Ranges[Index]))
    return false;
  if (llvm::ArrayRef<int64_t>(Shape) == Pointers->Ty.shape())
    return true;
  error(C.Ranges[Index]) << "'" << C.Function.Params[Index] << "' of " << C.Name
                         << " has type " << E->Ty
                         << ", larger than the pointers' " << Pointers->Ty
                         << "; pointers are not broadcast";
  return false;
}

/// The pointer argument; null after reporting that it is none.
sym::Expr *Sema::pointerArgument(const BoundCall &C) {
  SemaValue V = C[0];
  if (V.isExpr() && V.expr()->Ty.elementType().isPointer())
    return V.expr();
  error(C.Ranges[0]) << C.Name << " needs a pointer or a block of pointers, "
                     << "got " << describe(V);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// load, store
//===----------------------------------------------------------------------===//

SemaValue Sema::emitLoad(Range R, sym::Expr *Pointers, sym::Expr *Mask,
                         sym::Expr *Other, AttrDict Attrs) {
  Extents Shape(Pointers->Ty.shape());
  for (sym::Expr *E : {Mask, Other})
    if (E && !broadcast(Shape, E->Ty.shape(), Shape, R))
      return SemaValue::error();
  sym::Stmt *S = P.makeStmt(sym::StmtKind::Effect, loc(R), Current);
  S->Op = OpKind::Load;
  S->Attrs = Attrs;
  S->Operands = {Pointers, Mask, Other};
  Type Pointee = Pointers->Ty.elementType().pointee();
  return P.addResult(S, In.Ctx.tileOrScalar(Shape, Pointee), Current);
}

SemaValue Sema::callLoad(const BoundCall &C) {
  enum { Pointer, Mask, Other, Boundary, Padding, Cache };
  if (C[Pointer].isAggregate(AggregateKind::BlockPointer))
    return loadBlock(C);
  sym::Expr *Ptr = pointerArgument(C);
  sym::Expr *MaskE = nullptr, *OtherE = nullptr;
  AttrDict Attrs;
  if (!Ptr || !checkMask(C[Mask], C, Mask, MaskE) ||
      !rejectBoundaryArgs(C, Boundary, 2) || !loadHints(C, Cache, Attrs))
    return SemaValue::error();
  if (!C[Other].isAbsentOrNone()) {
    if (C[Mask].isAbsentOrNone()) {
      error(C.Ranges[Other]) << "'other' of tl.load needs a mask";
      return SemaValue::error();
    }
    OtherE = toValue(C[Other], "'other' of tl.load", C.Ranges[Other]);
    if (!OtherE)
      return SemaValue::error();
    OtherE = cast(OtherE, Ptr->Ty.elementType().pointee(), C.Ranges[Other]);
    // Without a mask no lane shows it.
    if (!MaskE)
      OtherE = nullptr;
  }
  if (!fitsScalarPointer(C, Mask, Ptr, MaskE) ||
      !fitsScalarPointer(C, Other, Ptr, OtherE))
    return SemaValue::error();
  return emitLoad(C.Range, Ptr, MaskE, OtherE, Attrs);
}

/// Stores the value argument Index through pointers.
SemaValue Sema::emitStore(const BoundCall &C, sym::Expr *Pointers,
                          unsigned Index, sym::Expr *Mask, AttrDict Attrs) {
  if (Pointers->Ty.elementType().isConstPointer()) {
    error(C.Ranges[0]) << "cannot store to a constant pointer, got "
                       << Pointers->Ty;
    return SemaValue::error();
  }
  sym::Expr *V =
      toValue(C[Index], "the value of " + C.Name.str(), C.Ranges[Index]);
  if (!V || !fitsScalarPointer(C, Index, Pointers, V))
    return SemaValue::error();
  Type Pointee = Pointers->Ty.elementType().pointee();
  StringRef Why = whyNotCast(V->Ty.elementType(), Pointee);
  if (!Why.empty()) {
    error(C.Ranges[Index]) << "cannot store " << V->Ty << " through "
                           << Pointers->Ty << "; " << Why;
    return SemaValue::error();
  }
  // An `int1` in memory is a byte, and the value becomes an 8-bit integer
  // first: 0.5 writes 0 (TY-01).
  if (Pointee.isBool() && V->Ty.elementType().isFloat())
    V = cast(V, In.Ctx.scalar(TypeKind::I8), C.Ranges[Index]);
  V = cast(V, Pointee, C.Ranges[Index]);
  if (!fitsPointers(C, Index, Pointers, V))
    return SemaValue::error();
  sym::Stmt *S = P.makeStmt(sym::StmtKind::Effect, loc(C.Range), Current);
  S->Op = OpKind::Store;
  S->Attrs = Attrs;
  S->Operands = {Pointers, V, Mask};
  return none();
}

SemaValue Sema::callStore(const BoundCall &C) {
  enum { Pointer, Value, Mask, Boundary, Cache };
  if (C[Pointer].isAggregate(AggregateKind::BlockPointer))
    return storeBlock(C);
  sym::Expr *Ptr = pointerArgument(C);
  sym::Expr *MaskE = nullptr;
  AttrDict Attrs;
  if (!Ptr || !checkMask(C[Mask], C, Mask, MaskE) ||
      !rejectBoundaryArgs(C, Boundary, 1) || !storeHints(C, Cache, Attrs) ||
      !fitsScalarPointer(C, Mask, Ptr, MaskE) ||
      !fitsPointers(C, Mask, Ptr, MaskE))
    return SemaValue::error();
  return emitStore(C, Ptr, Value, MaskE, Attrs);
}
