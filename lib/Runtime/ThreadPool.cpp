//===- ThreadPool.cpp - Runs a grid on CPU threads ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread first does one contiguous part of the items, so that it stays
// within its own part of memory; the last quarter is handed out in small
// pieces to whoever is done.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Runtime/ThreadPool.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <thread>

using namespace mt;

namespace {

using Clock = std::chrono::steady_clock;

/// How long a thread looks for work before it sleeps: a launch that follows
/// shortly then costs no system call.
constexpr auto SpinTime = std::chrono::microseconds(20);
constexpr auto PollInterval = std::chrono::milliseconds(20);

/// One job as its threads see it.
class RunningJob {
public:
  RunningJob(const ParallelJob &Job, unsigned Threads)
      : Job(Job), Threads(Threads), StaticItems(Job.Total - Job.Total / 4),
        Piece(std::max<uint64_t>(1, Job.Total / (uint64_t(Threads) * 16))),
        Next(StaticItems) {}

  /// What thread Number (0..Threads-1) does.
  void work(unsigned Number) {
    auto Bound = [&](unsigned N) {
      return uint64_t((__uint128_t(StaticItems) * N) / Threads);
    };
    run(Bound(Number), Bound(Number + 1));
    while (!stopped()) {
      uint64_t First = Next.fetch_add(Piece, std::memory_order_relaxed);
      if (First >= Job.Total)
        return;
      run(First, std::min(Job.Total, First + Piece));
    }
  }

  const ParallelJob &Job;

private:
  bool stopped() const {
    return Job.Stop && Job.Stop->load(std::memory_order_relaxed);
  }
  void run(uint64_t First, uint64_t Last) {
    if (First < Last && !stopped())
      Job.Run(First, Last);
  }

  unsigned Threads;
  uint64_t StaticItems;
  uint64_t Piece;
  alignas(128) std::atomic<uint64_t> Next;
};

/// A thread of the pool and the job it was given. Padded, so that looking for
/// one's own job does not disturb others.
struct alignas(128) Worker {
  std::atomic<RunningJob *> Job = nullptr;
  std::atomic<uint32_t> Wake = 0; ///< counts jobs; what a sleeping thread sees
  unsigned Number = 0;            ///< in the current job
  class Pool *Owner = nullptr;
};

class Pool {
public:
  /// The pool of this process. Never freed: its threads outlive main().
  static Pool &get();
  void run(const ParallelJob &Job);

private:
  bool addWorker();
  static void *threadMain(void *Self);
  void serve(Worker &W);
  void finishOne();
  void await(const ParallelJob &Job);

  std::mutex Launch; ///< one job at a time
  llvm::SmallVector<Worker *, 0> Workers;
  std::mutex DoneLock;
  std::condition_variable Done;
  unsigned Unfinished = 0; ///< guarded by DoneLock
};

std::atomic<Pool *> ThePool;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

} // namespace

Pool &Pool::get() {
  // Threads do not survive a fork: forget the parent's pool, locks and all.
  static std::once_flag Registered;
  std::call_once(Registered, [] {
    pthread_atfork(nullptr, nullptr,
                   [] { ThePool.store(nullptr, std::memory_order_relaxed); });
  });
  Pool *P = ThePool.load(std::memory_order_acquire);
  if (P)
    return *P;
  auto *New = new Pool();
  if (ThePool.compare_exchange_strong(P, New, std::memory_order_acq_rel))
    return *New;
  delete New;
  return *P;
}

/// Starts a thread. False if the system has none left.
bool Pool::addWorker() {
  auto *W = new Worker();
  W->Owner = this;
  // Signals are for the host's threads.
  sigset_t All, Old;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Old);
  pthread_t Handle;
  int Failed = pthread_create(&Handle, nullptr, threadMain, W);
  pthread_sigmask(SIG_SETMASK, &Old, nullptr);
  if (Failed) {
    delete W;
    return false;
  }
  pthread_detach(Handle);
  Workers.push_back(W);
  return true;
}

void *Pool::threadMain(void *Self) {
  auto *W = static_cast<Worker *>(Self);
  W->Owner->serve(*W);
  return nullptr;
}

void Pool::serve(Worker &W) {
  uint32_t Seen = 0;
  for (;;) {
    auto Until = Clock::now() + SpinTime;
    while (W.Wake.load(std::memory_order_acquire) == Seen) {
      relax();
      if (Clock::now() > Until)
        W.Wake.wait(Seen, std::memory_order_acquire);
    }
    ++Seen;
    W.Job.load(std::memory_order_relaxed)->work(W.Number);
    finishOne();
  }
}

void Pool::finishOne() {
  std::lock_guard<std::mutex> Guard(DoneLock);
  if (--Unfinished == 0)
    Done.notify_all();
}

/// Waits until all workers of the current job are done.
void Pool::await(const ParallelJob &Job) {
  std::unique_lock<std::mutex> Guard(DoneLock);
  auto IsDone = [&] { return Unfinished == 0; };
  while (!IsDone()) {
    if (!Job.Poll) {
      Done.wait(Guard, IsDone);
      return;
    }
    if (Done.wait_for(Guard, PollInterval, IsDone))
      return;
    Guard.unlock();
    if (Job.Poll() && Job.Stop)
      Job.Stop->store(true, std::memory_order_relaxed);
    Guard.lock();
  }
}

void Pool::run(const ParallelJob &Job) {
  std::lock_guard<std::mutex> Guard(Launch);
  bool CallerWorks = !Job.Poll;
  unsigned Helpers = Job.Threads - CallerWorks;
  while (Workers.size() < Helpers && addWorker())
    ;
  Helpers = std::min<unsigned>(Helpers, Workers.size());
  // Without any thread the caller must do it after all.
  CallerWorks |= Helpers == 0;
  RunningJob Running(Job, Helpers + CallerWorks);
  {
    std::lock_guard<std::mutex> DoneGuard(DoneLock);
    Unfinished = Helpers;
  }
  for (unsigned I = 0; I != Helpers; ++I) {
    Worker &W = *Workers[I];
    W.Number = I + CallerWorks;
    W.Job.store(&Running, std::memory_order_relaxed);
    W.Wake.fetch_add(1, std::memory_order_release);
    W.Wake.notify_one();
  }
  if (CallerWorks)
    Running.work(0);
  await(Job);
}

void mt::runParallel(const ParallelJob &Job) {
  if (!Job.Total)
    return;
  if (Job.Threads <= 1 && !Job.Poll)
    return Job.Run(0, Job.Total);
  Pool::get().run(Job);
}

llvm::Expected<unsigned> mt::threadCount(unsigned Requested) {
  if (Requested)
    return Requested;
  llvm::StringRef Text = llvm::StringRef(std::getenv("MYTRITON_NUM_THREADS"));
  if (!Text.empty()) {
    unsigned FromEnvironment;
    if (!Text.getAsInteger(10, FromEnvironment) && FromEnvironment)
      return FromEnvironment;
    return llvm::createStringError(
        "MYTRITON_NUM_THREADS is '" + Text +
        "', which is no number of threads; set it to 1 or more, or unset it");
  }
  static const unsigned Cores = std::thread::hardware_concurrency();
  return std::max(1u, Cores);
}

namespace {

/// A thread's scratch; large ones are given back with the next request.
struct ScratchBuffer {
  void *Data = nullptr;
  size_t Bytes = 0;
  ~ScratchBuffer() { std::free(Data); }
};

} // namespace

void *mt::threadScratch(size_t Bytes) {
  constexpr size_t KeepAtMost = size_t(16) << 20;
  thread_local ScratchBuffer Buffer;
  bool Wasteful = Buffer.Bytes > KeepAtMost && Bytes <= KeepAtMost;
  if (Buffer.Bytes >= Bytes && Buffer.Data && !Wasteful)
    return Buffer.Data;
  std::free(Buffer.Data);
  Buffer.Bytes = std::max<size_t>(128, (Bytes + 127) & ~size_t(127));
  Buffer.Data = std::aligned_alloc(128, Buffer.Bytes);
  if (!Buffer.Data)
    Buffer.Bytes = 0;
  return Buffer.Data;
}
