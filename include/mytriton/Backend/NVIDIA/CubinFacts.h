//===- CubinFacts.h - What a cubin says of its kernels ----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_CUBINFACTS_H
#define MYTRITON_BACKEND_NVIDIA_CUBINFACTS_H

#include "mytriton/Backend/Target.h"

namespace mt {

/// Registers, local and shared memory and threads of one kernel, from the
/// attributes the assembler leaves in the file. Needs no device. Shared memory
/// that only a launch asks for is not in there. An error if Cubin is none or
/// has no such kernel.
llvm::Expected<CodeFacts> readCubinFacts(llvm::StringRef Cubin,
                                         llvm::StringRef Symbol);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_CUBINFACTS_H
