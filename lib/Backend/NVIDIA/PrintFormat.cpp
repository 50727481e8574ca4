//===- PrintFormat.cpp - Texts that kernels print -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/PrintFormat.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

/// Text that printf prints as it is.
static std::string plain(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text)
    Result += C == '%' ? std::string("%%") : std::string(1, C);
  return Result;
}

/// printf's directive for T.
static std::string directive(Type T, bool Hex) {
  if (Hex || T.isPointer()) {
    unsigned Digits = std::max(1u, T.bitWidth() / 4);
    return "0x%0" + std::to_string(Digits) + (T.bitWidth() == 64 ? "llx" : "x");
  }
  if (T.isFloat())
    return "%f";
  bool Wide = T.bitWidth() == 64;
  return T.isSigned() ? (Wide ? "%lld" : "%d") : (Wide ? "%llu" : "%u");
}

std::string mt::assertFormat(const AssertOp *O) {
  std::string Text;
  if (Location Loc = O->loc())
    Text = plain(Loc.file()) + ':' + std::to_string(Loc.line()) + ':' +
           std::to_string(Loc.column()) + ": ";
  Text += "assertion failed";
  if (!O->message().empty())
    Text += ": " + plain(O->message());
  return Text + " [program (%d, %d, %d)]\n";
}

std::string mt::printFormat(const PrintElementsOp *O) {
  std::string Text = "(%d, %d, %d)";
  unsigned Rank = O->rank();
  for (unsigned D = 0; D != Rank; ++D)
    Text += D ? ", %d" : "[%d";
  Text += (Rank ? "]" : "") + plain(O->prefix());
  for (unsigned I = 1 + Rank; I != O->numOperands(); ++I)
    Text += (I == 1 + Rank ? "" : " ") +
            directive(O->operand(I)->type().elementType(), O->isHex());
  return Text + '\n';
}
