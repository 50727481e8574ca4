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

/// The elements of one register of one thread, as a line of their own:
/// `(x, y, z)[i, j] prefix v…`.
static std::string elementText(Machine &M, const Instr &I, unsigned Thread,
                               unsigned Register) {
  unsigned Rank = I.Attrs.get("rank").asInt();
  auto Lane = [&](unsigned K) {
    return M.lane(I.Operands[K].lane(Thread, Register));
  };
  std::string Prefix;
  for (unsigned D = 1; D <= Rank; ++D)
    Prefix += (D == 1 ? "[" : ", ") + std::to_string(Lane(D));
  Prefix += Rank ? "]" : "";
  Prefix += I.Attrs.get("prefix").asString();
  std::vector<std::function<uint64_t(uint64_t)>> Readers;
  for (unsigned K = 1 + Rank; K < I.Operands.size(); ++K)
    Readers.push_back([Bits = Lane(K)](uint64_t) { return Bits; });
  llvm::SmallVector<PrintedValue, 4> Values;
  for (unsigned K = 0; K != Readers.size(); ++K)
    Values.push_back({I.ElementTypes[1 + Rank + K], 1, Readers[K]});
  Attr Hex = I.Attrs.get("hex");
  return printText(M.programIds(), Prefix, Hex && Hex.asBool(), Values);
}

void interp::runPrintElements(Machine &M, const Instr &I) {
  const Operand &Mask = I.Operands[0];
  unsigned Registers = 1;
  for (const Operand &V : I.Operands)
    Registers = std::max(Registers, V ? V.Src.Lanes : 1);
  std::string Text;
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != Registers; ++R)
      if (!Mask || M.lane(Mask.lane(T, R)))
        Text += elementText(M, I, T, R);
  writePrint(Text);
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
