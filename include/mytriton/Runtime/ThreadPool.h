//===- ThreadPool.h - Runs a grid on CPU threads ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pool of threads per process, started by the first grid that needs it.
// After a fork the child starts a pool of its own when it needs one.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_RUNTIME_THREADPOOL_H
#define MYTRITON_RUNTIME_THREADPOOL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mt {

/// A range of independent work items.
struct ParallelJob {
  uint64_t Total = 0;
  /// Threads to use; see threadCount(). One runs everything in the caller,
  /// unless Poll wants it free.
  unsigned Threads = 1;
  /// Does the items First..Last-1. Called on several threads at once. Should
  /// return early once Stop is set.
  llvm::function_ref<void(uint64_t First, uint64_t Last)> Run;
  /// Set to keep further items from starting.
  std::atomic<bool> *Stop = nullptr;
  /// If set, the calling thread does no items. It calls this at least every
  /// 50 ms, and sets Stop when it returns true.
  llvm::function_ref<bool()> Poll = nullptr;
};

/// Runs a job and returns when no thread works on it any more. Jobs of several
/// callers run one after the other.
void runParallel(const ParallelJob &Job);

/// Requested, or if that is 0 MYTRITON_NUM_THREADS, or the number of cores
/// this process may use; never 0. Fails if the variable holds no such number.
llvm::Expected<unsigned> threadCount(unsigned Requested);

/// Bytes of memory for the calling thread, aligned to 128. Contents are those
/// of the last use or arbitrary; valid until the thread asks again. Null if
/// there is not enough memory.
void *threadScratch(size_t Bytes);

} // namespace mt

#endif // MYTRITON_RUNTIME_THREADPOOL_H
