//===- CheckFacts.h - Ops that contradict themselves ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitters rely on facts (IR/Facts.h); one that does not hold is a fault of
// whoever wrote it down, so it fails the launch.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_CHECKFACTS_H
#define MYTRITON_LIB_BACKEND_INTERP_CHECKFACTS_H

#include "Machine.h"

namespace mt::interp {

/// True if the facts about I are to be checked in this launch.
inline bool saysFacts(const Machine &M, const Instr &I) {
  return (I.NoWrap || I.NonNegative) && M.factsHold();
}

/// Fails the launch if lanes of I's operands contradict what I says: those of
/// an elementwise op, or base and distance of a fragment_index.
void checkFacts(Machine &M, const Instr &I, llvm::ArrayRef<uint64_t> Operands);

/// The same for a loop that runs Trips iterations.
void checkLoopFacts(Machine &M, const Instr &I, uint64_t Lb, uint64_t Step,
                    uint64_t Trips);

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_CHECKFACTS_H
