//===- UnusedOps.cpp - Leaving out what nothing uses ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the last line to the first: values are defined before they are used, and
// what a region's next round takes stands in its last line.
//
//===----------------------------------------------------------------------===//

#include "UnusedOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

static bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// The name behind the `%` at the start of Text.
static StringRef nameAt(StringRef Text) {
  return Text.drop_front().take_while(isNamePart);
}

/// True if an op, named at the start of Text, does nothing but compute.
static bool isPure(StringRef Text) {
  if (Text.starts_with("arith.") || Text.starts_with("math.") ||
      Text.starts_with("vector.insert ") || Text.starts_with("vector.extract "))
    return true;
  StringRef Op = Text.take_until([](char C) { return C == ' '; });
  return Op == "llvm.getelementptr" || Op == "llvm.bitcast" ||
         Op == "llvm.extractvalue" || Op == "llvm.insertvalue" ||
         Op == "llvm.ptrtoint" || Op == "llvm.inttoptr";
}

/// The name a pure line defines; empty if the line must stay.
static StringRef droppableName(StringRef Line) {
  StringRef Text = Line.ltrim(' ');
  if (!Text.starts_with("%"))
    return "";
  StringRef Name = nameAt(Text);
  StringRef Rest = Text.drop_front(Name.size() + 1);
  if (!Rest.consume_front(" = ") || !isPure(Rest))
    return "";
  return Name;
}

static void addNames(StringRef Line, llvm::DenseSet<StringRef> &Used) {
  for (size_t At = Line.find('%'); At != StringRef::npos;
       At = Line.find('%', At + 1))
    Used.insert(nameAt(Line.drop_front(At)));
}

std::string mlirtext::dropUnusedOps(StringRef Text) {
  llvm::SmallVector<StringRef, 0> Lines;
  Text.split(Lines, '\n');
  llvm::DenseSet<StringRef> Used;
  llvm::SmallVector<bool, 0> Kept(Lines.size());
  for (size_t I = Lines.size(); I-- != 0;) {
    StringRef Name = droppableName(Lines[I]);
    Kept[I] = Name.empty() || Used.contains(Name);
    if (Kept[I])
      addNames(Lines[I], Used);
  }
  std::string Result;
  Result.reserve(Text.size());
  for (size_t I = 0; I != Lines.size(); ++I)
    if (Kept[I])
      (Result += Lines[I]) += I + 1 != Lines.size() ? "\n" : "";
  return Result;
}
