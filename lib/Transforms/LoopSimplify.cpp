//===- LoopSimplify.cpp - Removes what loops carry in vain ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//  * a carried value that every iteration hands on unchanged is its initial
//    value;
//  * a carried value that nothing but itself needs goes away;
//  * a loop of one iteration becomes straight code, one of none its initial
//    values.
//
//===----------------------------------------------------------------------===//

#include "LoopUtils.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/Transforms/Passes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mt;

namespace {

/// A `for` or `while` seen as a list of carried values.
struct Loop {
  Op *O;
  unsigned FirstInit, FirstArg;
  Op *Yield;

  static std::optional<Loop> get(Op *O) {
    if (llvm::isa<ForOp>(O))
      return Loop{O, 3, 1, O->body(0).terminator()};
    if (llvm::isa<WhileOp>(O))
      return Loop{O, 0, 0, O->body(1).terminator()};
    return std::nullopt;
  }
  unsigned size() const { return O->numOperands() - FirstInit; }
  Value *init(unsigned I) const { return O->operand(FirstInit + I); }
  BlockArgument *arg(unsigned I) const { return O->body(0).arg(FirstArg + I); }
  Value *yielded(unsigned I) const { return Yield->operand(I); }
};

/// Finds the carried values that effects or used results depend on.
class NeededValues {
public:
  explicit NeededValues(const Loop &L) : L(L), Needed(L.size()) {
    for (unsigned I = 0, E = L.size(); I != E; ++I)
      if (!L.O->result(I)->use_empty())
        needCarried(I);
    for (unsigned R = 0, E = L.O->numRegions(); R != E; ++R)
      for (Op &Nested : L.O->body(R))
        if (&Nested != L.Yield && !isDroppable(&Nested))
          needOp(&Nested);
    while (!Work.empty())
      follow(Work.pop_back_val());
  }
  bool isNeeded(unsigned I) const { return Needed.test(I); }

private:
  /// True if the op matters only through its results. The condition of a
  /// `while` always matters.
  static bool isDroppable(const Op *O) {
    return O->kind() != OpKind::Condition &&
           (isPure(O) || O->kind() == OpKind::Load);
  }
  void needCarried(unsigned I) {
    if (Needed.test(I))
      return;
    Needed.set(I);
    Work.push_back(L.yielded(I));
  }
  /// All operands of O and of the ops nested in it.
  void needOp(Op *O) {
    for (Value *V : O->operands())
      if (V)
        Work.push_back(V);
    for (unsigned R = 0, E = O->numRegions(); R != E; ++R)
      for (Op &Nested : O->body(R))
        needOp(&Nested);
  }
  void follow(Value *V) {
    if (auto *A = llvm::dyn_cast<BlockArgument>(V)) {
      if (A->owner() == &L.O->body(0) && A->index() >= L.FirstArg)
        needCarried(A->index() - L.FirstArg);
      return;
    }
    Op *Def = V->definingOp();
    if (Def && Def->isInside(L.O) && Def != L.O && Seen.insert(Def).second)
      needOp(Def);
  }

  const Loop &L;
  llvm::SmallBitVector Needed;
  llvm::SmallVector<Value *, 16> Work;
  llvm::DenseSet<Op *> Seen;
};

} // namespace

/// Invariant carried values become their initial values everywhere.
static bool forwardInvariants(const Loop &L) {
  bool Changed = false;
  for (unsigned I = 0, E = L.size(); I != E; ++I) {
    if (L.yielded(I) != L.arg(I) && L.yielded(I) != L.init(I))
      continue;
    if (!L.arg(I)->use_empty()) {
      L.arg(I)->replaceAllUsesWith(L.init(I));
      Changed = true;
    }
    if (!L.O->result(I)->use_empty()) {
      L.O->result(I)->replaceAllUsesWith(L.init(I));
      Changed = true;
    }
  }
  return Changed;
}

/// Moves the ops of From into To, which has the arguments Map names.
static void moveBody(Block &From, Block &To) {
  for (Op &O : llvm::make_early_inc_range(From.ops()))
    O.moveToEnd(To);
}

/// Builds the loop again with the carried values Keep says.
static void rebuild(const Loop &L, const llvm::SmallBitVector &Keep) {
  llvm::SmallVector<Value *, 8> Operands;
  llvm::SmallVector<Type, 4> Types;
  for (unsigned I = 0; I != L.FirstInit; ++I)
    Operands.push_back(L.O->operand(I));
  for (unsigned I : Keep.set_bits()) {
    Operands.push_back(L.init(I));
    Types.push_back(L.O->result(I)->type());
  }
  Kernel *K = L.O->kernel();
  Op *New = K->createOp(L.O->kind(), L.O->loc(), Operands, Types, L.O->attrs());
  L.O->block()->insert(New, L.O);
  for (unsigned I = 0; I != L.FirstArg; ++I) {
    BlockArgument *Old = L.O->body(0).arg(I);
    Old->replaceAllUsesWith(New->body(0).addArgument(Old->type()));
  }
  unsigned Next = 0;
  for (unsigned I : Keep.set_bits()) {
    L.arg(I)->replaceAllUsesWith(New->body(0).addArgument(Types[Next]));
    L.O->result(I)->replaceAllUsesWith(New->result(Next++));
  }
  for (unsigned I = L.size(); I-- != 0;)
    if (!Keep.test(I))
      L.Yield->eraseOperands(I, I + 1);
  for (unsigned R = 0, E = L.O->numRegions(); R != E; ++R)
    moveBody(L.O->body(R), New->body(R));
  L.O->erase();
}

/// Erases the ops of B whose results nothing uses and that have no effect, so
/// that a dropped carried value leaves no user behind.
static void eraseUnused(Block &B) {
  for (Op &O : llvm::make_early_inc_range(llvm::reverse(B.ops())))
    if (O.use_empty() && !O.hasTrait(OT_Terminator) &&
        (isPure(&O) || (O.kind() == OpKind::Load && !O.boolAttr("volatile"))))
      O.erase();
}

/// Drops the carried values nobody needs.
static bool dropDead(const Loop &L) {
  NeededValues Needs(L);
  llvm::SmallBitVector Keep(L.size());
  for (unsigned I = 0, E = L.size(); I != E; ++I)
    if (Needs.isNeeded(I))
      Keep.set(I);
  if (Keep.all())
    return false;
  // What computes the dropped values goes first.
  for (unsigned I = 0, E = L.size(); I != E; ++I)
    if (!Keep.test(I))
      L.Yield->setOperand(I, L.arg(I));
  for (unsigned R = L.O->numRegions(); R-- != 0;)
    eraseUnused(L.O->body(R));
  // Regions of droppable ops may still use a dropped argument; such a loop is
  // left for the next run, after dce.
  for (unsigned I = 0, E = L.size(); I != E; ++I)
    if (!Keep.test(I) && !L.arg(I)->hasOneUse())
      Keep.set(I);
  if (!Keep.all())
    rebuild(L, Keep);
  return true;
}

/// A loop that surely runs once or never becomes straight code.
static bool dissolve(ForOp *O) {
  std::optional<uint64_t> Trips = constantTripCount(O);
  if (!Trips || *Trips > 1)
    return false;
  llvm::SmallVector<Value *, 4> Values;
  for (unsigned I = 0, E = O->numCarried(); I != E; ++I)
    Values.push_back(O->init(I));
  if (*Trips == 1) {
    O->inductionVar()->replaceAllUsesWith(O->lowerBound());
    for (unsigned I = 0, E = O->numCarried(); I != E; ++I)
      O->carried(I)->replaceAllUsesWith(Values[I]);
    Values.assign(O->body().terminator()->operands().begin(),
                  O->body().terminator()->operands().end());
    for (Op &Nested : llvm::make_early_inc_range(O->body().ops()))
      if (!Nested.hasTrait(OT_Terminator))
        Nested.moveBefore(O);
  }
  O->replaceWith(Values);
  return true;
}

static uint64_t simplifyLoops(Block &B) {
  uint64_t N = 0;
  for (Op &O : llvm::make_early_inc_range(B.ops())) {
    for (unsigned I = 0, E = O.numRegions(); I != E; ++I)
      N += simplifyLoops(O.body(I));
    if (auto *For = llvm::dyn_cast<ForOp>(&O); For && dissolve(For)) {
      ++N;
      continue;
    }
    std::optional<Loop> L = Loop::get(&O);
    if (!L || !L->Yield)
      continue;
    bool Changed = forwardInvariants(*L);
    Changed |= dropDead(*L);
    N += Changed;
  }
  return N;
}

PreservedAnalyses LoopSimplifyPass::run(Kernel &K, KernelAnalysisManager &AM) {
  uint64_t N = simplifyLoops(K.body());
  passContext(K, AM).count("loops simplified", N);
  return N ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
