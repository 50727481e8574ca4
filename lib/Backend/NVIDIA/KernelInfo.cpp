//===- KernelInfo.cpp - What launchers know of GPU kernels ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/Backend/GPU/IndexRanges.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mt;

GPUKernelInfo mt::describeKernel(Kernel &K, const IndexRanges *Ranges) {
  GPUKernelInfo Info;
  Info.NumThreads = numThreads(K);
  Info.MaxProgramId = Ranges ? Ranges->maxProgramId() : INT32_MAX;
  if (Attr Bytes = K.attrs().get("shared_bytes"); Bytes && Bytes.isInt())
    Info.SharedBytes = Bytes.asInt();
  Attr Disjoint = K.attrs().get(AssumeDisjointAttr);
  Info.AssumesDisjoint = Disjoint && Disjoint.isBool() && Disjoint.asBool();
  return Info;
}

/// 32-bit registers of the largest fragment of K, but for addresses.
static int64_t largestFragment(Kernel &K) {
  int64_t Largest = 1;
  walk(K.body(), [&](Op *O) {
    for (const Value *V : O->results())
      if (V->type().isFragment() && !V->type().elementType().isPointer())
        Largest = std::max<int64_t>(
            Largest, llvm::divideCeil(V->type().numElements() *
                                          V->type().elementType().bitWidth(),
                                      32));
  });
  return Largest;
}

/// 32-bit registers that products on tensor cores add up in, which tend to be
/// held at the same time; 0 if there are none.
static int64_t accumulators(Kernel &K) {
  int64_t Registers = 0;
  walk(K.body(), [&](Op *O) {
    // A k-step goes on where the one before ended.
    if (auto *Step = llvm::dyn_cast<MmaOp>(O);
        Step && !getDefining<MmaOp>(Step->c()))
      Registers += Step->type().numElements();
  });
  return Registers;
}

unsigned mt::minProgramsPerSM(Kernel &K) {
  constexpr unsigned Small = 16, Large = 64, ThreadsOfSmall = 1024,
                     ThreadsOfLarge = 512, MaxPrograms = 32;
  int64_t Sums = accumulators(K);
  if (!K.attrs().get(LoadsAheadAttr) && !Sums)
    return 0;
  int64_t Largest = std::max(largestFragment(K), Sums);
  unsigned Threads = Largest <= Small   ? ThreadsOfSmall
                     : Largest <= Large ? ThreadsOfLarge
                                        : 1;
  return std::clamp(Threads / numThreads(K), 1u, MaxPrograms);
}

bool mt::hasFragments(Kernel &K) { return largestFragment(K) > 1; }
