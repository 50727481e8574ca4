//===- Watchdog.h - Ends launches that take too long ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A miscompiled loop may never end. After some seconds the launch is cancelled,
// which makes it fail; a pass that does not come back ends the process.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_WATCHDOG_H
#define MYTRITON_TOOLS_MT_FUZZ_WATCHDOG_H

#include <atomic>
#include <cstdint>

namespace mt::fuzz {

class Watchdog {
public:
  /// The one of this process; its thread starts here.
  static Watchdog &get();

  /// Something new begins, which Cancel stops after so many seconds.
  void restart(std::atomic<bool> &Cancel, uint64_t Seed, int CancelAfter = 20);

private:
  Watchdog();
  [[noreturn]] void watch();

  static constexpr int GiveUpAfter = 120;
  std::atomic<int> CancelAfter = 0;
  std::atomic<int> Seconds = -1; ///< since restart(); negative: not yet called
  std::atomic<uint64_t> Seed = 0;
  std::atomic<std::atomic<bool> *> Cancel = nullptr;
};

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_WATCHDOG_H
