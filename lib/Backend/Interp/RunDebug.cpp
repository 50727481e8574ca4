//===- RunDebug.cpp - Asserts and prints ----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Handlers.h"
#include "Machine.h"
#include "mytriton/Backend/DebugText.h"
#include <functional>

using namespace mt;
using namespace mt::interp;

void interp::runAssert(Machine &M, const Instr &I) {
  const Operand &Condition = I.Operands[0], &Mask = I.Operands[1];
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R) {
      if (Mask && !M.lane(Mask.lane(T, R)))
        continue;
      size_t Lane = Condition.lane(T, R);
      if (M.checker() && M.shadow(Lane).Origin)
        M.checker()->undefinedUse(I, "the asserted condition", {T, R},
                                  M.shadow(Lane));
      if (!M.lane(Lane))
        return M.fail(I.Loc, assertionText(I.Attrs.get("message").asString(),
                                           M.programIds()));
    }
}

void interp::runPrint(Machine &M, const Instr &I) {
  std::vector<std::function<uint64_t(uint64_t)>> Readers;
  for (const Operand &V : I.Operands)
    Readers.push_back([&](uint64_t R) { return M.lane(V.Src.Offset + R); });
  llvm::SmallVector<PrintedValue, 4> Values;
  for (auto [V, Read] : llvm::zip(I.Operands, Readers))
    Values.push_back({V.Ty, V.Src.Lanes, Read});
  Attr Hex = I.Attrs.get("hex");
  writePrint(printText(M.programIds(), I.Attrs.get("prefix").asString(),
                       Hex && Hex.asBool(), Values));
}
