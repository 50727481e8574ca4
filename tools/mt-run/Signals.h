//===- Signals.h - What happens at Ctrl-C and at a wild access --*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only global state of the tool: signal handlers have no other.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MTRUN_SIGNALS_H
#define MYTRITON_TOOLS_MTRUN_SIGNALS_H

#include "HostArray.h"
#include <atomic>

namespace mt::run {

/// An array as the handler of wild accesses knows it.
struct WatchedArray {
  std::string Name;
  const HostArray *Array;
};

/// While it lives, Ctrl-C sets cancelFlag() instead of ending the process, and
/// an access outside the arrays ends the process with an error that names the
/// array. There may be one at a time.
class SignalScope {
public:
  explicit SignalScope(llvm::ArrayRef<WatchedArray> Arrays);
  ~SignalScope();
  SignalScope(const SignalScope &) = delete;
};

/// Set once Ctrl-C was pressed.
const std::atomic<bool> &cancelFlag();

/// The exit status of a process ended by Ctrl-C.
inline constexpr int InterruptedStatus = 130;

} // namespace mt::run

#endif // MYTRITON_TOOLS_MTRUN_SIGNALS_H
