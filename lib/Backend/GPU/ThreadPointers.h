//===- ThreadPointers.h - Which threads an access comes from ----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What pointers and masks of thread IR say about the threads that use them.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_THREADPOINTERS_H
#define MYTRITON_LIB_BACKEND_GPU_THREADPOINTERS_H

#include "Uniformity.h"
#include "mytriton/IR/Ops.h"

namespace mt {

/// True if V is certainly different in any two threads, whichever of their
/// registers are compared.
bool isDistinct(Value *V, const Uniformity &Uniform);

/// True if V, computed in Loop, is certainly different in any two of its
/// iterations, whichever threads and registers are compared.
bool isDistinctBetweenIterations(Value *V, ForOp *Loop,
                                 const Uniformity &Uniform);

/// True for masks that let only thread 0 through.
bool isFirstThreadOnly(Value *Mask);

/// True for masks that choose threads by their index alone.
bool isByThreadId(Value *Mask);

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_THREADPOINTERS_H
