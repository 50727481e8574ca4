//===- NestEmitter.h - The loops of a nest ----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_NESTEMITTER_H
#define MYTRITON_BACKEND_CPU_NESTEMITTER_H

#include "EmitReduce.h"

namespace mt::cpu {

/// Emits one nest; see emitNest.
class NestEmitter {
public:
  using V = llvm::Value *;
  NestEmitter(KernelEmitter &E, Nest &N) : E(E), B(E.builder()), N(N) {}
  void emit();

private:
  // EmitNest.cpp
  void addTraits(const NestCode &Code);
  void emitVersions();
  void emitSlow();
  void emitCode(NestCode &Code, bool Vectors);
  void prepare(NestCode &Code);
  void findSplits(NestCode &Code);
  V limit(const NestCode &Code, unsigned Dim);
  V termLimit(const MaskTerm &T, int64_t Extent);
  unsigned chooseLanes(const NestCode &Code) const;

  // EmitLoops.cpp
  void chooseOrder(const NestCode &Code);
  unsigned chooseCopies(const NestCode &Code, uint64_t Steps) const;
  void emitLoops(NestCode &Code, unsigned Depth);
  void emitVectorLoop(NestCode &Code, unsigned Depth);
  void emitAlongAxis(NestCode &Code, unsigned Depth);
  V emitVectors(NestCode &Code, unsigned Depth, V Begin);
  V emitSplit(V End, uint64_t Step, llvm::function_ref<void(V)> Body);
  void emitRest(NestCode &Code, unsigned Depth, V Begin, V End);
  V firstLanes(V Count);
  void emitAt(NestCode &Code, unsigned Depth, V Index);
  bool isInnermost(unsigned Depth) const { return Depth + 1 == Order.size(); }

  // EmitStreaming.cpp
  bool mayStream(const NestCode &Code) const;
  void emitStreaming(NestCode &Code, unsigned Depth);
  V emitStreamingTest(const NestCode &Code, V &First);
  V addressOf(Op *Store, V Index);

  KernelEmitter &E;
  LaneBuilder::Builder &B;
  Nest &N;
  NestFrame Frame;
  llvm::SmallVector<V, 4> Limits;
  llvm::SmallVector<unsigned, 4> Order; ///< of the loops, outermost first
  /// Comparisons that hold for the first SplitLimit indices of the loop that
  /// does vectors: that part of it has a body without them.
  llvm::SmallVector<MaskTerm, 2> Splits;
  V SplitLimit = nullptr;
  unsigned VectorDim = 0;
  unsigned Lanes = 1; ///< of whole vectors
  /// Of the body being emitted.
  BodyShape Shape;
  std::unique_ptr<Accumulators> Partial;
  /// Where scalar results of reductions go: one of two versions of the code
  /// makes them.
  llvm::DenseMap<Value *, V> Results;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_NESTEMITTER_H
