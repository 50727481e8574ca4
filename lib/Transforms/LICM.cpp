//===- LICM.cpp - Moves what does not change out of loops -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inner loops first: what leaves an inner loop may then leave the outer one.
// Pure ops never trap, so they move even where the loop may run no iteration.
// A load moves only if an iteration surely runs, the load runs in each of
// them, nothing in the loop may write what it reads, and nothing there orders
// it: an assert may be what keeps the load inside its array, and behind an
// atomic the writes of other programs become visible.
//
//===----------------------------------------------------------------------===//

#include "LoopUtils.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

namespace {

class InvariantMotion {
public:
  explicit InvariantMotion(PassContext &Context) : Context(Context) {}

  void visit(Block &B);
  uint64_t numMoved() const { return NumMoved; }

private:
  void hoistFrom(Op *Loop);
  bool mayHoist(Op *O, Op *Loop);

  PassContext &Context;
  uint64_t NumMoved = 0;
};

} // namespace

static bool usesOnlyOutside(Op *O, Op *Loop) {
  for (Value *V : O->operands())
    if (V && isDefinedInside(V, Loop))
      return false;
  return true;
}

/// True if loads must not pass O or an op nested in it.
static bool ordersLoads(Op *O) {
  bool IsAtomic = O->hasTrait(OT_Reads) && O->hasTrait(OT_Writes);
  if (IsAtomic || O->hasTrait(OT_SideEffects))
    return true;
  for (unsigned I = 0, E = O->numRegions(); I != E; ++I)
    for (Op &Nested : O->body(I))
      if (ordersLoads(&Nested))
        return true;
  return false;
}

bool InvariantMotion::mayHoist(Op *O, Op *Loop) {
  if (O->numRegions() || O->hasTrait(OT_Terminator) ||
      !usesOnlyOutside(O, Loop))
    return false;
  if (O->hasTrait(OT_Pure))
    return true;
  auto *Load = llvm::dyn_cast<LoadOp>(O);
  if (!Load || Load->isVolatile())
    return false;
  auto *For = llvm::dyn_cast<ForOp>(Loop);
  if (!For || constantTripCount(For).value_or(0) == 0) {
    Context.missed(O->loc(), "load not hoisted: the loop may run no iteration");
    return false;
  }
  if (ordersLoads(Loop)) {
    Context.missed(O->loc(),
                   "load not hoisted: the loop holds an atomic, an assert or "
                   "another op that orders memory");
    return false;
  }
  if (mayWriteTo(Loop, Load->ptr())) {
    Context.missed(O->loc(),
                   "load not hoisted: the loop may write what it reads");
    return false;
  }
  return true;
}

void InvariantMotion::hoistFrom(Op *Loop) {
  for (unsigned I = 0, E = Loop->numRegions(); I != E; ++I)
    for (Op &O : llvm::make_early_inc_range(Loop->body(I).ops()))
      if (mayHoist(&O, Loop)) {
        O.moveBefore(Loop);
        Context.remark(O.loc(), llvm::Twine("'") + O.name() +
                                    "' hoisted out of the loop");
        ++NumMoved;
      }
}

void InvariantMotion::visit(Block &B) {
  for (Op &O : llvm::make_early_inc_range(B.ops())) {
    for (unsigned I = 0, E = O.numRegions(); I != E; ++I)
      visit(O.body(I));
    if (llvm::isa<ForOp, WhileOp>(&O))
      hoistFrom(&O);
  }
}

PreservedAnalyses LICMPass::run(Kernel &K, KernelAnalysisManager &AM) {
  PassContext &Context = passContext(K, AM);
  InvariantMotion Motion(Context);
  Motion.visit(K.body());
  Context.count("ops hoisted", Motion.numMoved());
  return Motion.numMoved() ? PreservedAnalyses::none()
                           : PreservedAnalyses::all();
}
