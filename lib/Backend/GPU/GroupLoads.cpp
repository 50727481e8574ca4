//===- GroupLoads.cpp - Loads side by side in straight code ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupLoads.h"
#include "llvm/ADT/DenseSet.h"

using namespace mt;

/// 32-bit registers of a thread that a group may fill.
static constexpr int64_t MaxGroupRegisters = 64;

/// Collects in Needed what O needs of Segment and is not in Placed, and O.
static void need(Op *O, const llvm::DenseSet<Op *> &Segment,
                 const llvm::DenseSet<Op *> &Placed,
                 llvm::DenseSet<Op *> &Needed) {
  if (!Segment.contains(O) || Placed.contains(O) || !Needed.insert(O).second)
    return;
  for (Value *V : O->operands())
    if (Op *D = V ? V->definingOp() : nullptr)
      need(D, Segment, Placed, Needed);
}

/// Adds to Needed what can be computed now that the loads in Placed are done:
/// ops of Segment that follow from these, and from no others.
static void needFollowers(llvm::ArrayRef<Op *> Segment,
                          const llvm::DenseSet<Op *> &Members,
                          const llvm::DenseSet<Op *> &Placed,
                          llvm::DenseSet<Op *> &Needed) {
  llvm::DenseSet<Op *> Waiting, Followers;
  for (Op *O : Segment) {
    bool IsLoad = llvm::isa<LoadOp>(O), Waits = IsLoad && !Placed.contains(O);
    bool Follows = IsLoad;
    for (Value *V : O->operands()) {
      Op *D = V ? V->definingOp() : nullptr;
      Waits |= D && Waiting.contains(D);
      Follows |= D && Followers.contains(D);
    }
    if (Waits)
      Waiting.insert(O);
    else if (Follows)
      Followers.insert(O);
    if (Follows && !Waits)
      need(O, Members, Placed, Needed);
  }
}

void mt::groupLoads(llvm::ArrayRef<Op *> Segment,
                    llvm::function_ref<int64_t(LoadOp *)> RegistersOf) {
  llvm::DenseSet<Op *> Members(Segment.begin(), Segment.end()), Placed;
  llvm::SmallVector<Op *, 32> Order;
  auto Place = [&](Op *O) {
    if (Placed.insert(O).second)
      Order.push_back(O);
  };
  for (size_t Begin = 0, End; Begin != Segment.size(); Begin = End) {
    llvm::DenseSet<Op *> Needed;
    int64_t Registers = 0;
    for (End = Begin; End != Segment.size(); ++End) {
      auto *Load = llvm::dyn_cast<LoadOp>(Segment[End]);
      if (!Load || Placed.contains(Load))
        continue;
      if (Registers && Registers + RegistersOf(Load) > MaxGroupRegisters)
        break;
      Registers += RegistersOf(Load);
      need(Load, Members, Placed, Needed);
    }
    for (Op *O : Segment)
      if (Needed.contains(O))
        Place(O);
    // What uses them frees their registers.
    Needed.clear();
    needFollowers(Segment, Members, Placed, Needed);
    for (Op *O : Segment)
      if (Needed.contains(O))
        Place(O);
  }
  for (Op *O : Segment)
    Place(O);
  auto At = Segment.front()->getIterator();
  for (Op *O : Order) {
    if (O->getIterator() == At)
      ++At;
    else
      O->moveBefore(&*At);
  }
}
