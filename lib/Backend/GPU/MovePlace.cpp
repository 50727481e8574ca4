//===- MovePlace.cpp - Places some distance on ----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovePlace.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

/// A number that no register of V exceeds, if V is made of constants that are
/// not negative.
static std::optional<uint64_t> boundOf(const Value *V) {
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return C->bits();
  const Op *O = V->definingOp();
  if (!O)
    return std::nullopt;
  if (O->kind() == OpKind::Add || O->kind() == OpKind::Xor) {
    auto Left = boundOf(O->operand(0)), Right = boundOf(O->operand(1));
    // An exclusive or is at most the sum.
    return Left && Right ? std::optional(*Left + *Right) : std::nullopt;
  }
  auto *Index = llvm::dyn_cast<FragmentIndexOp>(O);
  if (!Index && !llvm::isa<PermuteRegistersOp>(O))
    return std::nullopt;
  std::optional<uint64_t> Base = boundOf(O->operand(0));
  if (Base && Index)
    *Base += Index->stride() * (Index->type().numElements() - 1);
  return Base;
}

/// The operand of Place that may take the sum; nothing if Place may as a whole.
static std::optional<unsigned> operandToMove(const Value *Place,
                                             uint64_t Unit) {
  const Op *O = Place->definingOp();
  if (!O)
    return std::nullopt;
  if (llvm::isa<FragmentIndexOp, PermuteRegistersOp>(O))
    return boundOf(Place) ? std::nullopt : std::optional<unsigned>(0);
  bool IsSum = O->kind() == OpKind::Add;
  if (!IsSum && O->kind() != OpKind::Xor)
    return std::nullopt;
  for (unsigned I : {0u, 1u}) {
    // A multiple of Unit leaves the bits below alone.
    std::optional<uint64_t> Other = boundOf(O->operand(1 - I));
    if (Other && (IsSum || *Other < Unit))
      return I;
  }
  return std::nullopt;
}

Value *mt::movePlace(OpBuilder &B, Value *Place, Value *Distance,
                     uint64_t Unit) {
  std::optional<unsigned> Operand = operandToMove(Place, Unit);
  if (!Operand)
    return B.create(OpKind::Add, {Place, Distance}, {Place->type()})->result();
  Op *O = Place->definingOp();
  llvm::SmallVector<Value *, 2> Operands(O->operands());
  Operands[*Operand] = movePlace(B, Operands[*Operand], Distance, Unit);
  return B.create(O->kind(), Operands, {Place->type()}, O->attrs())->result();
}
