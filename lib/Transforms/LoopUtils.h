//===- LoopUtils.h - What the loop passes share -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_TRANSFORMS_LOOPUTILS_H
#define MYTRITON_LIB_TRANSFORMS_LOOPUTILS_H

#include "mytriton/IR/Ops.h"

namespace mt {

/// True if V is a result of an op inside O's regions or an argument of one of
/// their blocks. Constants and O's own results are not.
bool isDefinedInside(const Value *V, const Op *O);

/// The number of iterations, if the bounds are literals.
std::optional<uint64_t> constantTripCount(ForOp *Loop);

/// The value of the induction variable in iteration I, for literal bounds.
Constant *inductionValue(ForOp *Loop, uint64_t I);

/// Copies the body of Loop, without its terminator, in front of it. Map gives
/// the arguments' values and gains the copies. Returns what the body yields.
llvm::SmallVector<Value *, 4> cloneIteration(ForOp *Loop, ValueMap &Map);

} // namespace mt

#endif // MYTRITON_LIB_TRANSFORMS_LOOPUTILS_H
