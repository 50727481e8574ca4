//===- ThreadPointers.cpp - Which threads an access comes from ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadPointers.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

bool mt::isDistinct(Value *V, const Uniformity &Uniform) {
  Op *O = V->definingOp();
  if (!O)
    return false;
  auto Other = [&](unsigned I) { return Uniform.isUniform(O->operand(I)); };
  switch (O->kind()) {
  case OpKind::ThreadId:
    return true;
  case OpKind::FragmentIndex:
    return isDistinct(O->operand(0), Uniform);
  case OpKind::AddPtr:
    return Other(0) && isDistinct(O->operand(1), Uniform);
  case OpKind::Add:
  case OpKind::Sub:
    return Other(1)   ? isDistinct(O->operand(0), Uniform)
           : Other(0) ? isDistinct(O->operand(1), Uniform)
                      : false;
  case OpKind::Mul: {
    auto *C = llvm::dyn_cast<Constant>(O->operand(1));
    bool KeepsAll = C && C->bits() && C->bits() < (1u << 20);
    return KeepsAll && isDistinct(O->operand(0), Uniform);
  }
  default:
    return false;
  }
}

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
