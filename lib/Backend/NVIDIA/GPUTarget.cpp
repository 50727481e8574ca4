//===- GPUTarget.cpp - What targets for NVIDIA's GPUs share ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/GPUTarget.h"
#include "mytriton/Backend/NVIDIA/CheckTypes.h"
#include "mytriton/Backend/ThreadPipeline.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;

std::string GPUTarget::pipeline(llvm::StringRef,
                                const TargetOptions &Options) const {
  return threadPipeline(Options);
}

LogicalResult GPUTarget::checkSupported(Module &M,
                                        DiagnosticEngine &Diags) const {
  unsigned Before = Diags.numErrors();
  for (std::unique_ptr<Kernel> &K : M.kernels())
    (void)checkLowersToThreads(*K, Diags);
  (void)checkGPUTypes(M, Diags);
  return success(Diags.numErrors() == Before);
}

LogicalResult GPUTarget::emit(Module &M, llvm::StringRef Stage,
                              const TargetOptions &Options,
                              llvm::raw_pwrite_stream &OS,
                              DiagnosticEngine &Diags) const {
  if (Stage != "thread")
    return emitCode(M, Stage, Options, OS, Diags);
  print(OS, M);
  return success();
}

bool GPUTarget::canExecute() const { return cuda::isAvailable(); }

std::string GPUTarget::whyNoExecution() const {
  return cuda::unavailableReason();
}
