//===- BlockPlanner.h - Makes the plan of a block ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_BLOCKPLANNER_H
#define MYTRITON_BACKEND_CPU_BLOCKPLANNER_H

#include "Plan.h"

namespace mt::cpu {

/// Groups the accesses and reductions of a block into nests in one walk, then
/// builds their code, when it is known what each leaves in scratch for later
/// ones.
class BlockPlanner {
public:
  BlockPlanner(Block &B, const AffineAnalysis &Affine,
               llvm::ArrayRef<Value *> YieldHomes)
      : B(B), Affine(Affine), YieldHomes(YieldHomes) {}
  BlockPlan run();

private:
  /// Something a nest is for: an access, a reduction, or values that are put
  /// into scratch.
  struct Root {
    Op *O = nullptr;
    llvm::SmallVector<ScratchStore, 2> Stores;
    llvm::SmallVector<int64_t, 4> Shape;
    /// The value this puts into scratch, and whether all of it is there then.
    Value *Places = nullptr;
    bool IsLast = true;
  };
  /// What a nest would need to take in a root.
  struct Demand {
    Value *Placing = nullptr; ///< what is to be computed now in any case
    /// Something that the pending nest has not left in scratch yet.
    bool NeedsFlush = false;
    llvm::SmallVector<Value *, 2> Places; ///< to be put into scratch before
    llvm::SmallVector<std::pair<Nest *, Value *>, 4> Outs;
    llvm::SmallVector<Value *, 8> Leaves;
    llvm::SmallVector<std::pair<Value *, unsigned>, 16> Computed;
    llvm::DenseMap<Value *, unsigned> NumMaps; ///< of each value in Computed
  };

  // In program order.
  void visit(Op *O);
  void visitRegionOp(Op *O);
  void visitReduction(Op *O);
  void visitTileOp(Op *O);
  void addYields();
  void addCarried(Value *V, Value *NextHome);
  void keep(Value *V);
  void putInScratch(Value *V);
  void keepCaptures(Op *O);
  void cutBefore(Op *Next);
  void keepSources(Value *V);
  bool isUsedFrom(const Value *V, const Op *Next) const;
  bool isTainted(const Root &R) const;

  // Grouping.
  void add(Root R);
  bool tryAdd(const Root &R, llvm::SmallVectorImpl<Value *> &Missing);
  bool joinsPending(const Root &R,
                    llvm::SmallVectorImpl<AccessPair> &Pairs) const;
  bool pendingHasStore() const;
  bool canJoin(Op *O, llvm::SmallVectorImpl<AccessPair> &Pairs) const;
  void commit(Nest &N, const Root &R, const Demand &D);
  void flush();
  static llvm::SmallVector<Root, 2> placing(Value *V);

  // What nests take from one another (PlanDemand.cpp).
  Demand demand(Nest &N, const Root &R);
  void demandValue(Nest &N, Value *V, unsigned Map, Demand &D,
                   llvm::SmallVectorImpl<std::pair<Value *, unsigned>> &Work);
  void demandAddress(Nest &N, Value *Address, unsigned Map, Demand &D);
  bool findInScratch(Nest &N, Value *V, unsigned Map, Demand &D);
  void demandWhole(Nest &N, Value *V, Demand &D);
  bool repeats(const Nest &N, Value *V, unsigned Map, const Demand &D) const;
  bool isFromElsewhere(Value *V) const;
  void markOut(Nest &Producer, Value *V);

  // Code (PlanCode.cpp).
  void finish(Nest &N);
  void buildFast(Nest &N);
  void buildSlow(Nest &N);
  void buildGathering(Nest &N);
  void chooseBounds(Nest &N,
                    llvm::function_ref<bool(Value *, unsigned)> IsLeaf);
  void addItems(NestCode &Code, llvm::ArrayRef<Op *> Accesses,
                llvm::function_ref<bool(Value *, unsigned)> IsLeaf);
  bool yieldsInPlace() const;

  Block &B;
  const AffineAnalysis &Affine;
  llvm::ArrayRef<Value *> YieldHomes;
  BlockPlan Plan;
  Nest *Pending = nullptr;
  /// Tile ops since the last cut.
  llvm::SmallVector<Op *, 0> Recent;
  /// The nest of each load and reduction.
  llvm::DenseMap<Op *, Nest *> AccessNest;
  /// The first nest that computes a value, and whether it does so lane by
  /// lane in its own order.
  struct Producer {
    Nest *N;
    bool IsIdentity;
  };
  llvm::DenseMap<Value *, Producer> Home;
  /// The nest that leaves a value of this block in scratch.
  llvm::DenseMap<Value *, Nest *> Kept;
  /// Values that depend on reductions of the pending nest.
  llvm::DenseSet<Value *> Tainted;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_BLOCKPLANNER_H
