//===- NpyFile.h - NumPy's file format --------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MTRUN_NPYFILE_H
#define MYTRITON_TOOLS_MTRUN_NPYFILE_H

#include "HostArray.h"

namespace mt {
class Context;
}

namespace mt::run {

/// Reads the content of an .npy file (versions 1 to 3, little-endian, C order,
/// types ? i1…u8 f2 f4 f8). Errors are sentences that follow a file name.
llvm::Expected<std::unique_ptr<HostArray>> readNpy(Context &Ctx,
                                                   llvm::StringRef Content);

/// The content of the .npy file of an array. Floats that NumPy does not know
/// (bf16 and the 8-bit ones) become f4, which holds each of their values.
std::string writeNpy(Context &Ctx, const HostArray &A);

} // namespace mt::run

#endif // MYTRITON_TOOLS_MTRUN_NPYFILE_H
