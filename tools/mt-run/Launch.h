//===- Launch.h - Arguments bound to a kernel, and launches -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MTRUN_LAUNCH_H
#define MYTRITON_TOOLS_MTRUN_LAUNCH_H

#include "Signals.h"
#include "Values.h"
#include "mytriton/Backend/Target.h"
#include "llvm/ADT/StringMap.h"
#include <deque>

namespace mt {
class Kernel;
}

namespace mt::run {

using ArrayMap = llvm::StringMap<std::unique_ptr<HostArray>>;

/// `X[,Y[,Z]]`. Unset after an error.
std::optional<Grid> parseGrid(llvm::StringRef Text, DiagnosticEngine &Diags);

/// The arguments of a kernel, in the order of its parameters.
class BoundArguments {
public:
  /// Gives each parameter of K its value. Arrays holds what has been made
  /// already, by name; the rest is made here. Reports every parameter without
  /// value and every value without parameter.
  LogicalResult bind(Kernel &K, llvm::ArrayRef<ValueSpec> Specs,
                     ArrayMap &Arrays, DiagnosticEngine &Diags);

  /// The arrays, in parameter order.
  llvm::ArrayRef<WatchedArray> arrays() const { return Watched; }
  const HostArray *findArray(llvm::StringRef Name) const;
  llvm::ArrayRef<uint64_t> slots() const { return Slots; }
  llvm::ArrayRef<ArrayExtent> extents() const { return Extents; }

private:
  LogicalResult bindOne(Kernel &K, unsigned I, const ValueSpec &Spec,
                        ArrayMap &Arrays, DiagnosticEngine &Diags);

  std::vector<WatchedArray> Watched;
  std::vector<std::unique_ptr<HostArray>> Owned;
  std::vector<uint64_t> Slots;
  std::vector<ArrayExtent> Extents;
};

/// How often and on what a kernel runs.
struct Job {
  Executable &Code;
  const BoundArguments &Arguments;
  Grid Programs;
  unsigned NumThreads = 0;
  /// Non-null: check accesses.
  DiagnosticEngine *Checks = nullptr;
};

/// Runs the grid once. The value is the exit status, a message having been
/// printed if it is not 0.
int launchOnce(const Job &J, DiagnosticEngine &Diags);

/// Measures launches and prints the median time and the memory throughput.
int benchmark(const Job &J, llvm::raw_ostream &OS, DiagnosticEngine &Diags);

} // namespace mt::run

#endif // MYTRITON_TOOLS_MTRUN_LAUNCH_H
