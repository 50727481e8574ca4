//===- FoldControl.cpp - Folding of control flow --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Regions whose outcome is known are moved out or dropped. What moves out is
// visited again in its new place, where more may be known.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "mytriton/IR/Evaluate.h"

using namespace mt;

/// Moves the ops of B in front of Old, which then gives its results to Values
/// (what B's terminator says) and goes.
Folder::Position Folder::inlineBlock(Block &B, Op *Old,
                                     llvm::ArrayRef<Value *> Values) {
  Op *First = nullptr;
  for (Op &O : llvm::make_early_inc_range(B.ops())) {
    if (O.hasTrait(OT_Terminator))
      break;
    O.moveBefore(Old);
    if (!First)
      First = &O;
  }
  Position Next = std::next(Old->getIterator());
  Old->replaceWith(Values);
  return First ? First->getIterator() : Next;
}

/// True if the loop provably runs no iteration.
static bool runsNever(ForOp *O) {
  if (O->lowerBound() == O->upperBound())
    return true;
  Constant *Step = asConstant(O->step());
  if (isZero(Step))
    return true;
  Constant *Lb = asConstant(O->lowerBound());
  Constant *Ub = asConstant(O->upperBound());
  if (!Lb || !Ub || !Step)
    return false;
  bool IsSigned = O->inductionVar()->type().isSigned();
  return tripCount(Lb->asSigned(), Ub->asSigned(), Step->asSigned(),
                   IsSigned) == 0;
}

std::optional<Folder::Position> Folder::foldFor(ForOp *O) {
  if (!runsNever(O)) {
    visitBlock(O->body());
    return std::nullopt;
  }
  llvm::SmallVector<Value *, 4> Inits;
  for (unsigned I = 0, E = O->numCarried(); I != E; ++I)
    Inits.push_back(O->init(I));
  Position Next = std::next(O->getIterator());
  O->replaceWith(Inits);
  return Next;
}

std::optional<Folder::Position> Folder::foldWhile(WhileOp *O) {
  visitBlock(O->conditionBlock());
  auto *End =
      llvm::dyn_cast_or_null<ConditionOp>(O->conditionBlock().terminator());
  Constant *Condition = End ? asConstant(End->condition()) : nullptr;
  if (!Condition || Condition->asBool()) {
    visitBlock(O->doBlock());
    return std::nullopt;
  }
  // The condition is computed once, on the initial values, and fails.
  llvm::SmallVector<Value *, 4> Inits;
  for (unsigned I = 0, E = O->numOperands(); I != E; ++I) {
    Inits.push_back(O->operand(I));
    O->carried(I)->replaceAllUsesWith(Inits.back());
  }
  return inlineBlock(O->conditionBlock(), O, Inits);
}

std::optional<Folder::Position> Folder::foldIf(IfOp *O) {
  Constant *Condition = asConstant(O->condition());
  if (!Condition) {
    visitBlock(O->thenBlock());
    visitBlock(O->elseBlock());
    return std::nullopt;
  }
  Block &Taken = Condition->asBool() ? O->thenBlock() : O->elseBlock();
  llvm::SmallVector<Value *, 4> Values;
  if (Op *Yield = Taken.terminator())
    for (Value *V : Yield->operands())
      Values.push_back(V);
  return inlineBlock(Taken, O, Values);
}
