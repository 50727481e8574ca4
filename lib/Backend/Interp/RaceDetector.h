//===- RaceDetector.h - Which program touched what --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs run one after the other, so a conflict is found by remembering who
// wrote and who read each piece of an array. A piece is as large as the
// smallest element the kernel accesses.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_RACEDETECTOR_H
#define MYTRITON_LIB_BACKEND_INTERP_RACEDETECTOR_H

#include "mytriton/Backend/Target.h"
#include <cstdlib>
#include <vector>

namespace mt::interp {

/// An access by the running program.
struct RaceAccess {
  uint64_t Address;
  unsigned Bytes;
  uint32_t Program; ///< linear index
  uint32_t Instr;
  bool IsWrite;
  bool IsAtomic; ///< conflicts with plain accesses only
};

/// The earlier access, by another program, that conflicts.
struct Conflict {
  uint32_t Program;
  uint32_t Instr;
  bool WasWrite;
};

class RaceDetector {
public:
  /// Watches the arrays (which may overlap) in pieces of Granule bytes.
  RaceDetector(llvm::ArrayRef<ArrayExtent> Arrays, unsigned Granule);

  /// Records an access and returns the conflict it makes, if any.
  std::optional<Conflict> record(const RaceAccess &A);

private:
  /// Programs are stored as index + 1; 0 = none. Two different readers are
  /// enough to know whether some reader is not the writing program.
  struct Piece {
    uint32_t Writer, WriterInstr;
    uint32_t Readers[2], ReaderInstrs[2];
    uint32_t Atomics[2], AtomicInstrs[2];
  };
  struct FreeDeleter {
    void operator()(void *P) const { std::free(P); }
  };
  struct Region {
    uint64_t Begin, End;
    unsigned Granule;
    /// From calloc, so that untouched parts cost no memory.
    std::unique_ptr<Piece[], FreeDeleter> Pieces;
  };

  void addRegion(uint64_t Begin, uint64_t End, unsigned Granule);
  Region *find(uint64_t Address);
  static std::optional<Conflict> touch(Piece &P, const RaceAccess &A);
  static std::optional<Conflict> findConflict(const Piece &P,
                                              const RaceAccess &A);

  std::vector<Region> Regions; // sorted, disjoint
};

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_RACEDETECTOR_H
