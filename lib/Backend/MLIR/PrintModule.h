//===- PrintModule.h - Thread IR as MLIR text -------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_MLIR_PRINTMODULE_H
#define MYTRITON_LIB_BACKEND_MLIR_PRINTMODULE_H

#include "mytriton/Backend/NVPTX/MachineCode.h"

namespace mt::mlirtext {

/// Reports what keeps K, which is thread IR, from taking memrefs.
LogicalResult checkMemRefs(Kernel &K, DiagnosticEngine &Diags);

/// Prints every kernel of Source, which is thread IR, as a function of one
/// `gpu.module`. Without an ABI each kernel that can takes memrefs. Scratch is
/// an empty module with the machine's data layout. What launchers must know of
/// the kernels, in their order.
llvm::Expected<std::vector<GPUKernelInfo>>
printModule(mt::Module &Source, llvm::Module &Scratch,
            const nvptx::EmissionOptions &Options, std::optional<MLIRABI> ABI,
            llvm::raw_ostream &OS);

} // namespace mt::mlirtext

#endif // MYTRITON_LIB_BACKEND_MLIR_PRINTMODULE_H
