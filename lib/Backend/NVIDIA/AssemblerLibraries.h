//===- AssemblerLibraries.h - PTX assemblers in this process ----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVIDIA_ASSEMBLERLIBRARIES_H
#define MYTRITON_LIB_BACKEND_NVIDIA_ASSEMBLERLIBRARIES_H

#include "mytriton/Backend/NVIDIA/Assembler.h"

namespace mt {

/// True if the library can be loaded.
bool hasNVJitLink();
bool hasPTXCompiler();

llvm::Expected<std::string> assembleWithNVJitLink(llvm::StringRef PTX,
                                                  const AssemblerOptions &O);
llvm::Expected<std::string> assembleWithPTXCompiler(llvm::StringRef PTX,
                                                    const AssemblerOptions &O);

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_NVIDIA_ASSEMBLERLIBRARIES_H
