//===- CUDASource.h - CUDA C++ text of thread IR ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#ifndef MYTRITON_BACKEND_CUDA_CUDASOURCE_H
#define MYTRITON_BACKEND_CUDA_CUDASOURCE_H

#include "mytriton/Support/Diagnostics.h"
#include <string>
#include <vector>

namespace mt {

class Module;

/// Bytes of shared memory that the text declares itself; a kernel that needs
/// more takes all of it as dynamic shared memory.
inline constexpr int64_t CUDAStaticSharedLimit = 48 << 10;

/// What a launcher must know about one kernel of the text.
struct CUDAKernelInfo {
  /// Its symbol: the kernel's name, changed where C++ cannot spell it.
  std::string Symbol;
  unsigned NumThreads = 1;
  /// Shared memory of a program.
  unsigned SharedBytes = 0;
  /// Largest program index along x for which the text's `int` arithmetic is
  /// proven not to overflow. A grid beyond it needs text with WrapAll.
  int64_t MaxProgramId = 0;
  /// The text relies on arrays of different parameters being disjoint.
  bool AssumesDisjoint = false;
};

struct CUDASource {
  std::string Text;
  std::vector<CUDAKernelInfo> Kernels; ///< parallel to the module's
};

struct CUDASourceOptions {
  /// Make all signed arithmetic wrap explicitly, whatever the grid.
  bool WrapAll = false;
};

/// Prints thread IR as CUDA C++. Signed overflow is undefined in C++, but wraps
/// in our IR: arithmetic that is not proven free of it goes through unsigned
/// types.
CUDASource emitCUDA(Module &M, const CUDASourceOptions &Options = {});

/// Reports every value of M that CUDA C++ has no type for or no operation on.
LogicalResult checkCUDATypes(Module &M, DiagnosticEngine &Diags);

} // namespace mt

#endif // MYTRITON_BACKEND_CUDA_CUDASOURCE_H
