//===- ThreadRaces.h - Missing barriers between threads ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a program run in lock step here, so a missing barrier would go
// unseen. Every byte therefore remembers who touched it since the last one.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_THREADRACES_H
#define MYTRITON_LIB_BACKEND_INTERP_THREADRACES_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <optional>

namespace mt::interp {

enum class MemorySpace : uint8_t { Global, Shared };

class ThreadRaces {
public:
  /// Forgets what earlier programs did.
  void beginProgram();
  /// Another op begins. Accesses of one op do not race: which lane wins is
  /// the op's own business.
  void nextStep() { ++Step; }
  void barrier() { LastBarrier = Step; }
  /// Notes an access. The thread it races with, if any.
  std::optional<unsigned> touch(MemorySpace Space, unsigned Thread,
                                uint64_t Address, unsigned Bytes, bool IsWrite);

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
};

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_THREADRACES_H
