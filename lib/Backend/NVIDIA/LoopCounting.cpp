//===- LoopCounting.cpp - How emitted loops count -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/LoopCounting.h"
#include "mytriton/IR/Facts.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

LoopCounting mt::countingOf(const ForOp *O) {
  auto *Step = llvm::dyn_cast<Constant>(O->step());
  if (!Step || Step->isInt(0))
    return LoopCounting::Trips;
  if (O->boolAttr(NoWrapAttr))
    return LoopCounting::Index;
  return Step->type().bitWidth() <= 32 ? LoopCounting::Wide
                                       : LoopCounting::Trips;
}
