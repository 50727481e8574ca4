//===- PlanCode.cpp - The code of the nests of a plan ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockPlanner.h"

using namespace mt;
using namespace mt::cpu;

void BlockPlanner::finish(Nest &N) {
  buildFast(N);
  if (N.hasConditions())
    buildSlow(N);
}

/// Lanes in which no store does anything are left out of the loops.
void BlockPlanner::chooseBounds(
    Nest &N, llvm::function_ref<bool(Value *, unsigned)> IsLeaf) {
  NestCode &Code = N.Fast;
  if (!Code.Stores.empty() || !Code.Reductions.empty())
    return; // scratch is written in full
  bool First = true;
  for (Op *O : N.Accesses) {
    if (!llvm::isa<StoreOp>(O))
      continue;
    auto Bounds = splitMask(Code, accessMask(O), Affine, IsLeaf);
    llvm::erase_if(Bounds, [](const MaskTerm &T) { return !T.Bounds; });
    if (First)
      Code.Bounds = Bounds;
    else
      llvm::erase_if(Code.Bounds, [&](const MaskTerm &T) {
        return llvm::none_of(Bounds, [&](const MaskTerm &Other) {
          return Other.V == T.V && Other.Map == T.Map;
        });
      });
    First = false;
  }
  for (const MaskTerm &T : Code.Bounds)
    if (T.Index)
      Affine.addFitFacts(T.Index, N.MustFit);
}

void BlockPlanner::buildFast(Nest &N) {
  NestCode &Code = N.Fast;
  Code.Stores = N.Stores;
  Code.Reductions = N.Reductions;
  auto IsLeaf = [&](Value *V, unsigned) {
    Op *Def = V->definingOp();
    return (Def && AccessNest.lookup(Def) == &N) || N.Leaves.contains(V);
  };
  chooseBounds(N, IsLeaf);
  for (Op *O : N.Accesses) {
    Access &A = Code.Accesses[O];
    const AffineForm &Form = Affine.get(accessPointer(O));
    A.Affine = Form.Known && !isPerElement(O);
    if (A.Affine) {
      A.Strides.resize(Code.rank());
      unsigned Rank = Form.Strides.size();
      for (unsigned D = 0; D != Rank; ++D)
        A.Strides[alignedDim(D, Rank, Code.rank())] = Form.Strides[D];
      for (Value *Fact : Form.MustFit)
        if (!llvm::is_contained(N.MustFit, Fact))
          N.MustFit.push_back(Fact);
    }
    A.Terms = splitMask(Code, accessMask(O), Affine, IsLeaf);
    llvm::erase_if(A.Terms, [&](const MaskTerm &T) {
      return llvm::any_of(Code.Bounds, [&](const MaskTerm &Bound) {
        return Bound.V == T.V && Bound.Map == T.Map;
      });
    });
  }
  addItems(Code, N.Accesses, IsLeaf);
}

void BlockPlanner::addItems(
    NestCode &Code, llvm::ArrayRef<Op *> Accesses,
    llvm::function_ref<bool(Value *, unsigned)> IsLeaf) {
  ItemCollector Collector(Code, IsLeaf);
  unsigned Identity = Code.identityMap();
  auto Require = [&](Value *V) {
    if (V)
      Collector.require(V, Code.alignedMap(V->type().shape()));
  };
  for (Op *O : Accesses) {
    const Access &A = Code.Accesses[O];
    if (!A.Affine)
      Require(O->operand(0));
    for (const MaskTerm &T : A.Terms)
      Collector.require(T.V, T.Map);
    if (auto *S = llvm::dyn_cast<StoreOp>(O))
      Require(S->value());
    else if (isAtomic(O))
      for (const Use &U : atomicValues(O))
        Require(U.get());
    else if (llvm::isa<LoadOp>(O) && !A.Terms.empty())
      Require(llvm::cast<LoadOp>(O)->other());
    Value *Result = O->numResults() ? O->result() : nullptr;
    Code.Items.push_back({O, Result, Identity});
  }
  for (const ScratchStore &S : Code.Stores)
    Collector.require(S.V, Identity);
  for (Op *O : Code.Reductions)
    for (Value *V : O->operands())
      Collector.require(V, Identity);
}

/// Adds O to code that takes addresses and masks lane by lane.
static void setLaneMask(NestCode &Code, Op *O) {
  Access &A = Code.Accesses[O];
  Value *Mask = accessMask(O);
  if (!Mask)
    return;
  MaskTerm &T = A.Terms.emplace_back();
  T.V = Mask;
  T.Map = Code.alignedMap(Mask->type().shape());
}

/// True for loads through indices that wrap around: with a bound that is no
/// multiple of the tile they do so at every edge. Loads alone are in no one's
/// way, so all they need is addresses lane by lane.
static bool mayGather(const Nest &N) {
  auto IsPlainLoad = [](const Op *O) {
    return llvm::isa<LoadOp>(O) && !llvm::cast<LoadOp>(O)->isVolatile();
  };
  auto IsRemainder = [](Value *V) { return getDefining<ModOp>(V) != nullptr; };
  return llvm::all_of(N.Accesses, IsPlainLoad) &&
         llvm::any_of(N.MustFit, IsRemainder);
}

void BlockPlanner::buildGathering(Nest &N) {
  N.SlowGathers = true;
  NestCode &Code = N.Slow.emplace_back();
  Code.Shape = N.Fast.Shape;
  Code.Stores = N.Stores;
  Code.Reductions = N.Reductions;
  for (Op *O : N.Accesses)
    setLaneMask(Code, O);
  addItems(Code, N.Accesses, [&](Value *V, unsigned) {
    Op *Def = V->definingOp();
    return (Def && AccessNest.lookup(Def) == &N) || N.Leaves.contains(V);
  });
}

// Loads that follow one another stay together, a store stands alone. Whatever
// is loaded goes through scratch; the rest is computed anew.
void BlockPlanner::buildSlow(Nest &N) {
  if (mayGather(N))
    return buildGathering(N);
  llvm::SmallVector<llvm::SmallVector<Op *, 4>, 4> Groups;
  bool JoinsLoads = false;
  for (Op *O : N.Accesses) {
    bool IsLoad = llvm::isa<LoadOp>(O);
    if (!IsLoad || !JoinsLoads)
      Groups.emplace_back();
    JoinsLoads = IsLoad;
    Groups.back().push_back(O);
  }
  if (!N.Stores.empty() || !N.Reductions.empty())
    Groups.emplace_back(); // computes what is kept
  llvm::DenseSet<Value *> Loaded;
  for (auto [I, Group] : llvm::enumerate(Groups)) {
    NestCode &Code = N.Slow.emplace_back();
    Code.Shape = N.Fast.Shape;
    LaneMap Lanes = alignedLaneMap(Code.Shape, Code.Shape);
    for (Op *O : Group) {
      setLaneMask(Code, O);
      if (llvm::isa<LoadOp>(O))
        Code.Stores.push_back({O->result(), O->result(), Lanes});
    }
    if (Group.empty()) {
      Code.Stores = N.Stores;
      Code.Reductions = N.Reductions;
    }
    addItems(Code, Group, [&](Value *V, unsigned) {
      return Loaded.contains(V) || N.Leaves.contains(V) ||
             llvm::is_contained(Group, V->definingOp());
    });
    for (Op *O : Group)
      if (llvm::isa<LoadOp>(O))
        Loaded.insert(O->result());
  }
}

/// True if a tile op that writes to Home may do so although others read what
/// was there: it is the only one to read it, as its accumulator.
static bool mayWriteInPlace(const Op *O, Value *Home) {
  return llvm::isa<OpResult>(Home) ||
         (llvm::isa<DotOp>(O) && Home->hasOneUse() && O->operand(2) == Home);
}

/// True if the tiles yielded are written by one nest that reads the arguments
/// they overwrite in the very lanes it writes, and by tile ops that alone read
/// theirs.
bool BlockPlanner::yieldsInPlace() const {
  for (auto [V, Home] : Plan.DirectHomes)
    if (!mayWriteInPlace(V->definingOp(), Home))
      return false;
  auto IsYield = [&](const ScratchStore &S) {
    return llvm::is_contained(YieldHomes, S.Home);
  };
  Nest *Writer = nullptr;
  for (const std::unique_ptr<Nest> &N : Plan.Nests) {
    if (llvm::none_of(N->Stores, IsYield))
      continue;
    if (Writer)
      return false;
    Writer = N.get();
  }
  if (!Writer)
    return true;
  NestCode &Code = Writer->Fast;
  auto InStep = [&](Value *V, unsigned Map) {
    return !V || !llvm::is_contained(YieldHomes, V) ||
           Map == Code.identityMap();
  };
  return llvm::all_of(Code.Items, [&](const NestItem &Item) {
    if (placedOperand(Item.O) &&
        llvm::is_contained(YieldHomes, placedOperand(Item.O)))
      return false;
    if (!isAccess(Item.O)) {
      auto From = Code.sources(Item.V, Item.Map);
      return llvm::all_of(*From, [&](const Source &S) {
        return InStep(S.V, Code.intern(S.Map));
      });
    }
    return llvm::all_of(Item.O->operands(), [&](Value *V) {
      return !V || InStep(V, Code.alignedMap(V->type().shape()));
    });
  });
}
