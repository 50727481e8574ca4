//===- LoopUtils.cpp - What the loop passes share -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopUtils.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/IR/Kernel.h"

using namespace mt;

bool mt::isDefinedInside(const Value *V, const Op *O) {
  const Block *B = nullptr;
  if (auto *A = llvm::dyn_cast<BlockArgument>(V))
    B = A->owner();
  else if (const Op *Def = V->definingOp())
    B = Def->block();
  if (!B || !B->parentOp())
    return false;
  return B->parentOp()->isInside(O);
}

std::optional<uint64_t> mt::constantTripCount(ForOp *Loop) {
  auto *Lb = llvm::dyn_cast<Constant>(Loop->lowerBound());
  auto *Ub = llvm::dyn_cast<Constant>(Loop->upperBound());
  auto *Step = llvm::dyn_cast<Constant>(Loop->step());
  if (!Lb || !Ub || !Step)
    return std::nullopt;
  return tripCount(Lb->asSigned(), Ub->asSigned(), Step->asSigned(),
                   Loop->inductionVar()->type().isSigned());
}

Constant *mt::inductionValue(ForOp *Loop, uint64_t I) {
  auto *Lb = llvm::cast<Constant>(Loop->lowerBound());
  auto *Step = llvm::cast<Constant>(Loop->step());
  uint64_t V = uint64_t(Lb->asSigned()) + I * uint64_t(Step->asSigned());
  return Loop->kernel()->context().constant(Lb->type(), V);
}

llvm::SmallVector<Value *, 4> mt::cloneIteration(ForOp *Loop, ValueMap &Map) {
  Kernel *K = Loop->kernel();
  for (Op &O : Loop->body())
    if (!O.hasTrait(OT_Terminator))
      Loop->block()->insert(K->cloneOp(&O, Map), Loop);
  llvm::SmallVector<Value *, 4> Yielded;
  for (Value *V : Loop->body().terminator()->operands()) {
    auto It = Map.find(V);
    Yielded.push_back(It == Map.end() ? V : It->second);
  }
  return Yielded;
}
