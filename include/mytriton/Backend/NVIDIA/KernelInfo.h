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

class Kernel;

/// Bytes of shared memory that code declares itself; a kernel that needs more
/// takes all of it as dynamic shared memory.
inline constexpr int64_t StaticSharedLimit = 48 << 10;

/// What a launcher must know about one kernel of emitted code.
struct GPUKernelInfo {
  /// Its symbol: the kernel's name, changed where the code cannot spell it.
  std::string Symbol;
  unsigned NumThreads = 1;
  /// Programs that a multiprocessor should be able to hold; 0: any number.
  unsigned MinPrograms = 0;
  /// Most registers of a thread; 0: the assembler chooses.
  unsigned MaxRegisters = 0;
  /// Launches run all programs at the same time.
  bool Cooperative = false;
  /// Shared memory of a program.
  unsigned SharedBytes = 0;
  /// Largest program index along x for which the facts that the code relies on
  /// hold. A grid beyond it needs code of fewer facts.
  int64_t MaxProgramId = 0;
  /// The code relies on arrays of different parameters being disjoint.
  bool AssumesDisjoint = false;
  /// By parameter: the bytes of an element if the code takes it as a ranked
  /// memref, of five parameters of its own; 0 if it takes one. Empty = all one.
  std::vector<unsigned> MemRefElements;
};

/// Reads what attributes say of a kernel of thread IR: all but its symbol.
GPUKernelInfo describeKernel(const Kernel &K);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_KERNELINFO_H
