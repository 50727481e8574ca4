//===- SemaBlocks.cpp - Block pointers and tensor descriptors
//--------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both are aggregates of run-time values: a base pointer, the extents and
// strides of an array and, in a block pointer, the offsets of a block in it. A
// load or store makes the block's pointers, and a mask that keeps it inside the
// array.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include <limits>

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Making them
//===----------------------------------------------------------------------===//

/// A tuple, list or single value of integer scalars as Element; false after
/// reporting. Narrow: of at most 32 bits.
bool Sema::integerList(const BoundCall &C, unsigned Index, Type Element,
                       bool Narrow, llvm::SmallVectorImpl<sym::Expr *> &List) {
  llvm::ArrayRef<SemaValue> Given = C.Args.slice(Index, 1);
  if (C[Index].isTuple())
    Given = C[Index].elements();
  std::string What =
      "'" + std::string(C.Function.Params[Index]) + "' of " + C.Name.str();
  for (SemaValue V : Given) {
    sym::Expr *E = toValue(V, What, C.Ranges[Index]);
    if (!E)
      return false;
    if (E->Ty.isTile() || !E->Ty.isInteger()) {
      error(C.Ranges[Index])
          << What << " must be integer scalars, got " << E->Ty;
      return false;
    }
    if (Narrow && E->Ty.bitWidth() > 32) {
      error(C.Ranges[Index]) << What << " must have at most 32 bits, got "
                             << E->Ty << "; cast them with .to(tl.int32)";
      return false;
    }
    List.push_back(cast(E, Element, C.Ranges[Index]));
  }
  return true;
}

/// Reports a list whose length is not that of the block's shape.
bool Sema::checkLength(const BoundCall &C, unsigned Index, size_t Length,
                       size_t Rank) {
  if (Length == Rank)
    return true;
  error(C.Ranges[Index]) << "'" << C.Function.Params[Index] << "' of " << C.Name
                         << " needs " << Rank
                         << " elements, as many as the block has dimensions, "
                         << "got " << Length;
  return false;
}

/// The scalar pointer argument 0; null after reporting.
sym::Expr *Sema::basePointer(const BoundCall &C) {
  if (C[0].isExpr() && C[0].expr()->Ty.isPointer())
    return C[0].expr();
  error(C.Ranges[0]) << "the base of " << C.Name
                     << " must be a scalar pointer, got " << describe(C[0]);
  return nullptr;
}

SemaValue Sema::makeAggregate(AggregateType T,
                              llvm::ArrayRef<SemaValue> Elements) {
  T.Block = T.Block.copy(Arena);
  T.Order = T.Order.copy(Arena);
  auto *Data = new (Arena.Allocate<TupleData>()) TupleData();
  Data->Elements = Elements.copy(Arena);
  Data->Aggregate = new (Arena.Allocate<AggregateType>()) AggregateType(T);
  return SemaValue::tuple(Data);
}

/// A permutation of the dimensions; false after reporting.
bool Sema::orderArgument(const BoundCall &C, unsigned Index, size_t Rank,
                         Extents &Order) {
  llvm::ArrayRef<SemaValue> Given = C.Args.slice(Index, 1);
  if (C[Index].isTuple())
    Given = C[Index].elements();
  for (SemaValue V : Given) {
    auto Axis = constInt(V, "'order' of " + C.Name.str(), C.Ranges[Index]);
    if (!Axis)
      return false;
    Order.push_back(*Axis);
  }
  Extents Sorted = Order;
  llvm::sort(Sorted);
  bool Complete = Sorted.size() == Rank;
  for (size_t I = 0; Complete && I != Rank; ++I)
    Complete = Sorted[I] == int64_t(I);
  if (!Complete)
    error(C.Ranges[Index]) << "'order' of " << C.Name
                           << " must name each of the " << Rank
                           << " dimensions once";
  return Complete;
}

SemaValue Sema::callMakeBlockPtr(const BoundCall &C) {
  enum { Base, Shape, Strides, Offsets, BlockShape, Order };
  sym::Expr *Pointer = basePointer(C);
  Extents Block, Axes;
  if (!Pointer || !shapeArgument(C[BlockShape], C.Ranges[BlockShape],
                                 "'block_shape' of " + C.Name.str(),
                                 /*AllowScalar=*/false, Block))
    return SemaValue::error();
  llvm::SmallVector<SemaValue, 16> Elements{Pointer};
  for (unsigned I : {Shape, Strides, Offsets}) {
    llvm::SmallVector<sym::Expr *, 6> List;
    if (!integerList(C, I, In.Ctx.scalar(TypeKind::I64), /*Narrow=*/false,
                     List) ||
        !checkLength(C, I, List.size(), Block.size()))
      return SemaValue::error();
    Elements.append(List.begin(), List.end());
  }
  if (!orderArgument(C, Order, Block.size(), Axes))
    return SemaValue::error();
  return makeAggregate({AggregateKind::BlockPointer, Block, Axes}, Elements);
}

SemaValue Sema::callAdvance(const BoundCall &C) {
  SemaValue V = C[0];
  if (!V.isAggregate(AggregateKind::BlockPointer)) {
    error(C.Ranges[0]) << C.Name << " needs a block pointer, got "
                       << describe(V) << "; add offsets to pointers with '+'";
    return SemaValue::error();
  }
  size_t Rank = V.aggregate()->rank();
  llvm::SmallVector<sym::Expr *, 6> By;
  if (!integerList(C, 1, In.Ctx.scalar(TypeKind::I64), /*Narrow=*/false, By) ||
      !checkLength(C, 1, By.size(), Rank))
    return SemaValue::error();
  llvm::SmallVector<SemaValue, 16> Elements(V.elements());
  for (size_t I = 0; I != Rank; ++I) {
    SemaValue &Offset = Elements[1 + 2 * Rank + I];
    Offset = op(OpKind::Add, {Offset.expr(), By[I]}, By[I]->Ty, C.Range);
  }
  return withElements(V, Elements);
}

//===----------------------------------------------------------------------===//
// A block's pointers and mask
//===----------------------------------------------------------------------===//

/// Offset, offset + 1, … along one dimension of a block.
sym::Expr *Sema::blockIndex(int64_t Extent, sym::Expr *Offset, Range R) {
  NamedAttr Bounds[] = {In.Ctx.named("start", In.Ctx.intAttr(0)),
                        In.Ctx.named("end", In.Ctx.intAttr(Extent))};
  sym::Expr *Lanes = op(OpKind::Arange, {}, In.Ctx.tile({Extent}, In.Ctx.i32()),
                        R, In.Ctx.dict(Bounds));
  Type I64 = In.Ctx.scalar(TypeKind::I64);
  Lanes = cast(Lanes, I64, R);
  return op(OpKind::Add, {cast(Offset, I64, R), Lanes}, Lanes->Ty, R);
}

/// A vector as a block of Rank dimensions along one of them.
sym::Expr *Sema::alongAxis(sym::Expr *Vector, unsigned Axis, unsigned Rank,
                           Range R) {
  for (unsigned I = 0; I != Axis; ++I)
    Vector = expandDims(Vector, 0, R);
  for (unsigned I = Axis + 1; I != Rank; ++I)
    Vector = expandDims(Vector, I, R);
  return Vector;
}

/// Pointers to the elements that Indices, a vector per dimension, name; Mask is
/// where those of the Checked dimensions lie inside the array, null if none is.
Sema::BlockTile Sema::blockTile(sym::Expr *Base,
                                llvm::ArrayRef<SemaValue> Shape,
                                llvm::ArrayRef<SemaValue> Strides,
                                llvm::ArrayRef<sym::Expr *> Indices,
                                llvm::ArrayRef<bool> Checked, Range R) {
  unsigned Rank = Indices.size();
  Type I64 = In.Ctx.scalar(TypeKind::I64);
  BlockTile Tile;
  SemaValue Sum, Mask;
  for (unsigned D = 0; D != Rank; ++D) {
    sym::Expr *Index = alongAxis(Indices[D], D, Rank, R);
    sym::Expr *Term =
        op(OpKind::Mul, {Index, cast(Strides[D].expr(), I64, R)}, Index->Ty, R);
    Sum = D == 0 ? SemaValue(Term)
                 : elementwise(OpKind::Add, {Sum.expr(), Term}, I64, R);
    if (!Checked[D])
      continue;
    Type Bools = In.Ctx.withElement(Index->Ty, In.Ctx.boolean());
    sym::Expr *Zero = constantExpr(In.Ctx.intConstant(I64, 0), R);
    sym::Expr *Low = op(OpKind::CmpGe, {Index, Zero}, Bools, R);
    sym::Expr *High =
        op(OpKind::CmpLt, {Index, cast(Shape[D].expr(), I64, R)}, Bools, R);
    sym::Expr *Inside = op(OpKind::And, {Low, High}, Bools, R);
    Mask = Mask.isAbsent() ? SemaValue(Inside)
                           : elementwise(OpKind::And, {Mask.expr(), Inside},
                                         In.Ctx.boolean(), R);
  }
  Tile.Pointers =
      elementwise(OpKind::AddPtr, {Base, Sum.expr()}, Base->Ty, R).expr();
  Tile.Mask = Mask.isAbsent() ? nullptr : Mask.expr();
  return Tile;
}

/// The tile of the block pointer argument 0, checked along the dimensions that
/// argument Index lists; false after reporting.
bool Sema::blockPointerTile(const BoundCall &C, unsigned Index,
                            BlockTile &Tile) {
  llvm::ArrayRef<SemaValue> Given;
  if (!C[Index].isAbsentOrNone())
    Given = C[Index].isTuple() ? C[Index].elements() : C.Args.slice(Index, 1);
  const AggregateType &T = *C[0].aggregate();
  unsigned Rank = T.rank();
  llvm::SmallVector<bool, 6> Checked(Rank, false);
  for (SemaValue V : Given) {
    auto Axis = constInt(V, "a dimension in 'boundary_check'", C.Ranges[Index]);
    if (!Axis)
      return false;
    if (*Axis < 0 || *Axis >= Rank || Checked[*Axis]) {
      error(C.Ranges[Index])
          << "'boundary_check' lists dimension " << *Axis
          << (*Axis < 0 || *Axis >= Rank ? ", which the block does not have; "
                                           "it has "
                                         : " twice; the block has ")
          << Rank << (Rank == 1 ? " dimension" : " dimensions");
      return false;
    }
    Checked[*Axis] = true;
  }
  llvm::ArrayRef<SemaValue> All = C[0].elements();
  llvm::SmallVector<sym::Expr *, 6> Indices;
  for (unsigned D = 0; D != Rank; ++D)
    Indices.push_back(
        blockIndex(T.Block[D], All[1 + 2 * Rank + D].expr(), C.Range));
  Tile = blockTile(All[0].expr(), All.slice(1, Rank), All.slice(1 + Rank, Rank),
                   Indices, Checked, C.Range);
  return true;
}

/// Reports an argument that only pointers take.
bool Sema::rejectMasks(const BoundCall &C, llvm::ArrayRef<unsigned> Indices) {
  for (unsigned I : Indices)
    if (!C[I].isAbsentOrNone()) {
      error(C.Ranges[I]) << "'" << C.Function.Params[I] << "' of " << C.Name
                         << " cannot be given with a block pointer; use "
                            "boundary_check and padding_option";
      return false;
    }
  return true;
}

/// What elements outside the array read as; null for "". False after
/// reporting.
bool Sema::paddingValue(const BoundCall &C, unsigned Index, Type Element,
                        sym::Expr *&Padding) {
  Padding = nullptr;
  if (C[Index].isAbsentOrNone())
    return true;
  auto Text = constString(C[Index], "padding_option", C.Ranges[Index]);
  if (!Text)
    return false;
  if (*Text == "nan" && !Element.isFloat()) {
    error(C.Ranges[Index]) << "padding_option 'nan' needs floats, got "
                           << Element;
    return false;
  }
  if (*Text == "zero")
    Padding = constantExpr(In.Ctx.constant(Element, 0), C.Range);
  else if (*Text == "nan")
    Padding = constantExpr(
        In.Ctx.floatConstant(Element, std::numeric_limits<double>::quiet_NaN()),
        C.Range);
  else if (!Text->empty()) {
    error(C.Ranges[Index]) << "padding_option '" << *Text
                           << "' is not supported; use one of zero, nan";
    return false;
  }
  return true;
}

SemaValue Sema::loadBlock(const BoundCall &C) {
  enum { Pointer, Mask, Other, Boundary, Padding, Cache };
  Type Element = C[Pointer].elements()[0].expr()->Ty.pointee();
  AttrDict Attrs;
  BlockTile Tile;
  sym::Expr *OtherE = nullptr;
  if (!rejectMasks(C, {Mask, Other}) || !loadHints(C, Cache, Attrs) ||
      !paddingValue(C, Padding, Element, OtherE) ||
      !blockPointerTile(C, Boundary, Tile))
    return SemaValue::error();
  return emitLoad(C.Range, Tile.Pointers, Tile.Mask,
                  Tile.Mask ? OtherE : nullptr, Attrs);
}

SemaValue Sema::storeBlock(const BoundCall &C) {
  enum { Pointer, Value, Mask, Boundary, Cache };
  AttrDict Attrs;
  BlockTile Tile;
  if (!rejectMasks(C, {Mask}) || !storeHints(C, Cache, Attrs) ||
      !blockPointerTile(C, Boundary, Tile))
    return SemaValue::error();
  return emitStore(C, Tile.Pointers, Value, Tile.Mask, Attrs);
}
