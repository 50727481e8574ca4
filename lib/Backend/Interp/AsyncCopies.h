//===- AsyncCopies.h - Copies that run beside the threads -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy reads its source when it starts and arrives when a thread waits for
// it, as late as a program may expect. All threads start, commit and wait
// together, so groups are counted once.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_ASYNCCOPIES_H
#define MYTRITON_LIB_BACKEND_INTERP_ASYNCCOPIES_H

#include "ThreadRaces.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <vector>

namespace mt::interp {

/// One thread's copy of a few bytes.
struct AsyncCopy {
  unsigned Thread;
  uint64_t From; ///< in global memory; 0 if the copy brings zeros
  uint64_t To;   ///< in shared memory
  llvm::SmallVector<uint8_t, 16> Data;
};

class AsyncCopies {
public:
  void start(AsyncCopy C);
  void commit();
  /// The copies of all groups but the last Pending, oldest first.
  std::vector<AsyncCopy> wait(unsigned Pending);
  /// Forgets what earlier programs did.
  void clear() { *this = AsyncCopies(); }
  /// True if an access would meet a copy: any in its destination, a write in
  /// its source.
  bool meets(MemorySpace Space, uint64_t Address, unsigned Bytes,
             bool IsWrite) const;

private:
  void count(const AsyncCopy &C, int By);

  std::vector<AsyncCopy> Open;
  std::deque<std::vector<AsyncCopy>> Groups;
  /// Copies under way by byte of source or destination.
  llvm::DenseMap<uint64_t, int> Busy[2];
};

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_ASYNCCOPIES_H
