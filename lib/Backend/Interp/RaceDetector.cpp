//===- RaceDetector.cpp - Which program touched what ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceDetector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mt;
using namespace mt::interp;

RaceDetector::RaceDetector(llvm::ArrayRef<ArrayExtent> Arrays,
                           unsigned Granule) {
  std::vector<ArrayExtent> Sorted;
  for (const ArrayExtent &A : Arrays)
    if (A.Base && A.Bytes)
      Sorted.push_back(A);
  llvm::sort(Sorted, [](const ArrayExtent &A, const ArrayExtent &B) {
    return A.Base < B.Base;
  });
  for (size_t I = 0; I != Sorted.size();) {
    uint64_t Begin = Sorted[I].Base, End = Begin + Sorted[I].Bytes;
    unsigned Piece = Granule;
    for (++I; I != Sorted.size() && Sorted[I].Base < End; ++I) {
      End = std::max(End, Sorted[I].Base + Sorted[I].Bytes);
      // Views at odd distances share no grid of larger pieces.
      if ((Sorted[I].Base - Begin) % Granule)
        Piece = 1;
    }
    addRegion(Begin, End, Piece);
  }
}

void RaceDetector::addRegion(uint64_t Begin, uint64_t End, unsigned Granule) {
  size_t N = (End - Begin + Granule - 1) / Granule;
  Region R{Begin, End, Granule, nullptr};
  R.Pieces.reset(static_cast<Piece *>(std::calloc(N, sizeof(Piece))));
  if (R.Pieces)
    Regions.push_back(std::move(R));
}

RaceDetector::Region *RaceDetector::find(uint64_t Address) {
  auto It =
      llvm::upper_bound(Regions, Address, [](uint64_t A, const Region &R) {
        return A < R.Begin;
      });
  if (It == Regions.begin() || Address >= std::prev(It)->End)
    return nullptr;
  return &*std::prev(It);
}

/// The first of two recorded programs that is not Self; nothing if none is.
static std::optional<Conflict> otherThan(uint32_t Self,
                                         const uint32_t (&Programs)[2],
                                         const uint32_t (&Instrs)[2],
                                         bool IsWrite) {
  for (unsigned I = 0; I != 2; ++I)
    if (Programs[I] && Programs[I] != Self)
      return Conflict{Programs[I] - 1, Instrs[I], IsWrite};
  return std::nullopt;
}

/// Remembers up to two different programs.
static void remember(uint32_t Self, uint32_t Instr, uint32_t (&Programs)[2],
                     uint32_t (&Instrs)[2]) {
  for (unsigned I = 0; I != 2; ++I) {
    if (Programs[I] == Self)
      return;
    if (Programs[I])
      continue;
    Programs[I] = Self;
    Instrs[I] = Instr;
    return;
  }
}

std::optional<Conflict> RaceDetector::findConflict(const Piece &P,
                                                   const RaceAccess &A) {
  uint32_t Self = A.Program + 1;
  if (P.Writer && P.Writer != Self)
    return Conflict{P.Writer - 1, P.WriterInstr, true};
  std::optional<Conflict> Found;
  if (!A.IsAtomic)
    Found = otherThan(Self, P.Atomics, P.AtomicInstrs, true);
  if (!Found && A.IsWrite)
    Found = otherThan(Self, P.Readers, P.ReaderInstrs, false);
  return Found;
}

std::optional<Conflict> RaceDetector::touch(Piece &P, const RaceAccess &A) {
  std::optional<Conflict> Found = findConflict(P, A);
  uint32_t Self = A.Program + 1;
  if (A.IsAtomic) {
    remember(Self, A.Instr, P.Atomics, P.AtomicInstrs);
  } else if (A.IsWrite) {
    P.Writer = Self;
    P.WriterInstr = A.Instr;
  } else {
    remember(Self, A.Instr, P.Readers, P.ReaderInstrs);
  }
  return Found;
}

std::optional<Conflict> RaceDetector::record(const RaceAccess &A) {
  Region *R = find(A.Address);
  if (!R)
    return std::nullopt;
  uint64_t Last = std::min(A.Address + A.Bytes, R->End) - 1;
  std::optional<Conflict> Found;
  for (uint64_t I = (A.Address - R->Begin) / R->Granule,
                E = (Last - R->Begin) / R->Granule;
       I <= E; ++I)
    if (std::optional<Conflict> C = touch(R->Pieces[I], A); C && !Found)
      Found = C;
  return Found;
}
