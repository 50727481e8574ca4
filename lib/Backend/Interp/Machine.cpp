//===- Machine.cpp - State of a running kernel ----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Checker.h"
#include "mytriton/Backend/DebugText.h"
#include "mytriton/IR/Facts.h"
#include <algorithm>

using namespace mt;
using namespace mt::interp;

Machine::Machine(const Program &P, const LaunchParams &Launch, Checker *Check)
    : P(P), Launch(Launch), Check(Check), Lanes(P.numLanes()),
      Shadows(Check ? P.numLanes() : 0), Shared(P.sharedBytes()) {
  const Grid &G = Launch.Programs;
  FactsHold = int64_t(G.X) - 1 <= P.maxProgramId() && G.Y <= MaxFactsGridYZ &&
              G.Z <= MaxFactsGridYZ;
  for (const Program::Literal &L : P.literals())
    std::fill_n(lanes(L.Dst), threads(), L.Bits);
  for (unsigned I = 0; I != P.params().size(); ++I) {
    const Dest &Arg = P.params()[I].Arg;
    std::fill_n(lanes(Arg.Dst), threads(), truncateTo(Arg.Ty, Launch.Args[I]));
    if (Check && Arg.Ty.isPointer())
      std::fill_n(shadows(Arg.Dst), threads(), Shadow{uint16_t(I + 1), 0});
  }
}

uint32_t Machine::numPrograms(unsigned Axis) const {
  const Grid &G = Launch.Programs;
  return Axis == 0 ? G.X : Axis == 1 ? G.Y : G.Z;
}

void Machine::runProgram(const std::array<uint32_t, 3> &Id) {
  ProgramId = Id;
  Races.beginProgram();
  Copies.clear();
  if (Check)
    Check->beginProgram(Id);
  run(P.body());
}

void Machine::pollCancel(unsigned NewLanes) {
  constexpr uint64_t LanesPerPoll = 1 << 16, LanesPerOp = 1 << 8;
  bool Cancelled =
      Launch.Cancel && Launch.Cancel->load(std::memory_order_relaxed);
  LanesSincePoll += NewLanes + LanesPerOp;
  if (Launch.Poll && LanesSincePoll >= LanesPerPoll) {
    Cancelled |= Launch.Poll();
    LanesSincePoll = 0;
  }
  if (Cancelled)
    fail({}, "the launch was interrupted");
}

bool Machine::run(const Code &C) {
  // Once before the first op too: a block may be empty and its loop endless.
  pollCancel(0);
  for (const std::unique_ptr<Instr> &I : C.Instrs) {
    pollCancel(I->Lanes);
    if (Stopped)
      return false;
    Races.nextStep();
    I->Run(*this, *I);
  }
  return !Stopped;
}

uint64_t Machine::uniform(const Instr &I, const Operand &V,
                          llvm::StringRef Use) {
  uint64_t First = Lanes[V.lane(0, 0)];
  for (unsigned T = 0; T != threads(); ++T) {
    size_t Index = V.lane(T, 0);
    if (Lanes[Index] != First)
      fail(I.Loc, "threads 0 and " + llvm::Twine(T) +
                      " of a program disagree on " + Use +
                      ", which must be the same in every thread");
    if (Check && Shadows[Index].Origin)
      Check->undefinedUse(I, Use, {T, 0}, Shadows[Index]);
  }
  return First;
}

void Machine::touch(const Instr &I, MemorySpace Space, unsigned T,
                    uint64_t Address, unsigned Bytes, bool IsWrite) {
  if (Copies.meets(Space, Address, Bytes, IsWrite))
    fail(I.Loc, "thread " + llvm::Twine(T) +
                    (Space == MemorySpace::Shared
                         ? " touches shared memory that a copy under way fills"
                         : " writes to what a copy under way reads") +
                    " ('" + getOpInfo(I.Kind).Mnemonic +
                    "'); an async_wait must come first");
  if (threads() == 1)
    return;
  if (auto Other = Races.touch(Space, T, Address, Bytes, IsWrite))
    fail(I.Loc, "threads " + llvm::Twine(*Other) + " and " + llvm::Twine(T) +
                    " of a program meet in " +
                    (Space == MemorySpace::Shared ? "shared" : "global") +
                    " memory with no barrier between them ('" +
                    getOpInfo(I.Kind).Mnemonic + "')");
  if (Space != MemorySpace::Global)
    return;
  if (auto Other = Races.acquirer(T))
    fail(I.Loc, "thread " + llvm::Twine(T) +
                    " of a program may miss what an atomic of thread " +
                    llvm::Twine(*Other) +
                    " acquired: there is no barrier between them");
}

/// True if the order of an atomic includes Word.
static bool orders(const Instr &I, llvm::StringRef Word) {
  Attr Sem = I.Attrs.get("sem");
  return !Sem || Sem.asString() == "acq_rel" || Sem.asString() == Word;
}

void Machine::touchAtomic(const Instr &I, unsigned T, uint64_t Address,
                          unsigned Bytes) {
  if (threads() == 1)
    return;
  touch(I, MemorySpace::Global, T, Address, Bytes, /*IsWrite=*/true);
  if (auto Other = orders(I, "release") ? Races.release(T) : std::nullopt)
    fail(I.Loc, "an atomic of thread " + llvm::Twine(T) +
                    " releases what thread " + llvm::Twine(*Other) +
                    " of the program may not have done: there is no barrier "
                    "between them");
  if (orders(I, "acquire"))
    Races.acquire(T);
}

void Machine::copy(llvm::ArrayRef<Operand> From, llvm::ArrayRef<Dest> To) {
  Scratch.clear();
  ShadowScratch.clear();
  for (const Operand &V : From) {
    size_t N = size_t(V.Src.Lanes) * threads();
    Scratch.insert(Scratch.end(), lanes(V.Src), lanes(V.Src) + N);
    if (Check)
      ShadowScratch.insert(ShadowScratch.end(), shadows(V.Src),
                           shadows(V.Src) + N);
  }
  size_t Done = 0;
  for (const Dest &T : To) {
    size_t N = size_t(T.Dst.Lanes) * threads();
    std::copy_n(Scratch.begin() + Done, N, lanes(T.Dst));
    if (Check)
      std::copy_n(ShadowScratch.begin() + Done, N, shadows(T.Dst));
    Done += N;
  }
}

void Machine::fail(Location Loc, const llvm::Twine &Text) {
  if (Stopped)
    return;
  Stopped = true;
  Message = textAt(Loc, Text.str());
}

llvm::Error Machine::takeError() {
  if (!Stopped)
    return llvm::Error::success();
  return llvm::createStringError(Message);
}
