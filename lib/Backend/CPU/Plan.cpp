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
// In program order
//===----------------------------------------------------------------------===//

static bool isTile(Value *V) { return V && V->type().isTile(); }

/// LLVM takes more than linear time for a basic block; so much of a long chain
/// of ops may share a nest.
static constexpr unsigned MaxRecent = 300;

/// True if Next or an op behind it uses V.
bool BlockPlanner::isUsedFrom(const Value *V, const Op *Next) const {
  return llvm::any_of(V->uses(), [&](const Use &U) {
    const Op *User = U.owner();
    while (User->block() != &B)
      User = User->parentOp();
    return User == Next || !User->isBeforeInBlock(Next);
  });
}

/// Elements that are only moved are kept where they come from.
void BlockPlanner::keepSources(Value *V) {
  while (Op *O = V->definingOp()) {
    if (!isTile(V) || !isRearrangement(O) || llvm::isa<JoinOp, CatOp>(O))
      break;
    V = O->operand(0);
  }
  keep(V);
}

/// Leaves in scratch what later ops need of the recent ones.
void BlockPlanner::cutBefore(Op *Next) {
  for (Op *O : Recent)
    for (Value *V : O->results())
      if (isUsedFrom(V, Next))
        keepSources(V);
  Recent.clear();
  flush();
}

void BlockPlanner::visit(Op *O) {
  bool OnTiles =
      llvm::any_of(O->results(), isTile) || llvm::any_of(O->operands(), isTile);
  if (OnTiles && Recent.size() == MaxRecent)
    cutBefore(O);
  if (OnTiles)
    Recent.push_back(O);
  if (isAlongAxis(O))
    return visitReduction(O);
  if (O->numRegions())
    return visitRegionOp(O);
  if (OnTiles && isTileOp(O))
    return visitTileOp(O);
  bool Depends = llvm::any_of(
      O->operands(), [&](Value *V) { return V && Tainted.contains(V); });
  bool Accesses = isAccess(O);
  if (OnTiles && !Accesses) {
    if (Depends)
      Tainted.insert(O->results().begin(), O->results().end());
    return;
  }
  if (OnTiles) {
    bool Unused = llvm::isa<LoadOp>(O) && O->use_empty() &&
                  !llvm::cast<LoadOp>(O)->isVolatile();
    if (!Unused)
      add({O, {}, accessShape(O)});
    if (isPerElement(O))
      flush();
    return;
  }
  if (Depends || llvm::isa<StoreOp>(O) || isPerElement(O) ||
      (Accesses && pendingHasStore()))
    flush();
  Plan.Steps.push_back({O, nullptr});
}

/// The values of the enclosing blocks that ops inside O use stay where inner
/// nests find them.
void BlockPlanner::keepCaptures(Op *O) {
  for (unsigned I = 0; I != O->numRegions(); ++I)
    walk(O->body(I), [&](Op *Inner) {
      for (Value *V : Inner->operands()) {
        Op *Def = V ? V->definingOp() : nullptr;
        if (Def && V->type().isTile() && !Def->isInside(O))
          keep(V);
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
  keepCaptures(O);
  forEachInit(O, [&](Value *Init, Value *Arg) { addCarried(Init, Arg); });
  flush();
  Plan.Steps.push_back({O, nullptr});
}

void BlockPlanner::visitReduction(Op *O) {
  if (O->use_empty() && !O->numRegions())
    return;
  keepCaptures(O);
  // Such code does one element at a time: what feeds it should not.
  bool Alone = llvm::isa<ScanOp>(O) || !isLaneByLane(O);
  if (Alone)
    flush();
  llvm::ArrayRef<int64_t> Shape = O->operand(0)->type().shape();
  add({O, {}, llvm::SmallVector<int64_t, 4>(Shape)});
  if (Alone)
    flush();
}

void BlockPlanner::visitTileOp(Op *O) {
  for (Value *V : O->operands())
    if (isTile(V))
      putInScratch(V);
  flush();
  Plan.Steps.push_back({O, nullptr});
}

void BlockPlanner::addYields() {
  Op *End = B.terminator();
  for (unsigned I = 0; End && I != YieldHomes.size(); ++I)
    if (Value *Next = YieldHomes[I])
      addCarried(End->operand(I), Next);
}

void BlockPlanner::addCarried(Value *V, Value *NextHome) {
  if (!isTile(NextHome))
    return;
  Op *Def = V->definingOp();
  if (Def && isTileOp(Def) && Def->block() == &B && V->hasOneUse() &&
      V->uses().begin()->owner() == B.terminator()) {
    Plan.DirectHomes[V] = NextHome;
    return;
  }
  llvm::ArrayRef<int64_t> Shape = NextHome->type().shape();
  add({nullptr,
       {{V, NextHome, alignedLaneMap(Shape, Shape)}},
       llvm::SmallVector<int64_t, 4>(Shape)});
}

/// Sees to it that V, used in a region op, is in scratch or cheap.
void BlockPlanner::keep(Value *V) {
  if (isTile(V) && !Affine.get(V).Cheap)
    putInScratch(V);
}

void BlockPlanner::putInScratch(Value *V) {
  if (isFromElsewhere(V) || Kept.count(V))
    return;
  Op *Def = V->definingOp();
  if (Def && isAccess(Def))
    return markOut(*AccessNest.lookup(Def), V);
  auto Known = Home.find(V);
  if (Known != Home.end() && Known->second.IsIdentity)
    return markOut(*Known->second.N, V);
  for (Root &R : placing(V))
    add(std::move(R));
}

//===----------------------------------------------------------------------===//
// Grouping
//===----------------------------------------------------------------------===//

/// What puts V into scratch as a whole.
llvm::SmallVector<BlockPlanner::Root, 2> BlockPlanner::placing(Value *V) {
  auto Store = [&](Value *Part, const LaneMap &Lanes) {
    Root R;
    R.Places = V;
    R.Stores.push_back({Part, V, Lanes});
    R.Shape.assign(Part->type().shape().begin(), Part->type().shape().end());
    if (R.Shape.empty())
      R.Shape.push_back(1); // a scalar
    return R;
  };
  Op *O = V->definingOp();
  llvm::ArrayRef<int64_t> Shape = V->type().shape();
  if (O && llvm::isa<JoinOp>(O)) {
    Root Both = Store(O->operand(0), {});
    LaneMap Lanes = alignedLaneMap(Both.Shape, Both.Shape);
    for (int64_t &Stride : Lanes.Strides)
      Stride *= 2;
    Both.Stores[0].Lanes = Lanes;
    Lanes.Offset = 1;
    Both.Stores.push_back({O->operand(1), V, Lanes});
    return {Both};
  }
  if (O && llvm::isa<CatOp>(O)) {
    Coordinates C = *coordinatesOf(alignedLaneMap(Shape, Shape), Shape, Shape);
    Root First = Store(O->operand(0), laneMapOf(C, Shape, Shape.size()));
    First.IsLast = false;
    unsigned Axis = llvm::cast<CatOp>(O)->axis();
    C[Axis].Offset += First.Shape[Axis];
    return {First, Store(O->operand(1), laneMapOf(C, Shape, Shape.size()))};
  }
  return {Store(V, alignedLaneMap(Shape, Shape))};
}

/// Adds a root, after whatever must be in scratch for it. With a stack of its
/// own: chains may be longer than the machine's.
void BlockPlanner::add(Root First) {
  llvm::SmallVector<Root, 4> Stack;
  Stack.push_back(std::move(First));
  while (!Stack.empty()) {
    llvm::SmallVector<Value *, 2> Missing;
    Value *Places = Stack.back().Places;
    if ((Places && Kept.count(Places)) || tryAdd(Stack.back(), Missing))
      Stack.pop_back();
    for (Value *V : Missing) {
      llvm::SmallVector<Root, 2> Parts = placing(V);
      for (Root &R : llvm::reverse(Parts))
        Stack.push_back(std::move(R));
    }
  }
}

/// False if other values must be put into scratch before.
bool BlockPlanner::tryAdd(const Root &R,
                          llvm::SmallVectorImpl<Value *> &Missing) {
  if (Pending && isTainted(R))
    flush();
  for (;;) {
    llvm::SmallVector<AccessPair, 4> Pairs;
    bool Joins = Pending && joinsPending(R, Pairs);
    if (Pending && !Joins && !R.Places)
      flush();
    std::unique_ptr<Nest> Fresh;
    if (!Joins) {
      Pairs.clear();
      Fresh = std::make_unique<Nest>();
      Fresh->Fast.Shape = R.Shape;
    }
    Nest &N = Joins ? *Pending : *Fresh;
    Demand D = demand(N, R);
    if (D.NeedsFlush) {
      flush();
      continue;
    }
    if (!D.Places.empty()) {
      Missing = D.Places;
      return false;
    }
    commit(N, R, D);
    N.Pairs.append(Pairs);
    if (Fresh) {
      Plan.Nests.push_back(std::move(Fresh));
      if (Pending) // N depends on nothing there: it goes before
        Plan.Steps.push_back({nullptr, &N});
      else
        Pending = &N;
    }
    // Who reads the value waits for the nest of its last part only.
    if (R.Places && !R.IsLast && Pending == &N)
      flush();
    return true;
  }
}

bool BlockPlanner::isTainted(const Root &R) const {
  auto Is = [&](Value *V) { return V && Tainted.contains(V); };
  return (R.O && llvm::any_of(R.O->operands(), Is)) ||
         llvm::any_of(R.Stores, [&](const ScratchStore &S) { return Is(S.V); });
}

static bool hasOrder(const Op *O) {
  return llvm::isa<StoreOp>(O) ||
         (llvm::isa<LoadOp>(O) && llvm::cast<LoadOp>(O)->isVolatile());
}

bool BlockPlanner::pendingHasStore() const {
  return Pending && llvm::any_of(Pending->Accesses, hasOrder);
}

bool BlockPlanner::joinsPending(
    const Root &R, llvm::SmallVectorImpl<AccessPair> &Pairs) const {
  if (Pending->shape() != llvm::ArrayRef(R.Shape))
    return false;
  if (!R.O)
    return true;
  const Op *Reduction = isAlongAxis(R.O) ? R.O
                        : Pending->Reductions.empty()
                            ? nullptr
                            : Pending->Reductions.front();
  bool InOrder =
      !Reduction || reductionAxis(Reduction) == Pending->Fast.vectorDim();
  if (!InOrder && (pendingHasStore() || hasOrder(R.O)))
    return false;
  if (!isAlongAxis(R.O))
    return canJoin(R.O, Pairs);
  return llvm::all_of(Pending->Reductions, [&](const Op *Other) {
    return reductionAxis(Other) == reductionAxis(R.O);
  });
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

void BlockPlanner::flush() {
  if (!Pending)
    return;
  Plan.Steps.push_back({nullptr, Pending});
  Pending->Computed.clear();
  Pending->AddressParts.clear();
  Pending->NumMaps.clear();
  Pending = nullptr;
  Tainted.clear();
}

void BlockPlanner::markOut(Nest &Producer, Value *V) {
  if (Kept.try_emplace(V, &Producer).second)
    Producer.Stores.push_back(
        {V, V, alignedLaneMap(Producer.shape(), Producer.shape())});
}
