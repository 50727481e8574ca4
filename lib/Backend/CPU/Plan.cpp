//===- Plan.cpp - Which ops of a block share a loop nest ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockPlanner.h"

using namespace mt;
using namespace mt::cpu;

/// More tests than this at the head of a nest cost more than fusion gains.
static constexpr unsigned MaxPairs = 12;

BlockPlan cpu::planBlock(Block &B, const AffineAnalysis &Affine,
                         llvm::ArrayRef<Value *> YieldHomes) {
  return BlockPlanner(B, Affine, YieldHomes).run();
}

BlockPlan BlockPlanner::run() {
  for (Op &O : B)
    if (!O.hasTrait(OT_Terminator))
      visit(&O);
  addYields();
  flush();
  for (std::unique_ptr<Nest> &N : Plan.Nests)
    finish(*N);
  Plan.YieldsInPlace = yieldsInPlace();
  return std::move(Plan);
}

//===----------------------------------------------------------------------===//
// Grouping
//===----------------------------------------------------------------------===//

void BlockPlanner::visit(Op *O) {
  if (O->numRegions())
    return visitRegionOp(O);
  bool OnTiles =
      llvm::any_of(O->results(), [](Value *V) { return V->type().isTile(); }) ||
      llvm::any_of(O->operands(),
                   [](Value *V) { return V && V->type().isTile(); });
  bool Accesses = isAccess(O);
  if (OnTiles && isTileOp(O))
    return visitTileOp(O);
  if (OnTiles) {
    bool Unused = llvm::isa<LoadOp>(O) && O->use_empty() &&
                  !llvm::cast<LoadOp>(O)->isVolatile();
    if (Accesses && !Unused)
      addAccess(O);
    return;
  }
  if (llvm::isa<StoreOp>(O) || isPerElement(O) ||
      (Accesses && pendingHasStore()))
    flush();
  Plan.Steps.push_back({O, nullptr});
}

/// The values of the enclosing blocks that ops inside O use.
static void forEachCapture(Op *O, llvm::function_ref<void(Value *)> Fn) {
  for (unsigned I = 0; I != O->numRegions(); ++I)
    walk(O->body(I), [&](Op *Inner) {
      for (Value *V : Inner->operands()) {
        Op *Def = V ? V->definingOp() : nullptr;
        if (Def && V->type().isTile() && !Def->isInside(O))
          Fn(V);
      }
    });
}

/// Pairs of initial values and the arguments they become.
static void forEachInit(Op *O, llvm::function_ref<void(Value *, Value *)> Fn) {
  if (auto *For = llvm::dyn_cast<ForOp>(O))
    for (unsigned I = 0; I != For->numCarried(); ++I)
      Fn(For->init(I), For->carried(I));
  if (auto *While = llvm::dyn_cast<WhileOp>(O))
    for (unsigned I = 0; I != While->numOperands(); ++I)
      Fn(While->operand(I), While->carried(I));
}

void BlockPlanner::visitRegionOp(Op *O) {
  forEachCapture(O, [&](Value *V) { keep(V); });
  forEachInit(O, [&](Value *Init, Value *Arg) {
    if (Arg->type().isTile())
      addScratchStore(Init, Arg);
  });
  flush();
  Plan.Steps.push_back({O, nullptr});
}

void BlockPlanner::visitTileOp(Op *O) {
  for (Value *V : O->operands())
    if (V && V->type().isTile())
      place(V);
  flush();
  Plan.Steps.push_back({O, nullptr});
}

void BlockPlanner::addYields() {
  Op *End = B.terminator();
  for (unsigned I = 0; End && I != YieldHomes.size(); ++I) {
    Value *Home = YieldHomes[I], *V = End->operand(I);
    if (!Home || !Home->type().isTile())
      continue;
    Op *Def = V->definingOp();
    if (Def && isTileOp(Def) && Def->block() == &B && V->hasOneUse())
      Plan.DirectHomes[V] = Home;
    else
      addScratchStore(V, Home);
  }
}

/// Sees to it that V, used in a region op, is in scratch or cheap.
void BlockPlanner::keep(Value *V) {
  if (!Affine.get(V).Cheap && V->definingOp()->block() == &B)
    place(V);
}

/// Sees to it that V is in scratch when the pending nest has run.
void BlockPlanner::place(Value *V) {
  Op *Def = V->definingOp();
  bool IsThere = !Def || Def->numRegions() || isTileOp(Def) || Kept.count(V);
  // What enclosing blocks compute and is not cheap they keep.
  if (IsThere || (Def->block() != &B && !Affine.get(V).Cheap))
    return;
  Nest *Producer = isAccess(Def) ? AccessNest.lookup(Def) : Home.lookup(V);
  if (Producer && llvm::ArrayRef(Producer->Shape) == V->type().shape())
    return markOut(*Producer, V);
  addScratchStore(V, V);
  Kept[V] = Pending;
}

void BlockPlanner::addScratchStore(Value *V, Value *Home) {
  pendingOfShape(Home->type().shape()).Stores.push_back({V, Home});
}

bool BlockPlanner::pendingHasStore() const {
  return Pending && llvm::any_of(Pending->Accesses,
                                 [](Op *O) { return llvm::isa<StoreOp>(O); });
}

void BlockPlanner::addAccess(Op *O) {
  llvm::SmallVector<AccessPair, 4> Pairs;
  if (Pending && (Pending->Shape != accessShape(O) || !canJoin(O, Pairs))) {
    flush();
    Pairs.clear();
  }
  Nest &N = pendingOfShape(accessShape(O));
  N.Accesses.push_back(O);
  N.Pairs.append(Pairs);
  AccessNest[O] = &N;
  if (isPerElement(O))
    flush();
}

/// True if no two lanes of a rank-1 access touch the same byte.
static bool lanesAreApart(const AffineForm &F, uint64_t Size) {
  if (F.Strides.size() != 1 || !F.Strides[0].isConstant())
    return false;
  int64_t S = F.Strides[0].Factor;
  return uint64_t(S < 0 ? -S : S) >= Size;
}

/// True if O may run in the pending nest, given that Pairs do not meet.
bool BlockPlanner::canJoin(Op *O,
                           llvm::SmallVectorImpl<AccessPair> &Pairs) const {
  if (isPerElement(O))
    return false;
  const AffineForm &Form = Affine.get(accessPointer(O));
  for (Op *Other : Pending->Accesses) {
    if (llvm::isa<LoadOp>(O) && llvm::isa<LoadOp>(Other))
      continue;
    if (!Form.Known || !Affine.get(accessPointer(Other)).Known)
      return false;
    bool SameLanes = accessPointer(O) == accessPointer(Other) &&
                     lanesAreApart(Form, accessSize(O));
    if (!SameLanes)
      Pairs.push_back({Other, O});
  }
  return Pending->Pairs.size() + Pairs.size() <= MaxPairs;
}

Nest &BlockPlanner::pendingOfShape(llvm::ArrayRef<int64_t> Shape) {
  if (Pending && llvm::ArrayRef(Pending->Shape) != Shape)
    flush();
  if (!Pending) {
    Plan.Nests.push_back(std::make_unique<Nest>());
    Pending = Plan.Nests.back().get();
    Pending->Shape.assign(Shape.begin(), Shape.end());
    Pending->Index = Plan.Nests.size() - 1;
  }
  return *Pending;
}

void BlockPlanner::flush() {
  if (!Pending)
    return;
  Plan.Steps.push_back({nullptr, Pending});
  demand(*Pending);
  Pending = nullptr;
}

//===----------------------------------------------------------------------===//
// What nests take from one another
//===----------------------------------------------------------------------===//

void BlockPlanner::markOut(Nest &Producer, Value *V) {
  if (Kept.try_emplace(V, &Producer).second)
    Producer.Stores.push_back({V, V});
}

/// Finds the nests that compute what N needs. What another nest computed and
/// is not cheap, that one leaves in scratch.
void BlockPlanner::demand(Nest &N) {
  llvm::SmallVector<Value *, 16> Work;
  llvm::DenseSet<Value *> Seen;
  for (Op *O : N.Accesses)
    demandOperands(N, O, Work);
  for (const ScratchStore &S : N.Stores)
    Work.push_back(S.V);
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    if (!V || !V->type().isTile() || !Seen.insert(V).second)
      continue;
    if (demandValue(N, V))
      llvm::append_range(Work, V->definingOp()->operands());
  }
}

void BlockPlanner::demandOperands(Nest &N, Op *O,
                                  llvm::SmallVectorImpl<Value *> &Work) {
  for (Value *V : O->operands()) {
    bool IsAddress = V == accessPointer(O) && !isPerElement(O);
    if (!IsAddress || !Affine.get(V).Known)
      Work.push_back(V);
  }
}

/// True if N computes V itself.
bool BlockPlanner::demandValue(Nest &N, Value *V) {
  Op *Def = V->definingOp();
  if (!Def || Def->numRegions() || isTileOp(Def))
    return false; // an argument, result of a region or tile op: in scratch
  const AffineForm &Form = Affine.get(V);
  if (Def->block() != &B)
    return Form.Cheap;
  if (isAccess(Def)) {
    Nest *Producer = AccessNest.lookup(Def);
    if (Producer != &N)
      markOut(*Producer, V);
    return false;
  }
  Nest *Producer = Home.try_emplace(V, &N).first->second;
  bool Reads = Producer != &N && !Form.Cheap &&
               llvm::ArrayRef(Producer->Shape) == V->type().shape();
  if (Reads)
    markOut(*Producer, V);
  return !Reads;
}
