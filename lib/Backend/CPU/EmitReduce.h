//===- EmitReduce.h - Reductions and scans of a loop nest -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_EMITREDUCE_H
#define MYTRITON_BACKEND_CPU_EMITREDUCE_H

#include "NestBody.h"

namespace mt::cpu {

/// The partial results of a nest's reductions, or of its scan. They are
/// variables, which mem2reg turns into registers. Several independent copies
/// hide the latency of the step.
class Accumulators {
public:
  using V = llvm::Value *;
  /// Results says where scalar results go: to variables of the emitter.
  Accumulators(KernelEmitter &E, NestCode &Code,
               const llvm::DenseMap<Value *, V> &Results)
      : E(E), B(E.builder()), Lanes(E.lanes()), Code(Code), Results(Results) {}

  /// The element that changes nothing; null if the first one counts.
  llvm::Constant *identity(const Op *O) const;
  /// In front of the loop along the axis, whose bodies have so many lanes. If
  /// AcrossLanes, lanes run along the axis, and a rest of it may be done one
  /// element at a time.
  void begin(unsigned NumLanes, unsigned NumCopies, bool AcrossLanes);
  /// In a body, when all values are known.
  void step(NestBody &Body);
  /// Behind the loop. Rest: the last elements were done one at a time. Body
  /// has the indices of the other loops, and 0 for this one.
  void finish(NestBody &Body, bool Rest);

private:
  using Group = llvm::SmallVector<V, 2>;
  void allocate(unsigned NumLanes, unsigned Copy);
  Group read(const Op *O, unsigned Copy);
  void write(const Op *O, unsigned Copy, const Group &Values);
  V &variable(const Op *O, unsigned Copy, unsigned I);
  Group combine(Op *O, const Group &Acc, const Group &Next);
  Group combineLanes(Op *O, const Group &Acc, const Group &Next);
  Group combineScalars(Op *O, const Group &Acc, const Group &Next);
  void stepBranching(Op *O, const Group &Next, V IsFirst);
  Group acrossLanes(Op *O, Group Acc);

  KernelEmitter &E;
  LaneBuilder::Builder &B;
  LaneBuilder &Lanes;
  NestCode &Code;
  const llvm::DenseMap<Value *, V> &Results;
  llvm::DenseMap<std::pair<const Op *, unsigned>, Group> Variables;
  unsigned NumLanes = 1, NumCopies = 1;
  bool AcrossLanes = false;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_EMITREDUCE_H
