//===- SemaRearrange.cpp - Joining, splitting, picking
//-----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// Two values broadcast to one shape; false after reporting.
bool Sema::broadcastPair(const BoundCall &C, sym::Expr *(&Sides)[2],
                         Extents &Shape) {
  for (unsigned I = 0; I != 2; ++I) {
    Sides[I] = toValue(C[I], "an argument of " + C.Name.str(), C.Ranges[I]);
    if (!Sides[I] || !broadcast(Shape, Sides[I]->Ty.shape(), Shape, C.Range))
      return false;
  }
  AttrDict Attrs =
      In.Ctx.dict({In.Ctx.named("shape", In.Ctx.shapeAttr(Shape))});
  for (sym::Expr *&E : Sides)
    if (E->Ty.shape() != llvm::ArrayRef<int64_t>(Shape))
      E = op(OpKind::Broadcast, {E}, In.Ctx.tile(Shape, E->Ty.elementType()),
             C.Range, Attrs);
  return true;
}

/// False after reporting that two values to be put together differ in type.
static bool sameElements(Sema &S, const BoundCall &C, sym::Expr *A,
                         sym::Expr *B) {
  if (A->Ty.elementType() == B->Ty.elementType())
    return true;
  S.error(C.Range) << C.Name << " needs two values of one type, got " << A->Ty
                   << " and " << B->Ty << "; cast one of them";
  return false;
}

SemaValue Sema::callBroadcast(const BoundCall &C) {
  sym::Expr *Sides[2];
  Extents Shape;
  if (!broadcastPair(C, Sides, Shape))
    return SemaValue::error();
  return makeTuple({Sides[0], Sides[1]}, /*IsList=*/false);
}

SemaValue Sema::callJoin(const BoundCall &C) {
  sym::Expr *Sides[2];
  Extents Shape;
  if (!broadcastPair(C, Sides, Shape) ||
      !sameElements(*this, C, Sides[0], Sides[1]))
    return SemaValue::error();
  Shape.push_back(2);
  if (!checkExtents(Shape, C.Range))
    return SemaValue::error();
  return op(OpKind::Join, Sides, In.Ctx.tile(Shape, Sides[0]->Ty.elementType()),
            C.Range);
}

SemaValue Sema::callSplit(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E)
    return SemaValue::error();
  if (!E->Ty.isTile() || E->Ty.shape().back() != 2) {
    error(C.Ranges[0]) << C.Name << " needs a block whose last extent is 2, "
                       << "got " << E->Ty;
    return SemaValue::error();
  }
  sym::Stmt *S = P.makeStmt(sym::StmtKind::Effect, loc(C.Range), Current);
  S->Op = OpKind::Split;
  S->Operands = {E};
  Type Half =
      In.Ctx.tileOrScalar(E->Ty.shape().drop_back(), E->Ty.elementType());
  SemaValue First = P.addResult(S, Half, Current);
  SemaValue Second = P.addResult(S, Half, Current);
  return makeTuple({First, Second}, /*IsList=*/false);
}

SemaValue Sema::callCat(const BoundCall &C) {
  enum { Input, Other, CanReorder, Dim };
  sym::Expr *Sides[2];
  for (unsigned I = 0; I != 2; ++I) {
    Sides[I] = toValue(C[I], "an argument of " + C.Name.str(), C.Ranges[I]);
    if (!Sides[I])
      return SemaValue::error();
  }
  auto [A, B] = Sides;
  // The order is kept whether or not it has to be.
  if (!C[CanReorder].isAbsent() &&
      !constBool(C[CanReorder], "can_reorder", C.Ranges[CanReorder]))
    return SemaValue::error();
  SemaValue At = C[Dim].isAbsent() ? integer(0, C.Range) : C[Dim];
  auto Axis = axisArgument(At, A->Ty.rank(), C.Ranges[Dim], C.Name);
  if (!Axis || !sameElements(*this, C, A, B))
    return SemaValue::error();
  Extents Shape(A->Ty.shape()), Rest(B->Ty.shape());
  bool Fits = Rest.size() == Shape.size();
  if (Fits) {
    int64_t Added = Rest[*Axis];
    Rest[*Axis] = Shape[*Axis];
    Fits = Rest == Shape;
    Shape[*Axis] += Added;
  }
  if (!Fits) {
    error(C.Range) << C.Name << " of " << A->Ty << " and " << B->Ty
                   << " along axis " << *Axis
                   << ": the other extents must be equal";
    return SemaValue::error();
  }
  if (!checkExtents(Shape, C.Range))
    return SemaValue::error();
  AttrDict Attrs = In.Ctx.dict({In.Ctx.named("axis", In.Ctx.intAttr(*Axis))});
  return op(OpKind::Cat, Sides, In.Ctx.tile(Shape, A->Ty.elementType()),
            C.Range, Attrs);
}

SemaValue Sema::callFlip(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E)
    return SemaValue::error();
  SemaValue Dim = C[1].isAbsentOrNone() ? integer(-1, C.Range) : C[1];
  auto Axis = axisArgument(Dim, E->Ty.rank(), C.Ranges[1], C.Name);
  if (!Axis)
    return SemaValue::error();
  AttrDict Attrs = In.Ctx.dict({In.Ctx.named("axis", In.Ctx.intAttr(*Axis))});
  return op(OpKind::Flip, {E}, E->Ty, C.Range, Attrs);
}

/// The scalar in a block of one element.
SemaValue Sema::callItem(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the receiver of 'item'", C.Ranges[0]);
  if (!E)
    return SemaValue::error();
  if (E->Ty.numElements() == 1)
    return reshape(E, {}, C.Range);
  error(C.Ranges[0]) << "'item' needs a block of one element, got " << E->Ty;
  return SemaValue::error();
}

SemaValue Sema::callGather(const BoundCall &C) {
  enum { Source, Index, AxisIndex };
  sym::Expr *From =
      toValue(C[Source], "the source of tl.gather", C.Ranges[Source]);
  sym::Expr *At =
      From ? toValue(C[Index], "the index of tl.gather", C.Ranges[Index])
           : nullptr;
  if (!At)
    return SemaValue::error();
  auto Axis =
      axisArgument(C[AxisIndex], From->Ty.rank(), C.Ranges[AxisIndex], C.Name);
  if (!Axis)
    return SemaValue::error();
  if (!At->Ty.elementType().isInteger()) {
    error(C.Ranges[Index]) << "the index of tl.gather must be integers, got "
                           << At->Ty;
    return SemaValue::error();
  }
  Extents Wanted(From->Ty.shape()), Given(At->Ty.shape());
  bool Fits = Wanted.size() == Given.size();
  if (Fits)
    Wanted[*Axis] = Given[*Axis];
  if (!Fits || Wanted != Given) {
    error(C.Ranges[Index]) << "the index of tl.gather must have the shape of "
                           << "the source but for axis " << *Axis << ", got "
                           << At->Ty << " for " << From->Ty;
    return SemaValue::error();
  }
  AttrDict Attrs = In.Ctx.dict({In.Ctx.named("axis", In.Ctx.intAttr(*Axis))});
  return op(OpKind::Gather, {From, At},
            In.Ctx.tile(Given, From->Ty.elementType()), C.Range, Attrs);
}
