//===- LoopCounting.cpp - How emitted loops count -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/LoopCounting.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

/// True if the index, one step past the last iteration, still fits its type.
static bool fitsItsType(const ForOp *O, const Constant *Step) {
  if (Step->isInt(1))
    return true;
  Type T = Step->type();
  if (!T.isSigned())
    return false;
  int64_t S = Step->asSigned();
  if (S == -1)
    return true;
  auto *Bound = llvm::dyn_cast<Constant>(O->upperBound());
  int64_t Last;
  return Bound && !llvm::AddOverflow(Bound->asSigned(), S, Last) &&
         llvm::isIntN(T.bitWidth(), Last);
}

LoopCounting mt::countingOf(const ForOp *O) {
  auto *Step = llvm::dyn_cast<Constant>(O->step());
  if (!Step || Step->isInt(0))
    return LoopCounting::Trips;
  if (fitsItsType(O, Step))
    return LoopCounting::Index;
  return Step->type().bitWidth() <= 32 ? LoopCounting::Wide
                                       : LoopCounting::Trips;
}
