//===- Checker.cpp - Finds faults of a running kernel ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

using namespace mt;
using namespace mt::interp;
using llvm::Twine;

Checker::Checker(const Program &P, const LaunchParams &Launch,
                 DiagnosticEngine &Diags)
    : P(P), Launch(Launch), Diags(Diags),
      Races(Launch.Extents, P.smallestAccess()) {}

void Checker::beginProgram(const std::array<uint32_t, 3> &NewId) {
  const Grid &G = Launch.Programs;
  Id = NewId;
  Index = (uint64_t(Id[2]) * G.Y + Id[1]) * G.X + Id[0];
}

//===----------------------------------------------------------------------===//
// Wording
//===----------------------------------------------------------------------===//

std::string Checker::programName(uint64_t Of) const {
  const Grid &G = Launch.Programs;
  return ("program (" + Twine(Of % G.X) + ", " + Twine(Of / G.X % G.Y) + ", " +
          Twine(Of / G.X / G.Y) + ")")
      .str();
}

std::string Checker::place(const Instr &I, LanePlace At) const {
  std::string R = programName(Index);
  if (P.threads() != 1)
    R += (", thread " + Twine(At.Thread)).str();
  if (I.Shape.empty())
    return R;
  // The lane's coordinates in the tile.
  llvm::SmallVector<int64_t, 4> Coords(I.Shape.size());
  uint64_t Rest = At.Register;
  for (size_t D = I.Shape.size(); D-- != 0; Rest /= I.Shape[D])
    Coords[D] = Rest % I.Shape[D];
  R += P.threads() != 1 ? ", register " : ", lane ";
  for (size_t D = 0; D != Coords.size(); ++D)
    R += ((D ? ", " : Coords.size() > 1 ? "[" : "") + Twine(Coords[D])).str();
  return Coords.size() > 1 ? R + "]" : R;
}

std::string Checker::element(const MemoryAccess &A, unsigned Param) const {
  const std::string &Name = P.params()[Param - 1].Name;
  int64_t Offset = A.Address - Launch.Extents[Param - 1].Base;
  if (Offset % int64_t(A.Bytes))
    return ("byte " + Twine(Offset) + " of " + Name).str();
  return (Name + "[" + Twine(Offset / int64_t(A.Bytes)) + "]").str();
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

Checker::Report *Checker::add(const Instr &I, Fault Kind, unsigned Key,
                              LanePlace At) {
  auto [It, New] = Known.try_emplace({I.Id, Kind, Key}, Reports.size());
  if (!New) {
    if (It->second < Reports.size())
      ++Reports[It->second].Count;
    return nullptr;
  }
  if (Reports.size() == MaxReports) {
    It->second = MaxReports;
    ++NotShown;
    return nullptr;
  }
  Reports.emplace_back();
  Reports.back().Loc = I.Loc;
  Reports.back().Place = place(I, At);
  return &Reports.back();
}

const ArrayExtent *Checker::findArray(const MemoryAccess &A,
                                      unsigned &Param) const {
  llvm::ArrayRef<ArrayExtent> All = Launch.Extents;
  if (Param)
    return Param <= All.size() && All[Param - 1].Base ? &All[Param - 1]
                                                      : nullptr;
  for (const ArrayExtent &E : All)
    if (E.Base && A.Address - E.Base < E.Bytes) {
      Param = &E - All.begin() + 1;
      return &E;
    }
  return nullptr;
}

bool Checker::access(const Instr &I, LanePlace At, const MemoryAccess &A,
                     unsigned Param) {
  const ArrayExtent *Array = findArray(A, Param);
  if (!Array)
    return true;
  uint64_t Offset = A.Address - Array->Base;
  if (Offset <= Array->Bytes && A.Bytes <= Array->Bytes - Offset) {
    checkRace(I, At, A, Param);
    return true;
  }
  if (Report *R = add(I, Fault::OutOfBounds, Param, At))
    R->Message =
        ((A.IsWrite ? "store to " : "load of ") + Twine(element(A, Param)) +
         " is out of bounds: " + P.params()[Param - 1].Name + " has " +
         Twine(Array->Bytes / A.Bytes) +
         (Array->Bytes / A.Bytes == 1 ? " element" : " elements"))
            .str();
  return false;
}

void Checker::checkRace(const Instr &I, LanePlace At, const MemoryAccess &A,
                        unsigned Param) {
  std::optional<Conflict> C = Races.record(
      {A.Address, A.Bytes, uint32_t(Index), I.Id, A.IsWrite, A.IsAtomic});
  if (!C)
    return;
  Report *R = add(I, Fault::Race, Param, At);
  if (!R)
    return;
  std::string Other = programName(C->Program);
  R->Message = ("race between programs: " + Twine(element(A, Param)) + " is " +
                (A.IsWrite ? "written" : "read") + " here, and " +
                (C->WasWrite ? "written" : "read") + " by " + Other)
                   .str();
  R->NoteLoc = P.instrs()[C->Instr]->Loc;
  R->Note = Other + (C->WasWrite ? " writes it here" : " reads it here");
}

void Checker::undefinedUse(const Instr &I, llvm::StringRef What, LanePlace At,
                           const Shadow &S) {
  // One report per op and use: What is one of a few literals.
  unsigned Key = unsigned(llvm::hash_value(What));
  Report *R = add(I, Fault::Undefined, Key, At);
  if (!R)
    return;
  R->Message = (What + " is undefined").str();
  const Instr &Origin = *P.instrs()[S.Origin - 1];
  R->NoteLoc = Origin.Loc;
  if (Origin.Kind == OpKind::Empty)
    R->Note = "it comes from this 'empty'";
  else if (Origin.Kind == OpKind::Load)
    R->Note = "it comes from lanes of this load that are masked off and have "
              "no 'other'";
  else
    R->Note = "it comes from lanes of this atomic that are masked off";
}

void Checker::finish() {
  for (const Report &R : Reports) {
    InFlightDiagnostic D = Diags.error(R.Loc);
    D << R.Message << " (" << R.Place;
    if (R.Count > 1)
      D << "; " << R.Count - 1 << " more at this op";
    D << ")";
    if (!R.Note.empty())
      D.note(R.NoteLoc, R.Note);
  }
  if (NotShown)
    Diags.error(P.loc()) << NotShown << " more faults in kernel '" << P.name()
                         << "' are not shown";
  Reports.clear();
  Known.clear();
}
