//===- EmitModule.h - Thread IR as LLVM IR for NVPTX ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVPTX_EMITMODULE_H
#define MYTRITON_LIB_BACKEND_NVPTX_EMITMODULE_H

#include "mytriton/Backend/NVPTX/MachineCode.h"

namespace mt::nvptx {

/// Emits one kernel as a function called Info.Symbol; may complete Info.
using KernelFn = llvm::function_ref<void(Kernel &K, GPUKernelInfo &Info)>;

/// Calls Emit for each kernel of Source, which is thread IR, with names that
/// are all different. What launchers must know of them, in their order.
std::vector<GPUKernelInfo> emitKernels(mt::Module &Source, KernelFn Emit);

/// Emits every kernel of Source, which is thread IR, into the empty module
/// Target. What launchers must know of them, in their order.
std::vector<GPUKernelInfo> emitModule(mt::Module &Source, llvm::Module &Target,
                                      const EmissionOptions &Options);

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_EMITMODULE_H
