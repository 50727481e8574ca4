//===- GPUExecutable.h - A kernel that runs on a GPU ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every target for NVIDIA's GPUs shares once it can make machine code:
// loading it into contexts, and launching. Code may be made under conditions on
// the launch; one that breaks a condition gets code made without it, when it is
// first needed.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_GPUEXECUTABLE_H
#define MYTRITON_BACKEND_NVIDIA_GPUEXECUTABLE_H

#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include "mytriton/Backend/Target.h"
#include <functional>

namespace mt {

/// Machine code of one kernel and what a launcher must know about it.
struct GPUBinary {
  std::string Image;  ///< a cubin, or PTX text
  std::string Symbol; ///< the kernel's name in it
  unsigned NumThreads = 1;
  bool Cooperative = false; ///< GPUKernelInfo::Cooperative
  /// Shared memory that a launch adds to what the code declares.
  unsigned DynamicShared = 0;
  /// All shared memory of a program.
  unsigned SharedBytes = 0;
  /// Largest program index along x for which the facts that the code relies on
  /// hold.
  int64_t MaxProgramId = INT32_MAX;
  /// The code relies on arrays of different parameters being disjoint.
  bool AssumesDisjoint = false;
  /// GPUKernelInfo::MemRefElements
  std::vector<unsigned> MemRefElements;
};

/// The machine code Image of the kernel that Info describes.
GPUBinary makeBinary(const GPUKernelInfo &Info, std::string Image);

/// Makes machine code for Arch (`sm_90a`) of the first kernel of M, which is
/// thread IR. Called late, by launches, on any thread but by one at a time.
using GPUCodeGenerator =
    std::function<llvm::Expected<GPUBinary>(Module &M, llvm::StringRef Arch)>;

/// Makes K, which is thread IR, ready to run on the GPU of the current context.
/// Null after reporting errors.
std::unique_ptr<Executable> loadOnGPU(Kernel &K, GPUCodeGenerator Generate,
                                      DiagnosticEngine &Diags);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_GPUEXECUTABLE_H
