//===- CUDAExecutable.h - A kernel that runs on a GPU -----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_CUDA_CUDAEXECUTABLE_H
#define MYTRITON_LIB_BACKEND_CUDA_CUDAEXECUTABLE_H

#include "mytriton/Backend/Target.h"

namespace mt {

/// Compiles K, which is thread IR, for the GPU of the current context. Null
/// after reporting errors.
std::unique_ptr<Executable> loadOnGPU(Kernel &K, const TargetOptions &Options,
                                      DiagnosticEngine &Diags);

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_CUDA_CUDAEXECUTABLE_H
