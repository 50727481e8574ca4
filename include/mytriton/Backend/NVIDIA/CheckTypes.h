//===- CheckTypes.h - Types that NVIDIA's GPUs compute with -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_CHECKTYPES_H
#define MYTRITON_BACKEND_NVIDIA_CHECKTYPES_H

#include "mytriton/Support/Diagnostics.h"

namespace mt {

class Module;

/// Reports every value of M that no instruction of NVIDIA's GPUs takes, or that
/// an op cannot be done on. M may be tile IR or thread IR.
LogicalResult checkGPUTypes(Module &M, DiagnosticEngine &Diags);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_CHECKTYPES_H
