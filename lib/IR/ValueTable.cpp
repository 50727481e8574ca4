//===- ValueTable.cpp - Names of values while parsing ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueTable.h"

using namespace mt;

ValueTable::Entry &ValueTable::lookupSlow(const Token &T) {
  // Growing must not turn a number that so far was a name into an index, so
  // the bound never changes.
  if (T.IsNumbered && T.Number <= MaxNumber) {
    size_t Size = std::max<size_t>(T.Number + 1, Numbered.size() * 2);
    Numbered.resize(std::min<size_t>(Size, MaxNumber + 1));
    return Numbered[T.Number];
  }
  auto [It, New] = Named.try_emplace(T.text(), NamedEntries.size());
  if (New)
    NamedEntries.emplace_back();
  return NamedEntries[It->second];
}

void ValueTable::closeScope(size_t Mark) {
  for (size_t I = Mark, E = Log.size(); I != E; ++I) {
    Entry &Each = logged(Log[I]);
    if (Each.S == Visible)
      Each.S = Closed;
  }
  Log.resize(Mark);
}

void ValueTable::clear() {
  size_t Used = std::min<size_t>(MaxUsed + 1, Numbered.size());
  std::fill(Numbered.begin(), Numbered.begin() + Used, Entry());
  MaxUsed = 0;
  Log.clear();
  Named.clear();
  NamedEntries.clear();
}
