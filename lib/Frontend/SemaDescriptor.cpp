//===- SemaDescriptor.cpp - Tensor descriptors
//-----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements outside the array are not touched: they read as the padding.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include <limits>

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// The last dimension of a described block spans at least this many bytes.
static constexpr int64_t MinRowBytes = 16;
static constexpr unsigned MaxDescriptorRank = 5;

SemaValue Sema::callMakeDescriptor(const BoundCall &C) {
  enum { Base, Shape, Strides, BlockShape, Padding };
  sym::Expr *Pointer = basePointer(C);
  Extents Block;
  if (!Pointer || !shapeArgument(C[BlockShape], C.Ranges[BlockShape],
                                 "'block_shape' of " + C.Name.str(),
                                 /*AllowScalar=*/false, Block))
    return SemaValue::error();
  size_t Rank = Block.size();
  if (Rank > MaxDescriptorRank) {
    error(C.Ranges[BlockShape])
        << C.Name << " describes arrays of 1 to " << MaxDescriptorRank
        << " dimensions, got " << Rank;
    return SemaValue::error();
  }
  llvm::SmallVector<sym::Expr *, 5> Sizes, Steps;
  if (!integerList(C, Shape, In.Ctx.i32(), /*Narrow=*/false, Sizes) ||
      !integerList(C, Strides, In.Ctx.scalar(TypeKind::I64), /*Narrow=*/false,
                   Steps) ||
      !checkLength(C, Shape, Sizes.size(), Rank) ||
      !checkLength(C, Strides, Steps.size(), Rank))
    return SemaValue::error();
  if (!Steps.back()->Const || Steps.back()->Const->bits() != 1) {
    error(C.Ranges[Strides]) << "the last stride of " << C.Name
                             << " must be 1, known at compile time";
    return SemaValue::error();
  }
  Type Element = Pointer->Ty.pointee();
  int64_t Bytes = Block.back() * Element.byteSize();
  if (Bytes < MinRowBytes) {
    error(C.Ranges[BlockShape])
        << "Descriptor block shape must have at least 16 bytes in the last "
           "dimension, but got "
        << Block.back() << " * " << Element.byteSize() << " = " << Bytes
        << " bytes";
    return SemaValue::error();
  }
  sym::Expr *Value = nullptr;
  if (!paddingValue(C, Padding, Element, Value))
    return SemaValue::error();
  bool Nan = Value && Value->Const->bits() != 0;
  llvm::SmallVector<SemaValue, 11> Elements{Pointer};
  Elements.append(Sizes.begin(), Sizes.end());
  Elements.append(Steps.begin(), Steps.end());
  return makeAggregate({AggregateKind::Descriptor, Block, {}, Nan}, Elements);
}

/// A descriptor made on the host: base, shape, strides, block and padding.
SemaValue Sema::describedArray(llvm::ArrayRef<SemaValue> Parts, Range R) {
  const Builtin &B = *findBuiltin("make_tensor_descriptor", BF_Language);
  llvm::SmallVector<Range, 5> Ranges(Parts.size(), R);
  return callMakeDescriptor(
      {B, "the descriptor that the kernel is launched with", R, Parts, Ranges});
}

/// Argument 0 as a descriptor; false after reporting.
bool Sema::isDescriptor(const BoundCall &C) {
  if (C[0].isAggregate(AggregateKind::Descriptor))
    return true;
  error(C.Ranges[0]) << C.Name << " needs a tensor descriptor, got "
                     << describe(C[0]);
  return false;
}

/// The tile at Indices of the descriptor argument 0, inside the array.
Sema::BlockTile Sema::descriptorTile(const BoundCall &C,
                                     llvm::ArrayRef<sym::Expr *> Indices) {
  unsigned Rank = Indices.size();
  llvm::ArrayRef<SemaValue> All = C[0].elements();
  llvm::SmallVector<bool, 5> Checked(Rank, true);
  return blockTile(All[0].expr(), All.slice(1, Rank), All.slice(1 + Rank, Rank),
                   Indices, Checked, C.Range);
}

/// The tile at the offsets in argument 1; false after reporting.
bool Sema::descriptorTileAt(const BoundCall &C, BlockTile &Tile) {
  if (!isDescriptor(C))
    return false;
  const AggregateType &T = *C[0].aggregate();
  llvm::SmallVector<sym::Expr *, 5> Offsets, Indices;
  if (!integerList(C, 1, In.Ctx.i32(), /*Narrow=*/true, Offsets) ||
      !checkLength(C, 1, Offsets.size(), T.rank()))
    return false;
  for (unsigned D = 0; D != T.rank(); ++D)
    Indices.push_back(blockIndex(T.Block[D], Offsets[D], C.Range));
  Tile = descriptorTile(C, Indices);
  return true;
}

/// Loads a tile of the descriptor argument 0.
SemaValue Sema::loadTile(const BoundCall &C, const BlockTile &Tile) {
  Type Element = C[0].elements()[0].expr()->Ty.pointee();
  double Nan = std::numeric_limits<double>::quiet_NaN();
  Constant *Padding = C[0].aggregate()->PadsWithNan
                          ? In.Ctx.floatConstant(Element, Nan)
                          : In.Ctx.constant(Element, 0);
  return emitLoad(C.Range, Tile.Pointers, Tile.Mask,
                  constantExpr(Padding, C.Range), {});
}

SemaValue Sema::callDescriptorLoad(const BoundCall &C) {
  BlockTile Tile;
  return descriptorTileAt(C, Tile) ? loadTile(C, Tile) : SemaValue::error();
}

/// The value argument Index, of exactly the tile's shape; null after reporting.
sym::Expr *Sema::tileValue(const BoundCall &C, unsigned Index,
                           const BlockTile &Tile) {
  sym::Expr *V =
      toValue(C[Index], "the value of " + C.Name.str(), C.Ranges[Index]);
  if (!V || V->Ty.shape() == Tile.Pointers->Ty.shape())
    return V;
  Type Wanted = In.Ctx.withElement(Tile.Pointers->Ty, V->Ty.elementType());
  error(C.Ranges[Index]) << "the value of " << C.Name << " must be " << Wanted
                         << ", the described block, got " << V->Ty;
  return nullptr;
}

SemaValue Sema::callDescriptorStore(const BoundCall &C) {
  BlockTile Tile;
  if (!descriptorTileAt(C, Tile) || !tileValue(C, 2, Tile))
    return SemaValue::error();
  return emitStore(C, Tile.Pointers, 2, Tile.Mask, {});
}

SemaValue Sema::callDescriptorAtomic(const BoundCall &C) {
  BlockTile Tile;
  if (!descriptorTileAt(C, Tile) ||
      !checkAtomicType(C, Tile.Pointers->Ty.elementType()))
    return SemaValue::error();
  sym::Expr *V = tileValue(C, 2, Tile);
  if (!V)
    return SemaValue::error();
  emitAtomic(C, Tile.Pointers, V, Tile.Mask, {});
  return none();
}

//===----------------------------------------------------------------------===//
// Rows picked by an index block
//===----------------------------------------------------------------------===//

/// The rows that a block of indices (argument Rows) picks of a descriptor whose
/// block is [1, C], from column argument Column on; false after reporting.
bool Sema::pickedRows(const BoundCall &C, unsigned Rows, unsigned Column,
                      BlockTile &Tile) {
  if (!isDescriptor(C))
    return false;
  const AggregateType &T = *C[0].aggregate();
  if (T.rank() != 2 || T.Block[0] != 1) {
    error(C.Ranges[0]) << C.Name << " needs a descriptor of two dimensions "
                       << "whose block has one row, got " << describe(C[0]);
    return false;
  }
  sym::Expr *At =
      toValue(C[Rows], "the rows of " + C.Name.str(), C.Ranges[Rows]);
  if (!At)
    return false;
  constexpr int64_t MinRows = 8;
  if (At->Ty.rank() != 1 || !At->Ty.elementType().isInteger() ||
      At->Ty.elementType().bitWidth() > 32 || At->Ty.numElements() < MinRows) {
    error(C.Ranges[Rows]) << "the rows of " << C.Name << " must be a vector of "
                          << "at least 8 integers of up to 32 bits, got "
                          << At->Ty;
    return false;
  }
  llvm::SmallVector<sym::Expr *, 1> Offset;
  if (!integerList(C, Column, In.Ctx.i32(), /*Narrow=*/true, Offset) ||
      Offset.size() != 1)
    return false;
  sym::Expr *Indices[] = {cast(At, In.Ctx.scalar(TypeKind::I64), C.Range),
                          blockIndex(T.Block[1], Offset[0], C.Range)};
  Tile = descriptorTile(C, Indices);
  return true;
}

SemaValue Sema::callDescriptorGather(const BoundCall &C) {
  BlockTile Tile;
  return pickedRows(C, 1, 2, Tile) ? loadTile(C, Tile) : SemaValue::error();
}

SemaValue Sema::callDescriptorScatter(const BoundCall &C) {
  BlockTile Tile;
  if (!pickedRows(C, 2, 3, Tile) || !tileValue(C, 1, Tile))
    return SemaValue::error();
  return emitStore(C, Tile.Pointers, 1, Tile.Mask, {});
}
