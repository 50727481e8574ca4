//===- GroupLoads.h - Loads side by side in straight code -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_GROUPLOADS_H
#define MYTRITON_LIB_BACKEND_GPU_GROUPLOADS_H

#include "mytriton/IR/Ops.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mt {

/// Orders Segment, neighbouring ops of one block without effects, such that
/// loads stand in groups, with what they need in front and what uses them
/// behind. RegistersOf says how many registers a load fills; a group fills few
/// enough for a thread to hold them.
void groupLoads(llvm::ArrayRef<Op *> Segment,
                llvm::function_ref<int64_t(LoadOp *)> RegistersOf);

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_GROUPLOADS_H
