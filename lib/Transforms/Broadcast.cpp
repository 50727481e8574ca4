//===- Broadcast.cpp - Makes implied broadcasts explicit ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind this pass every operand of a lane-by-lane or memory op has the op's
// own shape, or is a literal. Backends then need not know NumPy's rule. Equal
// broadcasts are left to cse.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Builder.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

/// The tile whose shape all operands of O take; null if O is no such op or
/// works on scalars (or on fragments, where registers repeat by themselves).
static Type commonTile(const Op *O) {
  uint32_t Traits = opTraits(O->kind());
  Type T;
  if ((Traits & OT_Writes) && O->kind() != OpKind::Call)
    T = O->operand(0)->type(); // the pointer is never broadcast
  else if (((Traits & OT_Elementwise) || O->kind() == OpKind::Load) &&
           O->numResults() == 1)
    T = O->type();
  return T && T.isTile() ? T : Type();
}

static uint64_t broadcastOperands(Op *O, OpBuilder &B) {
  Type Tile = commonTile(O);
  if (!Tile)
    return 0;
  uint64_t NumMade = 0;
  for (Use &U : O->operandUses()) {
    Value *V = U.get();
    if (!V || llvm::isa<Constant>(V) || V->type().shape() == Tile.shape())
      continue;
    B.setInsertionPoint(O);
    B.setLoc(O->loc());
    U.set(B.create<BroadcastOp>(V, Tile.shape())->result());
    ++NumMade;
  }
  return NumMade;
}

PreservedAnalyses BroadcastPass::run(Kernel &K, KernelAnalysisManager &AM) {
  OpBuilder B(K);
  uint64_t NumMade = 0;
  walk(K.body(), [&](Op *O) { NumMade += broadcastOperands(O, B); });
  passContext(K, AM).count("broadcasts made", NumMade);
  return NumMade ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
