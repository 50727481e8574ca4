//===- CUDADriver.h - Running machine code on NVIDIA GPUs -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thin layer over the driver's C interface, which is loaded when first asked
// for: one binary runs with and without a GPU. A device's primary context is
// shared with every other library of the process; a context the caller has made
// current is respected.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_RUNTIME_CUDADRIVER_H
#define MYTRITON_RUNTIME_CUDADRIVER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string>

namespace mt::cuda {

/// True if the driver can be loaded and has a device.
bool isAvailable();

/// Why isAvailable() is false; empty if it is true.
std::string unavailableReason();

/// GPUs that kernels can run on; 0 if isAvailable() is false.
int deviceCount();

/// The device of the calling thread's context; 0 without one.
int currentDevice();

/// Waits for everything the calling thread's context was given to do; nothing
/// without a context.
llvm::Error synchronize();

/// What a device is, in the driver's own units.
struct DeviceFacts {
  int Major = 0, Minor = 0; ///< of the architecture
  int NumMultiprocessors = 0, MaxThreadsPerMultiprocessor = 0, WarpSize = 0;
  int MaxSharedBytes = 0, MaxRegs = 0;                        ///< of a program
  int ClockRate = 0, MemoryClockRate = 0, MemoryBusWidth = 0; ///< kHz, bits
};
/// Of a device below deviceCount().
DeviceFacts deviceFacts(int Device);

/// A context on the calling thread for a scope: one of a wanted device, else
/// the thread's own, else the first device's. Check it before use.
class ActiveContext {
public:
  /// Device: an ordinal; -1 = the one that owns Address. Address: of device
  /// memory, or 0.
  explicit ActiveContext(int Device = -1, uint64_t Address = 0);
  ~ActiveContext();
  ActiveContext(const ActiveContext &) = delete;
  ActiveContext &operator=(const ActiveContext &) = delete;

  /// Success, or what the driver says. Call it once, before anything else.
  llvm::Error check() { return std::move(Failure); }
  /// Identifies the context while it lives.
  void *handle() const { return Handle; }
  /// `sm_90a`: what code for the context's device is compiled for.
  std::string arch() const;

private:
  int activate(int Wanted);

  llvm::Error Failure;
  void *Handle = nullptr;
  int Device = 0;
  bool Pushed = false;
};

/// What the driver says about a loaded function, in its own units.
struct FunctionFacts {
  int NumRegs = 0;
  int LocalBytes = 0; ///< per thread; not 0: registers were spilled
  int SharedBytes = 0;
  int MaxThreads = 0;
};

/// Code loaded into the current context, and one function of it.
class LoadedFunction {
public:
  /// Image is a cubin or PTX text. DynamicShared: bytes of shared memory each
  /// launch adds to what the function declares. Needs an ActiveContext.
  static llvm::Expected<std::unique_ptr<LoadedFunction>>
  load(llvm::StringRef Image, llvm::StringRef Symbol, unsigned DynamicShared);
  ~LoadedFunction();
  LoadedFunction(const LoadedFunction &) = delete;
  LoadedFunction &operator=(const LoadedFunction &) = delete;

  /// Starts the grid on Stream (0: the default one) and returns at once. Slots
  /// hold one parameter each in their low bytes. Cooperative: the grid runs all
  /// at once; an error if the device has no room for it.
  llvm::Error launch(std::array<uint32_t, 3> Grid, unsigned NumThreads,
                     uint64_t Stream, llvm::ArrayRef<uint64_t> Slots,
                     bool Cooperative = false) const;
  FunctionFacts facts() const;

private:
  LoadedFunction() = default;
  void *Module = nullptr, *Function = nullptr;
  unsigned DynamicShared = 0;
};

} // namespace mt::cuda

#endif // MYTRITON_RUNTIME_CUDADRIVER_H
