//===- CPUExecutable.cpp - A kernel that runs on CPU threads --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUExecutable.h"
#include "mytriton/Backend/DebugText.h"
#include "mytriton/Runtime/ThreadPool.h"
#include <cstring>
#include <mutex>

using namespace mt;
using namespace mt::cpu;

/// Grids estimated to take less than this many ns run in the calling thread:
/// waking others takes as long.
static constexpr uint64_t InlineLimit = 20'000;
/// Up to here the calling thread looks for signals between pieces of the grid
/// rather than leave the work to others.
static constexpr uint64_t BriefLimit = 5'000'000;
/// Launches that write at least this much bypass the caches: what they write
/// would be evicted before anyone reads it, and fetching the lines first costs
/// a third of the time.
static constexpr uint64_t StreamingBytes = uint64_t(32) << 20;

static std::optional<uint64_t> gridSize(const Grid &G) {
  uint64_t Size;
  if (__builtin_mul_overflow(uint64_t(G.X) * G.Y, uint64_t(G.Z), &Size))
    return std::nullopt;
  return Size;
}

static uint64_t saturatingProduct(uint64_t A, uint64_t B) {
  uint64_t Product;
  return __builtin_mul_overflow(A, B, &Product) ? UINT64_MAX : Product;
}

namespace {

/// One launch under way.
class GridRun : PrintSink {
public:
  GridRun(EntryPoint Entry, const KernelTraits &Traits,
          const LaunchParams &Launch, uint64_t Total);
  /// On at most so many threads.
  void run(unsigned Threads);

  std::atomic<bool> Stop = false;
  std::atomic<bool> OutOfMemory = false;
  /// What the first assert to fail says.
  std::string Failure;

private:
  static void print(PrintSink *Self, uint32_t Number, const uint32_t *Ids,
                    const void *const *Values);
  void assertFailed(uint32_t Number, const ProgramIds &Ids);

  void runPrograms(uint64_t First, uint64_t Last);
  void runHere(uint64_t Piece);
  bool pollHost();

  EntryPoint Entry;
  const KernelTraits &Traits;
  const LaunchParams &Launch;
  uint64_t Total, Cost;
  uint32_t Flags = 0;
  const bool *Cancel;
  std::mutex FailureMutex;
};

} // namespace

GridRun::GridRun(EntryPoint Entry, const KernelTraits &Traits,
                 const LaunchParams &Launch, uint64_t Total)
    : PrintSink{print}, Entry(Entry), Traits(Traits), Launch(Launch),
      Total(Total), Cost(saturatingProduct(Traits.ProgramCost, Total)) {
  if (saturatingProduct(Traits.StreamedBytes, Total) >= StreamingBytes)
    Flags |= LF_Streaming;
  static_assert(sizeof(std::atomic<bool>) == sizeof(bool));
  // Code looks at one flag: the host's own, or ours that pollHost() sets.
  const std::atomic<bool> *Flag =
      Launch.Cancel && !Launch.Poll ? Launch.Cancel : &Stop;
  Cancel = reinterpret_cast<const bool *>(Flag);
}

bool GridRun::pollHost() {
  if (Launch.Cancel && Launch.Cancel->load(std::memory_order_relaxed))
    return true;
  return Launch.Poll && Launch.Poll();
}

void GridRun::runPrograms(uint64_t First, uint64_t Last) {
  void *Scratch = nullptr;
  if (Traits.ScratchBytes) {
    Scratch = threadScratch(Traits.ScratchBytes);
    if (!Scratch) {
      OutOfMemory = true;
      Stop = true;
      return;
    }
  }
  const mt::Grid &G = Launch.Programs;
  uint64_t Row = First / G.X;
  uint32_t Words[6] = {G.X,
                       G.Y,
                       G.Z,
                       uint32_t(First % G.X),
                       uint32_t(Row % G.Y),
                       uint32_t(Row / G.Y)};
  uint32_t Outcome = Entry(Launch.Args.data(), Words, Last - First, Scratch,
                           Cancel, Flags, this);
  if (Outcome >= FirstAssertCode)
    assertFailed(Outcome - FirstAssertCode, {Words[3], Words[4], Words[5]});
  if (Outcome)
    Stop.store(true, std::memory_order_relaxed);
}

void GridRun::assertFailed(uint32_t Number, const ProgramIds &Ids) {
  const KernelTraits::Assert &A = Traits.Asserts[Number];
  std::lock_guard<std::mutex> Lock(FailureMutex);
  if (Failure.empty())
    Failure = textAt(A.Loc, assertionText(A.Message, Ids));
}

void GridRun::print(PrintSink *Self, uint32_t Number, const uint32_t *Ids,
                    const void *const *Values) {
  const KernelTraits::Print &P =
      static_cast<GridRun *>(Self)->Traits.Prints[Number];
  // What lies in memory as lane bits: zero above their width.
  auto Reader = [&](unsigned I) {
    unsigned Size = P.Types[I].elementType().byteSize();
    auto *Bytes = static_cast<const char *>(Values[I]);
    return [Bytes, Size](uint64_t Lane) {
      uint64_t Bits = 0;
      std::memcpy(&Bits, Bytes + Lane * Size, Size);
      return Bits;
    };
  };
  std::vector<decltype(Reader(0))> Readers;
  for (unsigned I = 0; I != P.Types.size(); ++I)
    Readers.push_back(Reader(I));
  llvm::SmallVector<PrintedValue, 4> Printed;
  for (auto [Ty, Read] : llvm::zip(P.Types, Readers))
    Printed.push_back({Ty, uint64_t(Ty.isTile() ? Ty.numElements() : 1), Read});
  writePrint(printText({Ids[0], Ids[1], Ids[2]}, P.Prefix, P.Hex, Printed));
}

/// The whole grid in this thread, with a look at the host between pieces.
void GridRun::runHere(uint64_t Piece) {
  for (uint64_t First = 0; First < Total && !Stop;) {
    uint64_t Last = Total - First > Piece ? First + Piece : Total;
    runPrograms(First, Last);
    First = Last;
    if (First < Total && pollHost())
      Stop = true;
  }
}

void GridRun::run(unsigned Threads) {
  if (Cost < InlineLimit && !Traits.MayRunLong)
    Threads = 1;
  Threads = std::min<uint64_t>(Threads, Total);
  bool Brief = Cost < BriefLimit && !Traits.MayRunLong;
  if (Threads == 1 && (Brief || !Launch.Poll)) {
    uint64_t Piece = Launch.Poll ? 1'000'000 / Traits.ProgramCost + 1 : Total;
    return runHere(Piece);
  }
  ParallelJob Job;
  Job.Total = Total;
  Job.Threads = Threads;
  auto Run = [this](uint64_t First, uint64_t Last) {
    runPrograms(First, Last);
  };
  auto Poll = [this] { return pollHost(); };
  Job.Run = Run;
  Job.Stop = &Stop;
  if (Launch.Poll)
    Job.Poll = Poll;
  runParallel(Job);
}

llvm::Error CPUExecutable::launch(const LaunchParams &Launch) {
  if (Launch.Args.size() != NumParams)
    return llvm::createStringError("kernel '" + Name + "' takes " +
                                   llvm::Twine(NumParams) + " arguments, not " +
                                   llvm::Twine(Launch.Args.size()));
  if (Launch.Checks)
    return llvm::createStringError(
        "target 'cpu' cannot check accesses; use the target 'interp'");
  std::optional<uint64_t> Total = gridSize(Launch.Programs);
  if (!Total)
    return llvm::createStringError("the grid has more than 2^64 programs");
  llvm::Expected<unsigned> Threads = threadCount(Launch.NumThreads);
  if (!Threads)
    return Threads.takeError();
  if (*Total == 0)
    return llvm::Error::success();
  GridRun Run(Entry, Traits, Launch, *Total);
  Run.run(*Threads);
  if (Run.OutOfMemory)
    return llvm::createStringError(
        "kernel '" + Name + "' needs " + llvm::Twine(Traits.ScratchBytes) +
        " bytes of scratch memory per thread, which the system does not have");
  if (!Run.Failure.empty())
    return llvm::createStringError(Run.Failure);
  if (Run.Stop)
    return llvm::createStringError("kernel '" + Name + "' was interrupted");
  return llvm::Error::success();
}
