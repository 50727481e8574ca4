//===- CUDASource.h - CUDA C++ text of thread IR ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#ifndef MYTRITON_BACKEND_CUDA_CUDASOURCE_H
#define MYTRITON_BACKEND_CUDA_CUDASOURCE_H

#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include <string>
#include <vector>

namespace mt {

class Module;

struct CUDASource {
  std::string Text;
  std::vector<GPUKernelInfo> Kernels; ///< parallel to the module's
};

struct CUDASourceOptions {
  /// Say with `#line` which line of the program each statement comes from.
  bool LineInfo = false;
};

/// Prints thread IR as CUDA C++. Signed overflow is undefined in C++, but wraps
/// in our IR: arithmetic that is not marked free of it goes through unsigned
/// types.
CUDASource emitCUDA(Module &M, const CUDASourceOptions &Options = {});

} // namespace mt

#endif // MYTRITON_BACKEND_CUDA_CUDASOURCE_H
