//===- ThreadPointers.cpp - Which threads an access comes from ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadPointers.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

bool mt::isFirstThreadOnly(Value *Mask) {
  if (auto *And = getDefining<AndOp>(Mask))
    return isFirstThreadOnly(And->lhs()) || isFirstThreadOnly(And->rhs());
  auto *Eq = getDefining<CmpEqOp>(Mask);
  auto *C = Eq ? llvm::dyn_cast<Constant>(Eq->rhs()) : nullptr;
  return C && C->isInt(0) && getDefining<ThreadIdOp>(Eq->lhs());
}

bool mt::isByThreadId(Value *Mask) {
  if (auto *And = getDefining<AndOp>(Mask))
    return isByThreadId(And->lhs()) || isByThreadId(And->rhs());
  Op *Compare = Mask ? Mask->definingOp() : nullptr;
  if (!Compare || !llvm::isa<CmpEqOp, CmpLtOp>(Compare))
    return false;
  Value *Index = Compare->operand(0);
  if (auto *Bits = getDefining<AndOp>(Index))
    Index = Bits->lhs();
  return getDefining<ThreadIdOp>(Index) &&
         llvm::isa<Constant>(Compare->operand(1));
}
