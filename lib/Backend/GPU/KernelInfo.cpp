//===- KernelInfo.cpp - What launchers know of GPU kernels ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/KernelInfo.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/Backend/GPU/IndexRanges.h"

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
