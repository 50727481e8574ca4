//===- DebugText.cpp - Texts of a kernel's asserts and prints -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/DebugText.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace mt;

std::string mt::programText(const ProgramIds &Ids) {
  return "(" + std::to_string(Ids[0]) + ", " + std::to_string(Ids[1]) + ", " +
         std::to_string(Ids[2]) + ")";
}

std::string mt::textAt(Location Loc, llvm::StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  if (Loc)
    OS << Loc.file() << ':' << Loc.line() << ':' << Loc.column() << ": ";
  OS << Text;
  return Result;
}

std::string mt::assertionText(llvm::StringRef Message, const ProgramIds &Ids) {
  std::string Text = "assertion failed";
  if (!Message.empty())
    Text += ": " + Message.str();
  return Text + " [program " + programText(Ids) + "]";
}

static void printElement(llvm::raw_ostream &OS, Type Element, uint64_t Bits,
                         bool Hex) {
  if (Hex || Element.isPointer()) {
    unsigned Digits = std::max(1u, Element.bitWidth() / 4);
    OS << "0x" << llvm::format_hex_no_prefix(Bits, Digits);
  } else if (Element.isFloat()) {
    OS << llvm::format("%f", bitsToDouble(Bits, Element));
  } else if (Element.isSigned()) {
    OS << llvm::SignExtend64(Bits, Element.bitWidth());
  } else {
    OS << Bits;
  }
}

/// A tile in brackets, rows of eight.
static void printValue(llvm::raw_ostream &OS, const PrintedValue &V, bool Hex) {
  Type Element = V.Ty.elementType();
  if (V.Ty.isScalar())
    return printElement(OS, Element, V.Lane(0), Hex);
  OS << '[';
  for (uint64_t I = 0; I != V.NumLanes; ++I) {
    if (I)
      OS << (I % 8 ? ", " : ",\n ");
    printElement(OS, Element, V.Lane(I), Hex);
  }
  OS << ']';
}

std::string mt::printText(const ProgramIds &Ids, llvm::StringRef Prefix,
                          bool Hex, llvm::ArrayRef<PrintedValue> Values) {
  std::string Text = programText(Ids) + Prefix.str();
  llvm::raw_string_ostream OS(Text);
  bool First = true;
  for (const PrintedValue &V : Values) {
    OS << (First ? "" : " ");
    First = false;
    printValue(OS, V, Hex);
  }
  OS << '\n';
  return Text;
}

void mt::writePrint(llvm::StringRef Text) {
  static std::mutex Mutex;
  std::lock_guard<std::mutex> Lock(Mutex);
  llvm::outs() << Text;
  llvm::outs().flush();
}
