//===- KernelInfo.h - What launchers know of GPU kernels --------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_KERNELINFO_H
#define MYTRITON_BACKEND_NVIDIA_KERNELINFO_H

#include <cstdint>
#include <string>
#include <vector>

namespace mt {

class IndexRanges;
class Kernel;

/// What a launcher must know about one kernel of emitted code.
struct GPUKernelInfo {
  /// Its symbol: the kernel's name, changed where the code cannot spell it.
  std::string Symbol;
  unsigned NumThreads = 1;
  /// Shared memory of a program.
  unsigned SharedBytes = 0;
  /// Largest program index along x for which the code's signed arithmetic is
  /// proven not to overflow. A grid beyond it needs code with WrapAll.
  int64_t MaxProgramId = 0;
  /// The code relies on arrays of different parameters being disjoint.
  bool AssumesDisjoint = false;
  /// By parameter: the bytes of an element if the code takes it as a ranked
  /// memref, of five parameters of its own; 0 if it takes one. Empty = all one.
  std::vector<unsigned> MemRefElements;
};

/// Describes a kernel of thread IR, but for its symbol. Ranges are those the
/// code relies on, null for none.
GPUKernelInfo describeKernel(Kernel &K, const IndexRanges *Ranges);

/// Bytes of shared memory that code declares itself; a kernel that needs more
/// takes all of it as dynamic shared memory.
inline constexpr int64_t StaticSharedLimit = 48 << 10;

/// True if K's threads hold more than one element of some tile. Kernels that do
/// not have the text they always had.
bool hasFragments(Kernel &K);

/// How many programs of K, which is thread IR, an SM should be able to hold; 0
/// if that does not matter. Where much is loaded ahead, the assembler would
/// otherwise save registers by waiting for each load before the next. Kernels
/// with large fragments get more registers each.
unsigned minProgramsPerSM(Kernel &K);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_KERNELINFO_H
