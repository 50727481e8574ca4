//===- LowerToThreads.h - From tile IR to thread IR -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile IR says what a program does to whole tiles, thread IR what each of its
// threads does. The lowering keeps one op per tile op: a tile becomes one
// fragment, and only its coordinates (`arange`) turn into `thread_id`.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_GPU_LOWERTOTHREADS_H
#define MYTRITON_BACKEND_GPU_LOWERTOTHREADS_H

#include "mytriton/IR/Kernel.h"
#include "mytriton/Support/Diagnostics.h"

namespace mt {

class PassBuilder;

/// Reports every op of K that the lowering does not take yet (tiles of rank 2
/// and more, calls), with its location.
LogicalResult checkLowersToThreads(Kernel &K, DiagnosticEngine &Diags);

/// Lowers K in place and sets its attribute `num_threads`. Warps: the kernel's
/// attribute `num_warps`, else NumWarps, else chosen. A kernel that has
/// `num_threads` is thread IR already and stays as it is.
LogicalResult lowerToThreads(Kernel &K, std::optional<unsigned> NumWarps,
                             DiagnosticEngine &Diags);

/// Puts a `barrier` between accesses to global memory that may conflict and
/// come from different threads. Arrays of different pointer parameters are
/// taken as disjoint; where that kept a barrier out, the kernel gets the
/// attribute `assume_disjoint`, for the launcher to check. Returns how many
/// barriers were inserted.
unsigned insertBarriers(Kernel &K);

/// Adds `lower-to-threads` and `insert-barriers`.
void registerGPUPasses(PassBuilder &PB);

} // namespace mt

#endif // MYTRITON_BACKEND_GPU_LOWERTOTHREADS_H
