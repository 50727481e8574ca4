//===- Watchdog.cpp - Ends launches that take too long --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Watchdog.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <thread>
#include <unistd.h>

using namespace mt::fuzz;

Watchdog &Watchdog::get() {
  static Watchdog The;
  return The;
}

Watchdog::Watchdog() {
  std::thread([this] { watch(); }).detach();
}

void Watchdog::restart(std::atomic<bool> &NewCancel, uint64_t NewSeed,
                       int NewCancelAfter) {
  NewCancel = false;
  CancelAfter = NewCancelAfter;
  Cancel = &NewCancel;
  Seed = NewSeed;
  Seconds = 0;
}

void Watchdog::watch() {
  for (;;) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    if (Seconds < 0)
      continue;
    int Now = ++Seconds;
    if (Now >= CancelAfter)
      *Cancel.load() = true;
    if (Now < GiveUpAfter)
      continue;
    llvm::errs() << "mt-fuzz: the kernel of -seed=" << Seed
                 << " takes more than " << GiveUpAfter << " s\n";
    _exit(3);
  }
}
