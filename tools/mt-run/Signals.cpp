//===- Signals.cpp - What happens at Ctrl-C and at a wild access ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signals.h"
#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace mt;
using namespace mt::run;

static std::atomic<bool> Cancel;
static llvm::ArrayRef<WatchedArray> Watched;
static struct sigaction OldInterrupt, OldFault[2];
static constexpr int FaultSignals[2] = {SIGSEGV, SIGBUS};

const std::atomic<bool> &run::cancelFlag() { return Cancel; }

static void onInterrupt(int) { Cancel = true; }

/// Formats into a buffer and writes it: all a handler may do.
static void onFault(int, siginfo_t *Info, void *) {
  uint64_t Address = reinterpret_cast<uint64_t>(Info->si_addr);
  char Text[400];
  int Length = 0;
  for (const WatchedArray &W : Watched) {
    if (!W.Array->memory().contains(Address))
      continue;
    int64_t Offset = Address - reinterpret_cast<uint64_t>(W.Array->data());
    int64_t Size = W.Array->element().byteSize();
    int64_t Index = (Offset - (Offset < 0 ? Size - 1 : 0)) / Size;
    Length = std::snprintf(
        Text, sizeof(Text),
        "mt-run: error: the kernel accessed element %lld of '%s', which has "
        "%llu; -check tells where\n",
        static_cast<long long>(Index), W.Name.c_str(),
        static_cast<unsigned long long>(W.Array->size()));
    break;
  }
  if (!Length)
    Length = std::snprintf(Text, sizeof(Text),
                           "mt-run: error: the kernel accessed address 0x%llx, "
                           "which is in no array; -check tells where\n",
                           static_cast<unsigned long long>(Address));
  ssize_t Written = write(STDERR_FILENO, Text, std::min<int>(Length, 399));
  (void)Written;
  _exit(1);
}

SignalScope::SignalScope(llvm::ArrayRef<WatchedArray> Arrays) {
  Watched = Arrays;
  struct sigaction Action = {};
  sigemptyset(&Action.sa_mask);
  Action.sa_handler = onInterrupt;
  // A second Ctrl-C ends the process at once.
  Action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &Action, &OldInterrupt);
  Action.sa_flags = SA_SIGINFO;
  Action.sa_sigaction = onFault;
  for (int I = 0; I != 2; ++I)
    sigaction(FaultSignals[I], &Action, &OldFault[I]);
}

SignalScope::~SignalScope() {
  sigaction(SIGINT, &OldInterrupt, nullptr);
  for (int I = 0; I != 2; ++I)
    sigaction(FaultSignals[I], &OldFault[I], nullptr);
  Watched = {};
}
