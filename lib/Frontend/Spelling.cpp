//===- Spelling.cpp - Operators as text; spelling suggestions
//--------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builtins.h"

using namespace mt;
using llvm::StringRef;

StringRef ast::spelling(BinaryOp Op) {
  static constexpr StringRef Names[] = {"+", "-",  "*",  "/", "//", "%", "**",
                                        "@", "<<", ">>", "&", "|",  "^"};
  return Names[unsigned(Op)];
}

StringRef ast::spelling(UnaryOp Op) {
  static constexpr StringRef Names[] = {"-", "+", "~", "not"};
  return Names[unsigned(Op)];
}

StringRef ast::spelling(CompareOp Op) {
  static constexpr StringRef Names[] = {"==", "!=", "<",      "<=", ">",
                                        ">=", "is", "is not", "in", "not in"};
  return Names[unsigned(Op)];
}

void SpellingHelp::consider(StringRef Candidate) {
  unsigned Limit = Name.size() < 4 ? 1 : 2;
  if (Name.empty() || Candidate.empty())
    return;
  unsigned D = Name.edit_distance(Candidate, /*AllowReplacements=*/true, Limit);
  // Two edits are much in a short name: let them keep its first letter.
  if (D == 2 && Name.front() != Candidate.front())
    return;
  // Ties go to the first in alphabetical order, so that hash tables do not
  // decide what users read.
  if (D > Limit || D > Distance || (D == Distance && Candidate >= Best))
    return;
  Distance = D;
  Best = Candidate.str();
}

std::string SpellingHelp::suffix() const {
  return Best.empty() ? std::string() : "; did you mean '" + Best + "'?";
}
