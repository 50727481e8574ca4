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

/// Groups the accesses of a block into nests in one walk, then builds their
/// code, when it is known what each leaves in scratch for later ones.
class BlockPlanner {
public:
  BlockPlanner(Block &B, const AffineAnalysis &Affine,
               llvm::ArrayRef<Value *> YieldHomes)
      : B(B), Affine(Affine), YieldHomes(YieldHomes) {}
  BlockPlan run();

private:
  // Grouping, in program order.
  void visit(Op *O);
  void visitRegionOp(Op *O);
  void addAccess(Op *O);
  void visitTileOp(Op *O);
  void addYields();
  void keep(Value *V);
  void place(Value *V);
  void addScratchStore(Value *V, Value *Home);
  bool pendingHasStore() const;
  bool canJoin(Op *O, llvm::SmallVectorImpl<AccessPair> &Pairs) const;
  Nest &pendingOfShape(llvm::ArrayRef<int64_t> Shape);
  void flush();

  // What nests take from one another.
  void demand(Nest &N);
  void demandOperands(Nest &N, Op *O, llvm::SmallVectorImpl<Value *> &Work);
  bool demandValue(Nest &N, Value *V);
  void markOut(Nest &Producer, Value *V);

  // Code.
  void finish(Nest &N);
  void buildFast(Nest &N);
  void buildSlow(Nest &N);
  void chooseBounds(Nest &N);
  void addItems(NestCode &Code, llvm::ArrayRef<Op *> Accesses,
                llvm::function_ref<bool(Value *)> IsLeaf);
  bool inScratch(Value *V, unsigned NestIndex) const;
  bool yieldsInPlace() const;

  Block &B;
  const AffineAnalysis &Affine;
  llvm::ArrayRef<Value *> YieldHomes;
  BlockPlan Plan;
  Nest *Pending = nullptr;
  llvm::DenseMap<Op *, Nest *> AccessNest;
  /// The first nest that computes a value.
  llvm::DenseMap<Value *, Nest *> Home;
  /// The nest that leaves a value of this block in scratch.
  llvm::DenseMap<Value *, Nest *> Kept;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_BLOCKPLANNER_H
