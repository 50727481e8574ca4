//===- CheckLowering.cpp - What lowers to threads -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/ThreadPipeline.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

/// Combine regions are inlined lane by lane.
static void checkCombine(Op *O, DiagnosticEngine &Diags) {
  for (Op &Each : O->body())
    if (!Each.hasTrait(OT_Elementwise) && !Each.hasTrait(OT_Terminator))
      Diags.error(Each.loc())
          << "'" << Each.name() << "' in a combine function has no lowering to "
          << "GPU threads; use arithmetic and `where` only";
}

static void checkOp(Op *O, DiagnosticEngine &Diags) {
  if (auto *Call = llvm::dyn_cast<CallOp>(O))
    Diags.error(O->loc()) << "calls do not lower to GPU threads; inline '@"
                          << Call->callee() << "' first";
  if (llvm::isa<ReduceOp, ScanOp>(O))
    checkCombine(O, Diags);
}

LogicalResult mt::checkLowersToThreads(Kernel &K, DiagnosticEngine &Diags) {
  unsigned Before = Diags.numErrors();
  if (K.isFunc())
    Diags.error(K.loc()) << "helper function '@" << K.name()
                         << "' does not lower to GPU threads; inline it first";
  walk<WalkOrder::PreOrder>(K.body(), [&](Op *O) { checkOp(O, Diags); });
  return success(Diags.numErrors() == Before);
}
