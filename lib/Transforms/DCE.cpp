//===- DCE.cpp - Dead-code elimination ------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One backward sweep: uses stand behind or inside what they use, so by the time
// an op is reached all its dead users are gone. Nothing is queued.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

/// True if nobody could see that O, whose results are unused, is missing.
static bool isRemovable(const Op *O) {
  uint32_t Traits = opTraits(O->kind());
  if (Traits & (OT_Writes | OT_SideEffects | OT_Terminator))
    return false;
  if (Traits & OT_Pure)
    return true;
  if (Traits & OT_Reads)
    return !O->boolAttr("volatile");
  // A `while` may run forever, which somebody may be waiting for.
  if (!(Traits & OT_RecursiveEffects) || O->kind() == OpKind::While)
    return false;
  for (unsigned I = 0, E = O->numRegions(); I != E; ++I)
    for (const Op &Nested : O->body(I))
      if (!isRemovable(&Nested) && !(opTraits(Nested.kind()) & OT_Terminator))
        return false;
  return true;
}

/// Erases dead ops of B and of nested blocks, last one first.
static uint64_t eraseDeadOps(Block &B) {
  uint64_t NumErased = 0;
  for (Op &O : llvm::make_early_inc_range(llvm::reverse(B.ops()))) {
    if (O.use_empty() && isRemovable(&O)) {
      O.erase();
      ++NumErased;
      continue;
    }
    for (unsigned I = 0, E = O.numRegions(); I != E; ++I)
      NumErased += eraseDeadOps(O.body(I));
  }
  return NumErased;
}

PreservedAnalyses DCEPass::run(Kernel &K, KernelAnalysisManager &AM) {
  uint64_t NumErased = eraseDeadOps(K.body());
  passContext(K, AM).count("ops erased", NumErased);
  return NumErased ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
