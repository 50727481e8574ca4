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
#include <algorithm>

using namespace mt;

/// All there are of on every multiprocessor since sm_30.
static constexpr unsigned RegistersOfProgram = 64 << 10;

GPUKernelInfo mt::describeKernel(const Kernel &K) {
  GPUKernelInfo Info;
  Info.NumThreads = numThreads(K);
  Info.MaxProgramId = maxProgramId(K);
  if (Attr Bytes = K.attrs().get("shared_bytes"); Bytes && Bytes.isInt())
    Info.SharedBytes = Bytes.asInt();
  if (Attr Programs = K.attrs().get(MinProgramsAttr);
      Programs && Programs.isInt())
    Info.MinPrograms = Programs.asInt();
  // With more than their share threads of one program would not fit.
  if (Attr Most = K.attrs().get(MaxRegistersAttr); Most && Most.isInt())
    Info.MaxRegisters =
        std::min<unsigned>(Most.asInt(), RegistersOfProgram / Info.NumThreads);
  Attr Together = K.attrs().get(CooperativeAttr);
  Info.Cooperative = Together && Together.isBool() && Together.asBool();
  Attr Disjoint = K.attrs().get(AssumeDisjointAttr);
  Info.AssumesDisjoint = Disjoint && Disjoint.isBool() && Disjoint.asBool();
  return Info;
}
