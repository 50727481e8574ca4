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

/// Of a kernel that loads much ahead of its use.
inline constexpr llvm::StringLiteral LoadsAheadAttr = "gpu.loads_ahead";

/// Runs several iterations of K's loops that only load and compute together,
/// and orders straight code, such that many loads are under way at a time.
/// NumWarps as for lowerToThreads. Returns how many loops it changed.
unsigned overlapLoads(Kernel &K, std::optional<unsigned> NumWarps);

/// Lowers K in place and sets its attribute `num_threads`. Warps: the kernel's
/// attribute `num_warps`, else NumWarps, else chosen. A kernel that has
/// `num_threads` is thread IR already and stays as it is.
LogicalResult lowerToThreads(Kernel &K, std::optional<unsigned> NumWarps,
                             DiagnosticEngine &Diags);

/// Loads of loops that go to shared memory as they are become copies that run
/// beside the threads, Stages - 1 iterations ahead; with less than 2 stages
/// nothing changes. A loop's attribute `gpu.num_stages` goes before Stages.
/// Stages that shared memory has no room for are left out. Loops that write to
/// global memory stay as they are. Returns how many loops changed.
unsigned pipelineLoads(Kernel &K, unsigned Stages);

/// What one CTA may have on the targets we know (227 KiB).
inline constexpr int64_t MaxSharedBytes = 232448;

/// Gives every shared buffer of K an offset and K the attribute `shared_bytes`;
/// buffers that live at different times share memory. Fails if it is more than
/// a program can have.
LogicalResult allocateShared(Kernel &K, DiagnosticEngine &Diags);

/// Puts a `barrier` between accesses to memory that may conflict and come from
/// different threads. Arrays of different pointer parameters are
/// taken as disjoint; where that kept a barrier out, the kernel gets the
/// attribute `assume_disjoint`, for the launcher to check (ArrayUses). Without
/// AssumeDisjoint any two arrays may overlap; what an earlier run left out is
/// added, and the
/// attribute made false. Returns how many barriers were inserted.
unsigned insertBarriers(Kernel &K, bool AssumeDisjoint = true);

/// Writes down in attributes what emitters of thread IR may rely on
/// (IR/Facts.h), in place of what K said before. Without LimitGrid only what
/// holds for every grid.
void markFacts(Kernel &K, bool LimitGrid = true);

/// Adds the passes from `overlap-loads` to `thread-facts`.
void registerGPUPasses(PassBuilder &PB);

} // namespace mt

#endif // MYTRITON_BACKEND_GPU_LOWERTOTHREADS_H
