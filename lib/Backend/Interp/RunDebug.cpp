//===- RunDebug.cpp - Asserts and prints ----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Handlers.h"
#include "Machine.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

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
        return M.fail(I.Loc,
                      "assertion failed: " + I.Attrs.get("message").asString());
    }
}

static void printValue(llvm::raw_ostream &OS, Type Element, uint64_t Bits,
                       bool Hex) {
  if (Hex || Element.isPointer()) {
    unsigned Digits = std::max(1u, Element.bitWidth() / 4);
    OS << "0x" << llvm::format_hex_no_prefix(Bits, Digits);
  } else if (Element.isFloat()) {
    OS << llvm::format("%f", bitsToDouble(Bits, Element));
  } else if (Element.isSigned()) {
    OS << extendFrom(Element, Bits);
  } else {
    OS << Bits;
  }
}

/// A tile as nested brackets, rows of eight.
static void printTile(llvm::raw_ostream &OS, Machine &M, const Operand &V,
                      bool Hex) {
  Type Element = V.Ty.elementType();
  if (V.Ty.isScalar())
    return printValue(OS, Element, M.lane(V.Src.Offset), Hex);
  OS << '[';
  for (unsigned R = 0; R != V.Src.Lanes; ++R) {
    if (R)
      OS << (R % 8 ? ", " : ",\n ");
    printValue(OS, Element, M.lane(V.Src.Offset + R), Hex);
  }
  OS << ']';
}

/// One text per program, written at once so that lines do not mix.
void interp::runPrint(Machine &M, const Instr &I) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Attr Hex = I.Attrs.get("hex");
  bool IsHex = Hex && Hex.asBool();
  OS << '(' << M.programId(0) << ", " << M.programId(1) << ", "
     << M.programId(2) << ')' << I.Attrs.get("prefix").asString();
  bool First = true;
  for (const Operand &V : I.Operands) {
    OS << (First ? "" : " ");
    First = false;
    printTile(OS, M, V, IsHex);
  }
  OS << '\n';
  llvm::outs() << Text;
  llvm::outs().flush();
}
