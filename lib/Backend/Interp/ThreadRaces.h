//===- ThreadRaces.h - Missing barriers between threads ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a program run in lock step here, so a missing barrier would go
// unseen. Every byte therefore remembers who touched it since the last one. An
// atomic that releases or acquires does so for the whole program, so barriers
// belong between it and what other threads do.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_THREADRACES_H
#define MYTRITON_LIB_BACKEND_INTERP_THREADRACES_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <optional>

namespace mt::interp {

enum class MemorySpace : uint8_t { Global, Shared };

/// Threads that did something, as far as it matters: two of them.
class Parties {
public:
  void add(unsigned Thread) {
    if (!First)
      First = Thread;
    else if (*First != Thread)
      Second = Thread;
  }
  void add(const Parties &Other) {
    for (std::optional<unsigned> T : {Other.First, Other.Second})
      if (T)
        add(*T);
  }
  /// One of them that is not Thread.
  std::optional<unsigned> otherThan(unsigned Thread) const {
    return First && *First != Thread ? First : Second;
  }

private:
  std::optional<unsigned> First, Second;
};

class ThreadRaces {
public:
  /// Forgets what earlier programs did.
  void beginProgram();
  /// Another op begins. Accesses of one op do not race: which lane wins is
  /// the op's own business.
  void nextStep();
  void barrier();
  /// Notes an access. The thread it races with, if any.
  std::optional<unsigned> touch(MemorySpace Space, unsigned Thread,
                                uint64_t Address, unsigned Bytes, bool IsWrite);
  /// An atomic of Thread releases what the program did to global memory. The
  /// thread whose accesses may come after it, if any.
  std::optional<unsigned> release(unsigned Thread) const {
    return Accessed.otherThan(Thread);
  }
  /// An atomic of Thread acquires.
  void acquire(unsigned Thread) { AcquiredNow.add(Thread); }
  /// The thread whose atomic has acquired what Thread accesses with no barrier
  /// between them, if any.
  std::optional<unsigned> acquirer(unsigned Thread) const {
    return Acquired.otherThan(Thread);
  }

private:
  /// Steps of the last write and read, 0 for none, and by whom.
  struct Byte {
    uint64_t WriteStep = 0, ReadStep = 0;
    uint32_t Writer = 0, Reader = 0;
    /// A second reader since the last barrier; equal to Reader without one.
    uint32_t OtherReader = 0;
  };
  std::optional<unsigned> touchByte(Byte &B, unsigned Thread, bool IsWrite);

  uint64_t Step = 0, LastBarrier = 0;
  llvm::DenseMap<uint64_t, Byte> Bytes[2];
  /// Since the last barrier, before this step and in it.
  Parties Accessed, AccessedNow, Acquired, AcquiredNow;
};

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_THREADRACES_H
