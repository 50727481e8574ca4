//===- ThreadLayout.cpp - How tiles are spread over threads ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

/// Registers of one tile beyond which more threads are better than more work
/// per thread.
static constexpr int64_t MaxRegisters = 32;
static constexpr int64_t MaxThreads = 1024;
static constexpr int64_t WarpSize = 32;

ThreadLayout ThreadLayout::choose(int64_t Extent,
                                  std::optional<unsigned> NumWarps) {
  if (NumWarps)
    return ThreadLayout(*NumWarps * WarpSize);
  // Part of one warp, down to the single thread of a kernel without tiles.
  if (Extent < WarpSize && llvm::isPowerOf2_64(Extent))
    return ThreadLayout(Extent);
  int64_t Threads = 256;
  while (Extent > Threads * MaxRegisters && Threads < MaxThreads)
    Threads *= 2;
  // As many registers as that takes, then no more warps than these need.
  int64_t Registers = llvm::divideCeil(Extent, Threads);
  return ThreadLayout(
      llvm::alignTo(llvm::divideCeil(Extent, Registers), WarpSize));
}
