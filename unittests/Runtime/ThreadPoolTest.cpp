//===- ThreadPoolTest.cpp - Grids on CPU threads --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Runtime/ThreadPool.h"
#include "gtest/gtest.h"
#include <chrono>
#include <cstdlib>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace mt;

namespace {

/// How often each of Total items ran, on Threads threads.
std::vector<int> countRuns(uint64_t Total, unsigned Threads) {
  std::vector<std::atomic<int>> Runs(Total);
  auto Run = [&](uint64_t First, uint64_t Last) {
    for (uint64_t I = First; I != Last; ++I)
      Runs[I].fetch_add(1, std::memory_order_relaxed);
  };
  ParallelJob Job;
  Job.Total = Total;
  Job.Threads = Threads;
  Job.Run = Run;
  runParallel(Job);
  return std::vector<int>(Runs.begin(), Runs.end());
}

TEST(ThreadPool, RunsEveryItemOnce) {
  for (unsigned Threads : {1, 2, 3, 8})
    for (uint64_t Total : {0, 1, 2, 3, 7, 100, 10007})
      EXPECT_EQ(countRuns(Total, Threads), std::vector<int>(Total, 1))
          << Total << " items, " << Threads << " threads";
}

TEST(ThreadPool, ManyShortJobsInARow) {
  for (int I = 0; I != 2000; ++I)
    ASSERT_EQ(countRuns(5, 4), std::vector<int>(5, 1));
}

TEST(ThreadPool, CallersOnSeveralThreadsTakeTurns) {
  std::vector<std::thread> Callers;
  std::atomic<int> Good = 0;
  for (int I = 0; I != 4; ++I)
    Callers.emplace_back([&] {
      for (int J = 0; J != 50; ++J)
        Good += countRuns(37, 3) == std::vector<int>(37, 1);
    });
  for (std::thread &T : Callers)
    T.join();
  EXPECT_EQ(Good, 200);
}

TEST(ThreadPool, StopKeepsFurtherItemsFromStarting) {
  std::atomic<bool> Stop = false;
  std::atomic<uint64_t> Done = 0;
  auto Run = [&](uint64_t First, uint64_t Last) {
    for (uint64_t I = First; I != Last && !Stop; ++I)
      if (++Done == 1000)
        Stop = true;
  };
  ParallelJob Job;
  Job.Total = uint64_t(1) << 40;
  Job.Threads = 4;
  Job.Run = Run;
  Job.Stop = &Stop;
  runParallel(Job);
  EXPECT_GE(Done, 1000u);
  EXPECT_LT(Done, Job.Total) << "which would take hours";
}

TEST(ThreadPool, PollingCallerDoesNoItemsAndCanStop) {
  std::atomic<bool> Stop = false;
  std::atomic<bool> CallerWorked = false;
  std::thread::id Caller = std::this_thread::get_id();
  auto Run = [&](uint64_t, uint64_t) {
    CallerWorked = CallerWorked || std::this_thread::get_id() == Caller;
    while (!Stop)
      std::this_thread::yield();
  };
  int Polls = 0;
  auto Poll = [&] {
    EXPECT_EQ(std::this_thread::get_id(), Caller);
    return ++Polls == 3;
  };
  ParallelJob Job;
  Job.Total = 1;
  Job.Threads = 1;
  Job.Run = Run;
  Job.Stop = &Stop;
  Job.Poll = Poll;
  runParallel(Job);
  EXPECT_FALSE(CallerWorked);
  EXPECT_EQ(Polls, 3);
}

TEST(ThreadPool, ForkedChildHasAPoolOfItsOwn) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer ends a child that starts threads";
#endif
  EXPECT_EQ(countRuns(100, 4), std::vector<int>(100, 1));
  pid_t Child = fork();
  ASSERT_GE(Child, 0);
  if (Child == 0) {
    alarm(120); // a deadlock ends the child, not the test run
    _exit(countRuns(1000, 4) == std::vector<int>(1000, 1) ? 0 : 1);
  }
  int Status;
  waitpid(Child, &Status, 0);
  EXPECT_TRUE(WIFEXITED(Status));
  EXPECT_EQ(WEXITSTATUS(Status), 0);
  EXPECT_EQ(countRuns(100, 4), std::vector<int>(100, 1)) << "the parent's";
}

TEST(ThreadPool, NumberOfThreadsFromRequestThenEnvironment) {
  setenv("MYTRITON_NUM_THREADS", "3", 1);
  EXPECT_EQ(llvm::cantFail(threadCount(0)), 3u);
  EXPECT_EQ(llvm::cantFail(threadCount(7)), 7u);
  for (const char *Wrong : {"many", "0", "-2", "3x", " 4"}) {
    setenv("MYTRITON_NUM_THREADS", Wrong, 1);
    EXPECT_EQ(llvm::toString(threadCount(0).takeError()),
              "MYTRITON_NUM_THREADS is '" + std::string(Wrong) +
                  "', which is no number of threads; set it to 1 or more, or "
                  "unset it");
    EXPECT_EQ(llvm::cantFail(threadCount(7)), 7u);
  }
  setenv("MYTRITON_NUM_THREADS", "", 1);
  EXPECT_GE(llvm::cantFail(threadCount(0)), 1u);
  unsetenv("MYTRITON_NUM_THREADS");
  EXPECT_GE(llvm::cantFail(threadCount(0)), 1u);
}

TEST(ThreadPool, ScratchIsAlignedAndGrows) {
  auto *Small = static_cast<char *>(threadScratch(10));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Small) % 128, 0u);
  auto *Large = static_cast<char *>(threadScratch(1 << 20));
  Large[0] = Large[(1 << 20) - 1] = 1;
  EXPECT_EQ(threadScratch(100), Large) << "kept for the next launch";
}

} // namespace
