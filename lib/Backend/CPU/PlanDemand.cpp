//===- PlanDemand.cpp - What nests take from one another ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest computes a value itself if it can do so in its own order of elements
// and nobody has done it before. Else the value comes from scratch: the nest
// that has it in registers leaves it there, or a nest of its own makes it.
//
//===----------------------------------------------------------------------===//

#include "BlockPlanner.h"

using namespace mt;
using namespace mt::cpu;

/// Each op that moves elements may be done at this many maps in one nest.
static constexpr unsigned MaxMaps = 4;

/// Everything R needs in N that N does not compute yet.
BlockPlanner::Demand BlockPlanner::demand(Nest &N, const Root &R) {
  llvm::SmallVector<std::pair<Value *, unsigned>, 16> Work;
  Demand D;
  D.Placing = R.Places;
  unsigned Identity = N.Fast.identityMap();
  for (const ScratchStore &S : R.Stores)
    Work.push_back({S.V, Identity});
  for (unsigned I = 0; R.O && I != R.O->numOperands(); ++I) {
    Value *V = R.O->operand(I);
    if (!V)
      continue;
    unsigned Map = N.Fast.alignedMap(V->type().shape());
    bool IsAddress = I == 0 && !isAlongAxis(R.O) && !isPerElement(R.O);
    if (IsAddress && Affine.get(V).Known)
      demandAddress(N, V, Map, D);
    else
      Work.push_back({V, Map});
  }
  llvm::DenseSet<std::pair<Value *, unsigned>> Seen;
  while (!Work.empty() && !D.NeedsFlush) {
    auto [V, Map] = Work.pop_back_val();
    if (!V->type().isTile() || N.Computed.contains({V, Map}) ||
        !Seen.insert({V, Map}).second)
      continue;
    demandValue(N, V, Map, D, Work);
  }
  return D;
}

// An affine address is the value of one lane and strides. Only code without
// fusion computes it lane by lane, which takes nothing but scalars, or else
// must find in scratch what it cannot compute.
void BlockPlanner::demandAddress(Nest &N, Value *Address, unsigned Map,
                                 Demand &D) {
  llvm::SmallVector<std::pair<Value *, unsigned>, 8> Work = {{Address, Map}};
  while (!Work.empty()) {
    auto [V, Map] = Work.pop_back_val();
    if (!V->type().isTile() || !N.AddressParts.insert({V, Map}).second)
      continue;
    std::optional<Sources> From;
    if (!Kept.count(V))
      From = N.Fast.sources(V, Map);
    if (!From) {
      N.AddressParts.erase({V, Map});
      demandWhole(N, V, D);
      continue;
    }
    for (const Source &S : *From)
      Work.push_back({S.V, N.Fast.intern(S.Map)});
  }
}

void BlockPlanner::demandValue(
    Nest &N, Value *V, unsigned Map, Demand &D,
    llvm::SmallVectorImpl<std::pair<Value *, unsigned>> &Work) {
  if (findInScratch(N, V, Map, D))
    return;
  std::optional<Sources> From = N.Fast.sources(V, Map);
  if (!From || repeats(N, V, Map, D)) {
    D.Places.push_back(V);
    return;
  }
  D.Computed.push_back({V, Map});
  ++D.NumMaps[V];
  for (const Source &S : *From)
    Work.push_back({S.V, N.Fast.intern(S.Map)});
  if (Value *Whole = placedOperand(V->definingOp()))
    demandWhole(N, Whole, D);
}

/// True for what other blocks or ops with places of their own leave in
/// scratch.
bool BlockPlanner::isFromElsewhere(Value *V) const {
  Op *Def = V->definingOp();
  if (!Def || Def->numRegions() || isAlongAxis(Def) || isTileOp(Def))
    return true;
  return Def->block() != &B && !Affine.get(V).Cheap;
}

/// True if V at Map needs no computing in N; D then says what it needs.
bool BlockPlanner::findInScratch(Nest &N, Value *V, unsigned Map, Demand &D) {
  bool IsIdentity = Map == N.Fast.identityMap();
  auto TakeFrom = [&](Nest *Producer, bool MarkOut) {
    if (Producer == &N || Producer == Pending) {
      D.NeedsFlush = true;
      return true;
    }
    if (MarkOut)
      D.Outs.push_back({Producer, V});
    D.Leaves.push_back(V);
    return true;
  };
  Op *Def = V->definingOp();
  bool InRegisters = IsIdentity && Def && !llvm::isa<JoinOp, CatOp>(Def);
  if (Nest *Keeper = Kept.lookup(V); Keeper && (Keeper != &N || !InRegisters))
    return TakeFrom(Keeper, /*MarkOut=*/false);
  if (isFromElsewhere(V)) {
    D.Leaves.push_back(V);
    return true;
  }
  if (isAccess(Def)) {
    Nest *Loader = AccessNest.lookup(Def);
    if (Loader == &N && IsIdentity)
      return true;
    return TakeFrom(Loader, /*MarkOut=*/true);
  }
  auto Known = Home.find(V);
  if (Known == Home.end() || Known->second.N == &N || Affine.get(V).Cheap ||
      V == D.Placing)
    return false;
  if (Known->second.IsIdentity)
    return TakeFrom(Known->second.N, /*MarkOut=*/true);
  D.Places.push_back(V);
  return true;
}

/// Any lane of V may be needed in N.
void BlockPlanner::demandWhole(Nest &N, Value *V, Demand &D) {
  Op *Def = V->definingOp();
  Nest *Producer = Kept.lookup(V);
  bool MarkOut = !Producer;
  if (!Producer && Def && isAccess(Def))
    Producer = AccessNest.lookup(Def);
  if (auto Known = Home.find(V); !Producer && Known != Home.end())
    Producer = Known->second.IsIdentity ? Known->second.N : nullptr;
  if (isFromElsewhere(V)) {
    D.Leaves.push_back(V);
  } else if (!Producer) {
    D.Places.push_back(V);
  } else if (Producer == &N || Producer == Pending) {
    D.NeedsFlush = true;
  } else {
    if (MarkOut)
      D.Outs.push_back({Producer, V});
    D.Leaves.push_back(V);
  }
}

/// True if N would compute V several times over: at several maps, which in a
/// chain of such values would multiply; or because an outer loop makes no
/// difference to V, while an inner one does (the other way round, the value is
/// moved out of the inner loop).
bool BlockPlanner::repeats(const Nest &N, Value *V, unsigned Map,
                           const Demand &D) const {
  if (Affine.get(V).Cheap || V == D.Placing)
    return false;
  bool IsRearranged = isRearrangement(V->definingOp());
  unsigned NumMaps = N.NumMaps.lookup(V) + D.NumMaps.lookup(V);
  if (NumMaps >= (IsRearranged ? MaxMaps : 1))
    return true;
  if (IsRearranged)
    return false;
  const LaneMap &M = N.Fast.map(Map);
  bool SeesInner = false;
  for (unsigned D = N.Fast.rank(); D-- != 0;) {
    bool Sees = M.Strides[D] != 0;
    if (SeesInner && !Sees && N.Fast.Shape[D] != 1)
      return true;
    SeesInner |= Sees;
  }
  return false;
}

void BlockPlanner::commit(Nest &N, const Root &R, const Demand &D) {
  for (auto [Producer, V] : D.Outs)
    markOut(*Producer, V);
  N.Leaves.insert(D.Leaves.begin(), D.Leaves.end());
  N.Computed.insert(D.Computed.begin(), D.Computed.end());
  for (auto [V, Count] : D.NumMaps)
    N.NumMaps[V] += Count;
  unsigned Identity = N.Fast.identityMap();
  for (auto [V, Map] : D.Computed) {
    Producer &P = Home.try_emplace(V, Producer{&N, false}).first->second;
    // A nest of one lane may see one of many elements at the same map.
    P.IsIdentity |= P.N == &N && Map == Identity &&
                    N.Fast.numElements() == V->type().numElements();
  }
  N.Stores.append(R.Stores);
  if (R.Places && R.IsLast)
    Kept[R.Places] = &N;
  if (!R.O)
    return;
  AccessNest[R.O] = &N;
  if (!isAlongAxis(R.O)) {
    N.Accesses.push_back(R.O);
    return;
  }
  N.Reductions.push_back(R.O);
  Tainted.insert(R.O->results().begin(), R.O->results().end());
}
