//===- Plan.h - Which ops of a block share a loop nest ----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on scalars are emitted where they stand. Loads, stores and reductions of
// tiles are gathered into nests; every other op on tiles has no place of its
// own, it is computed in the nests that need it. What a nest cannot compute in
// its own order of elements, an earlier one has put into scratch memory.
//
// Memory behaves as if the tile ops ran one after the other: a nest takes in a
// further access only if that cannot be told apart, or if a cheap test at run
// time says so. For the case that the test fails, a nest also has code without
// fusion, one element at a time.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_PLAN_H
#define MYTRITON_BACKEND_CPU_PLAN_H

#include "NestCode.h"

namespace mt::cpu {

/// Two accesses, at least one of them a store, whose addresses must not meet
/// in different iterations.
struct AccessPair {
  Op *First;
  Op *Second;
};

struct Nest {
  llvm::ArrayRef<int64_t> shape() const { return Fast.Shape; }
  llvm::SmallVector<Op *, 4> Accesses; ///< in program order
  llvm::SmallVector<ScratchStore, 2> Stores;
  llvm::SmallVector<Op *, 2> Reductions; ///< or one scan
  /// What it reads from scratch, as it was when the nest was planned.
  llvm::DenseSet<Value *> Leaves;
  /// What it computes, and at which maps. Only while it is planned.
  llvm::DenseSet<std::pair<Value *, unsigned>> Computed, AddressParts;
  llvm::DenseMap<Value *, unsigned> NumMaps; ///< of each value in Computed

  // Conditions of Fast.
  llvm::SmallVector<AccessPair, 4> Pairs;
  llvm::SmallVector<Value *, 4> MustFit;

  /// Its shape and maps serve while planning too.
  NestCode Fast;
  /// Needs no condition; empty if Fast has none.
  std::vector<NestCode> Slow;

  /// Slow differs from Fast only in taking addresses lane by lane; it does
  /// vectors too, as it is not rare.
  bool SlowGathers = false;

  bool hasConditions() const { return !Pairs.empty() || !MustFit.empty(); }
};

/// An op on scalars, a region op, or a nest.
struct Step {
  Op *O = nullptr;
  Nest *N = nullptr;
};

struct BlockPlan {
  std::vector<Step> Steps;
  std::vector<std::unique_ptr<Nest>> Nests;
  /// Results of tile ops that are written where the block yields them to, and
  /// nowhere else.
  llvm::DenseMap<Value *, Value *> DirectHomes;
  /// The tiles the block yields may overwrite the arguments they become: no
  /// nest still reads the old ones.
  bool YieldsInPlace = true;
};

/// Plans B. YieldHomes holds, for each operand of the terminator, the value it
/// becomes (null for scalars, which need no place).
BlockPlan planBlock(Block &B, const AffineAnalysis &Affine,
                    llvm::ArrayRef<Value *> YieldHomes);

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_PLAN_H
