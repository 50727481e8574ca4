//===- Machine.h - State of a running kernel --------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_MACHINE_H
#define MYTRITON_LIB_BACKEND_INTERP_MACHINE_H

#include "AsyncCopies.h"
#include "Program.h"
#include "ThreadRaces.h"
#include "mytriton/Backend/Target.h"
#include <array>

namespace mt::interp {

class Checker;

/// What the checker knows about one lane.
struct Shadow {
  uint16_t Param = 0;  ///< pointers: 1 + index of the parameter it came from
  uint32_t Origin = 0; ///< undefined lanes: 1 + Id of the instruction
};

/// The lanes of one kernel and the program that is running.
class Machine {
public:
  Machine(const Program &P, const LaunchParams &Launch, Checker *Check);

  /// Runs the program at Id of the grid.
  void runProgram(const std::array<uint32_t, 3> &Id);
  /// Runs a block up to its terminator. False once the launch has failed.
  bool run(const Code &C);

  unsigned threads() const { return P.threads(); }
  uint64_t &lane(size_t Index) { return Lanes[Index]; }
  uint64_t *lanes(Slot S) { return &Lanes[S.Offset]; }
  uint32_t programId(unsigned Axis) const { return ProgramId[Axis]; }
  const std::array<uint32_t, 3> &programIds() const { return ProgramId; }
  uint32_t numPrograms(unsigned Axis) const;

  /// One program's shared memory.
  uint8_t *shared(uint64_t Address) { return &Shared[Address]; }
  size_t sharedBytes() const { return Shared.size(); }
  /// Notes an access of thread T; fails the launch if another thread's access
  /// to these bytes conflicts and no barrier stands between.
  void touch(const Instr &I, MemorySpace Space, unsigned T, uint64_t Address,
             unsigned Bytes, bool IsWrite);
  /// As touch, for an atomic of global memory.
  void touchAtomic(const Instr &I, unsigned T, uint64_t Address,
                   unsigned Bytes);
  void barrier() { Races.barrier(); }
  /// Copies of the running program that are under way.
  AsyncCopies &copies() { return Copies; }

  /// Null unless the launch is checked.
  Checker *checker() const { return Check; }
  Shadow &shadow(size_t Index) { return Shadows[Index]; }
  Shadow *shadows(Slot S) { return &Shadows[S.Offset]; }

  /// The one value all threads hold for a scalar that decides control flow.
  /// Fails the launch if they differ. Use says what it decides.
  uint64_t uniform(const Instr &I, const Operand &V, llvm::StringRef Use);
  /// Copies values to targets as if at once: sources may be targets too.
  void copy(llvm::ArrayRef<Operand> From, llvm::ArrayRef<Dest> To);
  /// True if what ops say of themselves holds for this grid.
  bool factsHold() const { return FactsHold; }
  /// Stops the launch with an error at a location.
  void fail(Location Loc, const llvm::Twine &Message);
  bool stopped() const { return Stopped; }
  llvm::Error takeError();

private:
  /// Stops the launch if someone asked for it; called before every op.
  void pollCancel(unsigned Lanes);

  const Program &P;
  const LaunchParams &Launch;
  Checker *Check;
  std::vector<uint64_t> Lanes;
  std::vector<Shadow> Shadows;
  std::vector<uint64_t> Scratch;
  std::vector<Shadow> ShadowScratch;
  std::vector<uint8_t> Shared;
  ThreadRaces Races;
  AsyncCopies Copies;
  std::array<uint32_t, 3> ProgramId = {};
  /// Lanes computed since the last poll of the launching thread's signals.
  uint64_t LanesSincePoll = 0;
  bool FactsHold;
  bool Stopped = false;
  std::string Message;
};

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_MACHINE_H
