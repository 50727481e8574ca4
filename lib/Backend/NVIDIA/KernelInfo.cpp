//===- KernelInfo.cpp - What launchers know of GPU kernels ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/IR/Facts.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

GPUKernelInfo mt::describeKernel(const Kernel &K) {
  GPUKernelInfo Info;
  Info.NumThreads = numThreads(K);
  Info.MaxProgramId = maxProgramId(K);
  if (Attr Bytes = K.attrs().get("shared_bytes"); Bytes && Bytes.isInt())
    Info.SharedBytes = Bytes.asInt();
  if (Attr Programs = K.attrs().get(MinProgramsAttr);
      Programs && Programs.isInt())
    Info.MinPrograms = Programs.asInt();
  Attr Disjoint = K.attrs().get(AssumeDisjointAttr);
  Info.AssumesDisjoint = Disjoint && Disjoint.isBool() && Disjoint.asBool();
  return Info;
}
