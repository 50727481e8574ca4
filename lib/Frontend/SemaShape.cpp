//===- SemaShape.cpp - Creation and shapes of blocks
//-----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Shapes and axes as arguments
//===----------------------------------------------------------------------===//

bool Sema::checkExtents(llvm::ArrayRef<int64_t> Shape, Range R) {
  if (Shape.size() > MaxTileRank) {
    error(R) << "this block would have " << Shape.size()
             << " dimensions; the most is " << MaxTileRank;
    return false;
  }
  int64_t Elements = 1;
  for (auto [I, Extent] : llvm::enumerate(Shape)) {
    if (In.Options.AsTriton && Extent > 0 && !llvm::isPowerOf2_64(Extent)) {
      error(R) << "Shape element " << I << " must be a power of 2";
      return false;
    }
    if (Extent <= 0) {
      error(R) << "the extents of a shape must be positive, got " << Extent;
      return false;
    }
    if (Extent > MaxTileElements || (Elements *= Extent) > MaxTileElements) {
      error(R) << "this block would have more than " << MaxTileElements
               << " elements, which is the most";
      return false;
    }
  }
  return true;
}

/// A positive integer, or a tuple or list of them.
bool Sema::shapeArgument(SemaValue V, Range R, const llvm::Twine &What,
                         bool AllowScalar, Extents &Shape) {
  llvm::ArrayRef<SemaValue> Elements(V);
  if (V.isTuple())
    Elements = V.elements();
  for (SemaValue E : Elements) {
    auto Extent = constInt(E, What.str(), R);
    if (!Extent)
      return false;
    Shape.push_back(*Extent);
  }
  if (Shape.empty() && !AllowScalar) {
    error(R) << What.str() << " must not be empty; use a scalar instead";
    return false;
  }
  return checkExtents(Shape, R);
}

std::optional<unsigned> Sema::axisArgument(SemaValue V, unsigned Rank, Range R,
                                           StringRef Name) {
  auto Axis = constInt(V, "the axis of " + Name.str(), R);
  if (!Axis)
    return std::nullopt;
  int64_t N = *Axis < 0 ? *Axis + int64_t(Rank) : *Axis;
  if (N >= 0 && N < int64_t(Rank))
    return unsigned(N);
  error(R) << "invalid axis " << *Axis << " of " << Name << "; expected "
           << -int64_t(Rank) << " <= axis < " << Rank;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// zeros, full, empty
//===----------------------------------------------------------------------===//

static AttrDict createAttrs(Context &Ctx, llvm::ArrayRef<int64_t> Shape,
                            Type Element) {
  NamedAttr Attrs[] = {Ctx.named("shape", Ctx.shapeAttr(Shape)),
                       Ctx.named("dtype", Ctx.typeAttr(Element))};
  return Ctx.dict(Attrs);
}

sym::Expr *Sema::zeros(llvm::ArrayRef<int64_t> Shape, Type Element, Range R) {
  if (Shape.empty())
    return constantExpr(In.Ctx.constant(Element, 0), R);
  return op(OpKind::Zeros, {}, In.Ctx.tile(Shape, Element), R,
            createAttrs(In.Ctx, Shape, Element));
}

SemaValue Sema::callCreate(const BoundCall &C) {
  Extents Shape;
  Type Element = dtypeArgument(C[1], C.Ranges[1]);
  if (!Element ||
      !shapeArgument(C[0], C.Ranges[0], "the shape of " + C.Name.str(),
                     In.Options.AsTriton, Shape))
    return SemaValue::error();
  if (Element.isPointer()) {
    error(C.Ranges[1]) << C.Name << " cannot make pointers";
    return SemaValue::error();
  }
  if (C.Function.Op == OpKind::Zeros || Shape.empty())
    return zeros(Shape, Element, C.Range);
  return op(OpKind::Empty, {}, In.Ctx.tile(Shape, Element), C.Range,
            createAttrs(In.Ctx, Shape, Element));
}

SemaValue Sema::callFull(const BoundCall &C) {
  Extents Shape;
  Type Element = dtypeArgument(C[2], C.Ranges[2]);
  if (!Element ||
      !shapeArgument(C[0], C.Ranges[0], "the shape of " + C.Name.str(),
                     In.Options.AsTriton, Shape))
    return SemaValue::error();
  sym::Expr *Value = toValue(C[1], "the value of tl.full", C.Ranges[1]);
  if (!Value)
    return SemaValue::error();
  if (Value->Ty.isTile() && Value->Ty.numElements() == 1)
    Value = reshape(Value, {}, C.Ranges[1]);
  if (Value->Ty.isTile()) {
    error(C.Ranges[1]) << "the value of tl.full must be a scalar, got "
                       << Value->Ty << "; use tl.broadcast_to for blocks";
    return SemaValue::error();
  }
  Type From = Value->Ty;
  if (From.isPointer() || Element.isPointer()) {
    error(C.Range) << "tl.full cannot make a block of " << Element << " from "
                   << From;
    return SemaValue::error();
  }
  bool Fraction = C[1].isConst() && From.isFloat() && Element.isInteger() &&
                  PyObject_IsTrue(C[1].object());
  if (Fraction && In.Options.AsTriton) {
    error(C.Ranges[1]) << "cannot fill a block of " << Element
                       << " with a float; write an integer";
    return SemaValue::error();
  }
  Value = cast(Value, Element, C.Ranges[1]);
  if (Shape.empty())
    return Value;
  return op(OpKind::Full, {Value}, In.Ctx.tile(Shape, Element), C.Range,
            createAttrs(In.Ctx, Shape, Element));
}

SemaValue Sema::callZerosLike(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of tl.zeros_like", C.Ranges[0]);
  if (!E)
    return SemaValue::error();
  if (E->Ty.elementType().isPointer()) {
    error(C.Ranges[0]) << C.Name << " cannot make pointers";
    return SemaValue::error();
  }
  return zeros(E->Ty.shape(), E->Ty.elementType(), C.Range);
}

//===----------------------------------------------------------------------===//
// expand_dims, x[:, None]
//===----------------------------------------------------------------------===//

sym::Expr *Sema::expandDims(sym::Expr *E, unsigned Axis, Range R) {
  Extents Shape(E->Ty.shape());
  Shape.insert(Shape.begin() + Axis, 1);
  AttrDict Attrs = In.Ctx.dict({In.Ctx.named("axis", In.Ctx.intAttr(Axis))});
  return op(OpKind::ExpandDims, {E}, In.Ctx.tile(Shape, E->Ty.elementType()), R,
            Attrs);
}

SemaValue Sema::callExpandDims(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of tl.expand_dims", C.Ranges[0]);
  if (!E)
    return SemaValue::error();
  llvm::ArrayRef<SemaValue> Axes = C.Args.slice(1, 1);
  if (C[1].isTuple())
    Axes = C[1].elements();
  unsigned Rank = E->Ty.rank() + Axes.size();
  if (Rank > MaxTileRank) {
    error(C.Range) << "this block would have " << Rank
                   << " dimensions; the most is " << MaxTileRank;
    return SemaValue::error();
  }
  llvm::SmallVector<unsigned, 2> Sorted;
  bool Twice = false;
  for (SemaValue V : Axes) {
    auto Axis = axisArgument(V, Rank, C.Ranges[1], C.Name);
    if (!Axis)
      return SemaValue::error();
    Twice |= llvm::is_contained(Sorted, *Axis);
    Sorted.push_back(*Axis);
  }
  llvm::sort(Sorted);
  if (Twice) {
    std::string List;
    for (unsigned Axis : Sorted)
      List += (List.empty() ? "" : ", ") + std::to_string(Axis);
    error(C.Ranges[1]) << C.Name << " is given duplicate axes, normalized "
                       << "axes = [" << List << "]";
    return SemaValue::error();
  }
  for (unsigned Axis : Sorted)
    E = expandDims(E, Axis, C.Range);
  return E;
}

/// A bare `:`, also with its bounds written as None.
bool Sema::isWholeSlice(Expr *Part) {
  auto *Slice = llvm::dyn_cast<SliceExpr>(Part);
  if (!Slice)
    return false;
  for (Expr *Bound : {Slice->Lower, Slice->Upper, Slice->Step})
    if (Bound && !visit(Bound).isNone())
      return false;
  return true;
}

/// `x[:, None]`: each `:` is an axis of x, each None a new one. The last `:`
/// may be left out, and a scalar takes any.
SemaValue Sema::subscriptBlock(sym::Expr *E, const SubscriptExpr &S) {
  llvm::ArrayRef<Expr *> Parts(S.Index);
  if (auto *Sequence = llvm::dyn_cast<SequenceExpr>(S.Index))
    Parts = Sequence->Elements;
  unsigned Kept = 0, Axis = 0;
  sym::Expr *Result = E;
  for (Expr *Part : Parts) {
    bool All = isWholeSlice(Part);
    SemaValue V = llvm::isa<SliceExpr>(Part) ? SemaValue() : visit(Part);
    if (V.isError())
      return V;
    if (!All && !V.isNone()) {
      unsupported(Part->Range)
          << "unsupported tensor index: a block is indexed with ':' and None "
             "only; its elements cannot be picked: use tl.where and a "
             "reduction, or load from memory";
      return SemaValue::error();
    }
    if (All && !E->Ty.isTile())
      continue;
    if (All)
      ++Kept;
    else if (Result->Ty.rank() < MaxTileRank)
      Result = expandDims(Result, Axis, S.Range);
    ++Axis;
  }
  if (Kept <= E->Ty.rank() && Parts.size() <= MaxTileRank)
    return Result;
  error(S.Range) << "a value of type " << E->Ty << " takes one ':' for each of "
                 << "its " << E->Ty.rank() << " dimensions, got " << Kept;
  return SemaValue::error();
}

//===----------------------------------------------------------------------===//
// broadcast_to, reshape, trans
//===----------------------------------------------------------------------===//

SemaValue Sema::callBroadcastTo(const BoundCall &C) {
  Extents Shape, Joined;
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E || !shapeArgument(C[1], C.Ranges[1], "the shape of " + C.Name.str(),
                           /*AllowScalar=*/!E->Ty.isTile(), Shape))
    return SemaValue::error();
  if (E->Ty.isTile() && E->Ty.rank() != Shape.size()) {
    error(C.Range) << C.Name << " to " << Shape.size()
                   << " dimensions needs a block of as many, got " << E->Ty
                   << "; insert dimensions with x[:, None]";
    return SemaValue::error();
  }
  if (E->Ty.shape() == llvm::ArrayRef<int64_t>(Shape))
    return E;
  if (!broadcast(E->Ty.shape(), Shape, Joined, C.Range))
    return SemaValue::error();
  if (Joined != Shape) {
    error(C.Range) << C.Name << " cannot shrink " << E->Ty;
    return SemaValue::error();
  }
  AttrDict Attrs =
      In.Ctx.dict({In.Ctx.named("shape", In.Ctx.shapeAttr(Shape))});
  return op(OpKind::Broadcast, {E}, In.Ctx.tile(Shape, E->Ty.elementType()),
            C.Range, Attrs);
}

sym::Expr *Sema::reshape(sym::Expr *E, llvm::ArrayRef<int64_t> Shape, Range R) {
  if (E->Ty.shape() == Shape)
    return E;
  AttrDict Attrs =
      In.Ctx.dict({In.Ctx.named("shape", In.Ctx.shapeAttr(Shape))});
  return op(OpKind::Reshape, {E},
            In.Ctx.tileOrScalar(Shape, E->Ty.elementType()), R, Attrs);
}

SemaValue Sema::callReshape(const BoundCall &C) {
  Extents Shape;
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E || !shapeArgument(C[1], C.Ranges[1], "the shape of " + C.Name.str(),
                           /*AllowScalar=*/true, Shape))
    return SemaValue::error();
  int64_t Elements = 1;
  for (int64_t Extent : Shape)
    Elements *= Extent;
  if (Elements == E->Ty.numElements())
    return reshape(E, Shape, C.Range);
  error(C.Range) << "cannot " << C.Function.Name << " " << E->Ty << " of "
                 << E->Ty.numElements() << " elements to a shape of "
                 << Elements;
  return SemaValue::error();
}

SemaValue Sema::callRavel(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  return E ? SemaValue(reshape(E, {E->Ty.numElements()}, C.Range))
           : SemaValue::error();
}

SemaValue Sema::transpose(sym::Expr *E, llvm::ArrayRef<int64_t> Order,
                          Range R) {
  Extents Shape;
  for (int64_t Axis : Order)
    Shape.push_back(E->Ty.shape()[Axis]);
  AttrDict Attrs =
      In.Ctx.dict({In.Ctx.named("order", In.Ctx.shapeAttr(Order))});
  return op(OpKind::Trans, {E}, In.Ctx.tile(Shape, E->Ty.elementType()), R,
            Attrs);
}

SemaValue Sema::callTrans(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E)
    return SemaValue::error();
  unsigned Rank = E->Ty.rank();
  llvm::ArrayRef<SemaValue> Dims;
  if (!C[1].isAbsent())
    Dims = C[1].isTuple() ? C[1].elements() : C.Args.slice(1, 1);
  Extents Order;
  for (SemaValue V : Dims) {
    auto Axis = axisArgument(V, Rank, C.Ranges[1], C.Name);
    if (!Axis)
      return SemaValue::error();
    Order.push_back(*Axis);
  }
  if (Dims.empty() && Rank >= 2 && C.Function.Id == BuiltinId::Trans) {
    for (unsigned I = 0; I != Rank; ++I)
      Order.push_back(I);
    std::swap(Order[Rank - 1], Order[Rank - 2]);
  }
  Extents Sorted = Order;
  llvm::sort(Sorted);
  bool Complete = Rank != 0 && Sorted.size() == Rank;
  for (unsigned I = 0; Complete && I != Rank; ++I)
    Complete = Sorted[I] == I;
  if (Complete)
    return transpose(E, Order, C.Range);
  error(C.Range) << C.Name << " of " << E->Ty
                 << " needs every dimension once, in the new order";
  return SemaValue::error();
}
