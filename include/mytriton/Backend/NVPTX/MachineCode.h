//===- MachineCode.h - Kernels as LLVM IR to machine code -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of the way that every target takes which makes LLVM IR: the same
// passes, PTX, assembler and launcher, whoever made the IR.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVPTX_MACHINECODE_H
#define MYTRITON_BACKEND_NVPTX_MACHINECODE_H

#include "mytriton/Backend/NVIDIA/GPUExecutable.h"
#include "llvm/IR/Module.h"
#include <vector>

namespace mt::nvptx {

/// What LLVM IR is made for.
struct EmissionOptions {
  unsigned SM = 90;
  /// Instructions say which lines they come from.
  bool LineInfo = false;
};

/// Makes LLVM IR of every kernel of Source, which is thread IR. Target is an
/// empty module with the machine's data layout, to be filled or to be replaced
/// by another of its context. What launchers must know of the kernels, in their
/// order.
using ModuleEmitter =
    llvm::function_ref<llvm::Expected<std::vector<GPUKernelInfo>>(
        mt::Module &Source, std::unique_ptr<llvm::Module> &Target,
        const EmissionOptions &Options)>;

/// Writes Stage (`llvm`, `ptx` or `cubin`) of M, which is thread IR.
llvm::Error emitStage(mt::Module &M, llvm::StringRef Stage,
                      const TargetOptions &Options, ModuleEmitter Emit,
                      llvm::raw_pwrite_stream &OS);

/// Machine code for Arch of M's first kernel, for a launcher.
llvm::Expected<GPUBinary> generate(mt::Module &M, llvm::StringRef Arch,
                                   const TargetOptions &Options,
                                   ModuleEmitter Emit);

} // namespace mt::nvptx

#endif // MYTRITON_BACKEND_NVPTX_MACHINECODE_H
