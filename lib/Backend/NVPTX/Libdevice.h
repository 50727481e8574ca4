//===- Libdevice.h - NVIDIA's functions of floats ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVPTX_LIBDEVICE_H
#define MYTRITON_LIB_BACKEND_NVPTX_LIBDEVICE_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace mt::nvptx {

/// True if M declares a function of libdevice, `__nv_…`.
bool usesLibdevice(const llvm::Module &M);

/// Copies the functions that M uses from a toolkit's libdevice into M, for
/// inlining. Fails if there is no toolkit, saying where it was looked for, or
/// if it lacks one.
llvm::Error linkLibdevice(llvm::Module &M);

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_LIBDEVICE_H
