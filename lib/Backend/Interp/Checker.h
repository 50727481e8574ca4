//===- Checker.h - Finds faults of a running kernel -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports accesses outside the arrays of a launch, undefined values that reach
// a store, an address, a mask or a branch, and races between programs. A fault
// that many lanes or programs repeat at one op is one report with a count;
// reports appear when the launch ends, in the order they first happened.
//
// An array is what its parameter's extent says: a pointer remembers which
// parameter it came from, so running out of one array into its neighbour is a
// fault too. Memory of unknown extent is not checked.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_CHECKER_H
#define MYTRITON_LIB_BACKEND_INTERP_CHECKER_H

#include "Machine.h"
#include "RaceDetector.h"
#include <map>

namespace mt::interp {

/// A lane of a value: a register of a thread. Tile IR has one thread.
struct LanePlace {
  unsigned Thread = 0;
  unsigned Register = 0;
};

/// One access to memory.
struct MemoryAccess {
  uint64_t Address = 0;
  unsigned Bytes = 0;
  bool IsWrite = false;
  bool IsAtomic = false;
};

class Checker {
public:
  /// Distinct faults that are shown; the rest is counted.
  static constexpr unsigned MaxReports = 20;

  Checker(const Program &P, const LaunchParams &Launch,
          DiagnosticEngine &Diags);

  void beginProgram(const std::array<uint32_t, 3> &Id);
  /// Checks an access through a pointer that came from parameter Param - 1
  /// (0: not known). False if it lies outside its array.
  bool access(const Instr &I, LanePlace At, const MemoryAccess &A,
              unsigned Param);
  /// Reports that What ("the mask") of I is undefined since S.Origin.
  void undefinedUse(const Instr &I, llvm::StringRef What, LanePlace At,
                    const Shadow &S);
  /// Emits the reports.
  void finish();

private:
  enum class Fault : uint8_t { OutOfBounds, Undefined, Race };
  struct Report {
    Location Loc;
    std::string Message; ///< without place and count
    std::string Place;
    Location NoteLoc;
    std::string Note; ///< empty: none
    uint64_t Count = 1;
  };

  /// The extent A belongs to: Param's, else the one that holds the address.
  /// Null if unknown.
  const ArrayExtent *findArray(const MemoryAccess &A, unsigned &Param) const;
  /// `x[12]`.
  std::string element(const MemoryAccess &A, unsigned Param) const;
  std::string place(const Instr &I, LanePlace At) const;
  std::string programName(uint64_t Index) const;
  void checkRace(const Instr &I, LanePlace At, const MemoryAccess &A,
                 unsigned Param);
  /// Counts the fault. Non-null the first time: fill it in.
  Report *add(const Instr &I, Fault Kind, unsigned Key, LanePlace At);

  const Program &P;
  const LaunchParams &Launch;
  DiagnosticEngine &Diags;
  RaceDetector Races;
  std::array<uint32_t, 3> Id = {};
  uint64_t Index = 0;
  std::vector<Report> Reports;
  std::map<std::tuple<uint32_t, Fault, unsigned>, size_t> Known;
  uint64_t NotShown = 0;
};

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_CHECKER_H
