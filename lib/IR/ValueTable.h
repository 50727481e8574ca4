//===- ValueTable.h - Names of values while parsing -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `%12` is found by indexing, any other name by hashing. A scope is a mark in
// the log of definitions; closing it hides what was defined since.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_VALUETABLE_H
#define MYTRITON_LIB_IR_VALUETABLE_H

#include "Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <deque>
#include <vector>

namespace mt {

class Value;

class ValueTable {
public:
  enum State : uint8_t {
    Unknown,   ///< never mentioned
    Visible,   ///< defined; usable here
    Closed,    ///< defined in a scope that has ended
    Poisoned,  ///< its definition was faulty, which has been reported
    Undefined, ///< used without definition, which has been reported
  };

  struct Entry {
    Value *V = nullptr;
    /// Offset of the definition; for Undefined, number of the report.
    uint32_t Where = 0;
    State S = Unknown;
  };

  explicit ValueTable(llvm::StringRef Text)
      : Base(Text.begin()), MaxNumber(Text.size() / 4 + 64) {
    // About one value per line; growing would copy.
    Numbered.reserve(Text.size() / 32);
    Log.reserve(Text.size() / 32);
  }

  /// The entry of a Value token, made if new.
  Entry &lookup(const Token &T) {
    if (T.IsNumbered && T.Number < Numbered.size())
      return Numbered[T.Number];
    return lookupSlow(T);
  }
  /// Makes T mean V (or, with Poisoned, nothing usable) from here on.
  void define(const Token &T, Entry &E, Value *V, State S) {
    E.V = V;
    E.Where = T.Begin - Base;
    E.S = S;
    if (T.IsNumbered && T.Number < Numbered.size()) {
      MaxUsed = std::max(MaxUsed, T.Number);
      Log.push_back(T.Number);
    } else {
      Log.push_back(NamedBit | Named.find(T.text())->second);
    }
  }
  /// Remembers that report number Report is about T, which has no definition.
  void markUndefined(const Token &T, Entry &E, uint32_t Report) {
    E.S = Undefined;
    E.Where = Report;
    if (T.IsNumbered && T.Number < Numbered.size())
      MaxUsed = std::max(MaxUsed, T.Number);
  }
  const char *definition(const Entry &E) const { return Base + E.Where; }

  size_t openScope() const { return Log.size(); }
  /// Hides what was defined since openScope returned Mark.
  void closeScope(size_t Mark);
  /// Forgets everything.
  void clear();

private:
  static constexpr uint32_t NamedBit = 1u << 31;
  Entry &lookupSlow(const Token &T);
  Entry &logged(uint32_t Id) {
    return Id & NamedBit ? NamedEntries[Id & ~NamedBit] : Numbered[Id];
  }

  const char *Base;
  /// Numbers that no dense numbering of this text reaches count as names.
  size_t MaxNumber;
  std::vector<Entry> Numbered;
  uint32_t MaxUsed = 0;
  llvm::DenseMap<llvm::StringRef, uint32_t> Named;
  std::deque<Entry> NamedEntries;
  std::vector<uint32_t> Log;
};

} // namespace mt

#endif // MYTRITON_LIB_IR_VALUETABLE_H
