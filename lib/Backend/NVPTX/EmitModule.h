//===- EmitModule.h - Thread IR as LLVM IR for NVPTX ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVPTX_EMITMODULE_H
#define MYTRITON_LIB_BACKEND_NVPTX_EMITMODULE_H

#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include <vector>

namespace llvm {
class Module;
}

namespace mt {
class Module;
}

namespace mt::nvptx {

struct EmissionOptions {
  unsigned SM = 90;
  /// Let index arithmetic wrap, whatever the grid.
  bool WrapAll = false;
  /// Instructions say which lines they come from.
  bool LineInfo = false;
};

/// Emits every kernel of Source, which is thread IR, into the empty module
/// Target. What launchers must know of them, in their order.
std::vector<GPUKernelInfo> emitModule(mt::Module &Source, llvm::Module &Target,
                                      const EmissionOptions &Options);

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_EMITMODULE_H
