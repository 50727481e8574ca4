//===- CheckLowering.cpp - What lowers to threads -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

static bool hasHighRank(Type T) { return T.isTile() && T.rank() > 1; }

/// Ops that the lowering takes.
static bool isLowered(const Op *O) {
  return O->hasTrait(OT_Elementwise) || O->hasTrait(OT_Terminator) ||
         O->hasTrait(OT_ThreadOnly) ||
         llvm::isa<ProgramIdOp, NumProgramsOp, ArangeOp, BroadcastOp, LoadOp,
                   StoreOp, ForOp, WhileOp, IfOp>(O);
}

static LogicalResult checkOp(Op *O, DiagnosticEngine &Diags) {
  if (llvm::isa<CallOp>(O))
    return Diags.error(O->loc())
           << "calls do not lower to GPU threads; inline '@"
           << llvm::cast<CallOp>(O)->callee() << "' first";
  if (!isLowered(O))
    return Diags.error(O->loc())
           << "'" << O->name() << "' has no lowering to GPU threads";
  for (Value *V : O->results())
    if (hasHighRank(V->type()))
      return Diags.error(O->loc())
             << "'" << O->name() << "' makes a " << V->type()
             << "; only tiles of rank 1 lower to GPU threads";
  for (unsigned I = 0; I != O->numRegions(); ++I)
    for (BlockArgument *A : O->body(I).args())
      if (hasHighRank(A->type()))
        return Diags.error(O->loc())
               << "'" << O->name() << "' carries a " << A->type()
               << "; only tiles of rank 1 lower to GPU threads";
  return success();
}

LogicalResult mt::checkLowersToThreads(Kernel &K, DiagnosticEngine &Diags) {
  unsigned Before = Diags.numErrors();
  if (K.isFunc())
    Diags.error(K.loc()) << "helper function '@" << K.name()
                         << "' does not lower to GPU threads; inline it first";
  walk<WalkOrder::PreOrder>(K.body(), [&](Op *O) { (void)checkOp(O, Diags); });
  return success(Diags.numErrors() == Before);
}
