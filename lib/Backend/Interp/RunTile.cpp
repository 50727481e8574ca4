//===- RunTile.cpp - Ops that make and reshape tiles ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Machine.h"
#include <algorithm>

using namespace mt;
using namespace mt::interp;

static int64_t intAttr(const Instr &I, llvm::StringRef Name) {
  return I.Attrs.get(Name).asInt();
}

void interp::runProgramId(Machine &M, const Instr &I) {
  std::fill_n(M.lanes(I.Results[0].Dst), M.threads(),
              M.programId(intAttr(I, "axis")));
}

void interp::runNumPrograms(Machine &M, const Instr &I) {
  std::fill_n(M.lanes(I.Results[0].Dst), M.threads(),
              M.numPrograms(intAttr(I, "axis")));
}

void interp::runArange(Machine &M, const Instr &I) {
  uint64_t *Out = M.lanes(I.Results[0].Dst);
  uint64_t Start = intAttr(I, "start");
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R)
      *Out++ = truncateTo(I.resultElement(), Start + R);
}

void interp::runZeros(Machine &M, const Instr &I) {
  Slot Out = I.Results[0].Dst;
  std::fill_n(M.lanes(Out), Out.Lanes, 0);
  if (M.checker())
    std::fill_n(M.shadows(Out), Out.Lanes, Shadow());
}

/// Some value that is unlikely to look right.
void interp::runEmpty(Machine &M, const Instr &I) {
  Slot Out = I.Results[0].Dst;
  uint64_t Pattern = truncateTo(I.resultElement(), 0xcdcdcdcdcdcdcdcd);
  if (I.resultElement().isBool())
    Pattern = 0;
  std::fill_n(M.lanes(Out), Out.Lanes, Pattern);
  if (M.checker())
    std::fill_n(M.shadows(Out), Out.Lanes, Shadow{0, I.Id + 1});
}

void interp::runBroadcast(Machine &M, const Instr &I) {
  size_t Out = I.Results[0].Dst.Offset;
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out) {
      size_t From = I.Operands[0].lane(T, R);
      M.lane(Out) = M.lane(From);
      if (M.checker())
        M.shadow(Out) = M.shadow(From);
    }
}
