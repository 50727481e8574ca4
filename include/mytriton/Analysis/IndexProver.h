//===- IndexProver.h - Proofs about index arithmetic ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers of a kernel as polynomials over unknowns: parameters, program ids,
// places in a tile, quotients. Each unknown has bounds that are polynomials of
// earlier ones, so an inequality is proven by eliminating the latest unknown
// until a number is left. An op counts as exact arithmetic only if its result
// is proven to fit its type; else it is an unknown of its own.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_ANALYSIS_INDEXPROVER_H
#define MYTRITON_ANALYSIS_INDEXPROVER_H

#include "mytriton/Analysis/LaunchPredicate.h"
#include <memory>

namespace mt {

class IndexForms;

/// Answers hold for every lane, every iteration and every program of a launch
/// for which the facts hold. IR may be changed in ways that keep values; asked
/// values must still exist.
class IndexProver {
public:
  IndexProver(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts);
  ~IndexProver();

  /// True if the comparison O of signed integers holds in all lanes.
  bool alwaysTrue(Op *O);
  /// True if the remainder O is its first operand.
  bool isIdentity(Op *O);
  /// True if V, a signed integer, is not negative in any lane, and no sum or
  /// product it is made of wraps.
  bool isNonNegative(Value *V);
  /// True if a launch that gets there runs one iteration, no more, no less.
  bool runsOnce(Op *Loop);

private:
  std::unique_ptr<IndexForms> P;
};

} // namespace mt

#endif // MYTRITON_ANALYSIS_INDEXPROVER_H
