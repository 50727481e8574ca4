//===- PlanCode.cpp - The code of the nests of a plan ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockPlanner.h"

using namespace mt;
using namespace mt::cpu;

bool BlockPlanner::inScratch(Value *V, unsigned NestIndex) const {
  Op *Def = V->definingOp();
  if (!Def || Def->numRegions() || isTileOp(Def))
    return true;
  if (Def->block() != &B)
    return !Affine.get(V).Cheap;
  Nest *Producer = Kept.lookup(V);
  return Producer && Producer->Index < NestIndex;
}

void BlockPlanner::finish(Nest &N) {
  buildFast(N);
  if (N.hasConditions())
    buildSlow(N);
}

/// Lanes in which no store does anything are left out of the loops.
void BlockPlanner::chooseBounds(Nest &N) {
  NestCode &Code = N.Fast;
  if (!Code.Stores.empty())
    return; // scratch is written in full
  bool First = true;
  for (Op *O : N.Accesses) {
    if (!llvm::isa<StoreOp>(O))
      continue;
    auto Bounds = splitMask(Code, accessMask(O), Affine);
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
  Code.Shape = N.Shape;
  Code.Stores = N.Stores;
  chooseBounds(N);
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
    A.Terms = splitMask(Code, accessMask(O), Affine);
    llvm::erase_if(A.Terms, [&](const MaskTerm &T) {
      return llvm::any_of(Code.Bounds, [&](const MaskTerm &Bound) {
        return Bound.V == T.V && Bound.Map == T.Map;
      });
    });
  }
  auto IsLeaf = [&](Value *V) {
    Op *Def = V->definingOp();
    return (Def && AccessNest.lookup(Def) == &N) || inScratch(V, N.Index);
  };
  addItems(Code, N.Accesses, IsLeaf);
}

void BlockPlanner::addItems(NestCode &Code, llvm::ArrayRef<Op *> Accesses,
                            llvm::function_ref<bool(Value *)> IsLeaf) {
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
    Code.Items.push_back({O, Identity});
  }
  for (const ScratchStore &S : Code.Stores)
    Collector.require(S.V, Identity);
}

// Loads that follow one another stay together, a store stands alone. Whatever
// is loaded goes through scratch; the rest is computed anew.
void BlockPlanner::buildSlow(Nest &N) {
  llvm::SmallVector<llvm::SmallVector<Op *, 4>, 4> Groups;
  bool JoinsLoads = false;
  for (Op *O : N.Accesses) {
    bool IsLoad = llvm::isa<LoadOp>(O);
    if (!IsLoad || !JoinsLoads)
      Groups.emplace_back();
    JoinsLoads = IsLoad;
    Groups.back().push_back(O);
  }
  if (!N.Stores.empty())
    Groups.emplace_back(); // computes what is kept
  llvm::DenseSet<Value *> Loaded;
  for (auto [I, Group] : llvm::enumerate(Groups)) {
    NestCode &Code = N.Slow.emplace_back();
    Code.Shape = N.Shape;
    for (Op *O : Group) {
      Access &A = Code.Accesses[O];
      if (Value *Mask = accessMask(O)) {
        MaskTerm &T = A.Terms.emplace_back();
        T.V = Mask;
        T.Map = Code.alignedMap(Mask->type().shape());
      }
      if (llvm::isa<LoadOp>(O))
        Code.Stores.push_back({O->result(), O->result()});
    }
    if (Group.empty())
      Code.Stores = N.Stores;
    addItems(Code, Group, [&](Value *V) {
      return Loaded.contains(V) || inScratch(V, N.Index) ||
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
  for (const NestItem &Item : Code.Items)
    for (Value *V : Item.O->operands()) {
      if (!V || !V->type().isTile() || !llvm::is_contained(YieldHomes, V))
        continue;
      if (V->type().shape() != llvm::ArrayRef(Code.Shape))
        return false;
    }
  return true;
}
