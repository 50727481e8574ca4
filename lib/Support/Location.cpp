//===- Location.cpp - Source positions and ranges
//--------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Support/Location.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace mt;

Location::Location(const LocationScope *Scope, unsigned Line, unsigned Col,
                   unsigned EndLine, unsigned EndCol)
    : Scope(Scope) {
  uint64_t L = std::min(Line, 0xffffffu), C = std::min(Col, 0xffffu);
  uint64_t Lines = EndLine > Line ? std::min(EndLine - Line, 255u) : 0;
  Packed =
      L | C << 24 | Lines << 40 | uint64_t(std::min(EndCol, 0xffffu)) << 48;
}

llvm::StringRef Location::file() const {
  return Scope ? Scope->File : llvm::StringRef();
}

Location Location::callSite() const {
  return Scope ? Scope->CallSite : Location();
}

Location Location::inScope(const LocationScope *NewScope) const {
  Location Result = *this;
  Result.Scope = NewScope;
  return Result;
}

void Location::print(llvm::raw_ostream &OS) const {
  if (!Scope) {
    OS << "unknown";
    return;
  }
  bool Inlined = bool(Scope->CallSite);
  if (Inlined)
    OS << "callsite(";
  OS << '"';
  OS.write_escaped(Scope->File) << "\":" << line() << ':' << column();
  if (isRange())
    OS << " to " << endLine() << ':' << endColumn();
  if (Inlined) {
    OS << " at ";
    Scope->CallSite.print(OS);
    OS << ')';
  }
}
