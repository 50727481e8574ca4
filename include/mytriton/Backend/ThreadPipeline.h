//===- ThreadPipeline.h - From tile IR to what emitters read ----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that a GPU target knows of the lowering: thread IR is made by one
// pipeline, and what its emitter relies on stands in the ops' attributes.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_THREADPIPELINE_H
#define MYTRITON_BACKEND_THREADPIPELINE_H

#include "mytriton/Backend/Target.h"

namespace mt {

/// Passes from the fixed stage `ssa` to the thread IR that every GPU target
/// emits, as text.
std::string threadPipeline(const TargetOptions &Options);

/// Reports every op of K that the lowering does not take (calls, combine
/// functions with control flow), with its location.
LogicalResult checkLowersToThreads(Kernel &K, DiagnosticEngine &Diags);

} // namespace mt

#endif // MYTRITON_BACKEND_THREADPIPELINE_H
