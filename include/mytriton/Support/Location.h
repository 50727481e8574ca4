//===- Location.h - Source positions and ranges ------------------*- C++
//-*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Location names a range of one source file and, for inlined code, the call
// it was inlined at. It is two words, because every op carries one.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_SUPPORT_LOCATION_H
#define MYTRITON_SUPPORT_LOCATION_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class raw_ostream;
}

namespace mt {

class LocationScope;

/// A range of source text. Lines and columns start at 1; 0 means unknown.
///
/// Limits of the packed form: 2^24-1 lines, columns up to 65535 and ranges of
/// up to 255 lines; larger values saturate, which only shortens a caret.
class Location {
public:
  /// The unknown location.
  Location() = default;

  /// The range from Line:Col up to and including EndLine:EndCol. EndLine 0
  /// means a single point.
  Location(const LocationScope *Scope, unsigned Line, unsigned Col,
           unsigned EndLine = 0, unsigned EndCol = 0);

  /// True if a file is known.
  explicit operator bool() const { return Scope != nullptr; }
  bool operator==(const Location &) const = default;

  /// The scope (file and call chain), null if unknown.
  const LocationScope *scope() const { return Scope; }
  /// The file name as the user gave it, empty if unknown.
  llvm::StringRef file() const;
  unsigned line() const { return Packed & 0xffffff; }
  unsigned column() const { return (Packed >> 24) & 0xffff; }
  /// Last line of the range; the first one for a point.
  unsigned endLine() const { return line() + ((Packed >> 40) & 0xff); }
  /// Last column of the range, 0 for a point.
  unsigned endColumn() const { return Packed >> 48; }
  bool isRange() const { return endColumn() != 0; }
  /// The location of the call this code was inlined at; unknown if none.
  Location callSite() const;

  /// The same range in another scope (used when a call is inlined).
  Location inScope(const LocationScope *NewScope) const;

  /// Prints `"file":l:c [to l:c]` or `callsite(place at place)`, the form the
  /// textual IR reads back; `unknown` without a file.
  void print(llvm::raw_ostream &OS) const;

private:
  const LocationScope *Scope = nullptr;
  uint64_t Packed = 0; // line:24 column:16 line count:8 end column:16
};

/// A file and the call chain that leads to it. Uniqued and owned by Context
/// (`Context::getScope`), so scopes compare by address.
class LocationScope {
public:
  LocationScope(llvm::StringRef File, Location CallSite)
      : File(File), CallSite(CallSite) {}

  /// The file's name; storage belongs to the Context.
  llvm::StringRef File;
  /// Where the code of this scope was inlined; unknown for top-level code.
  Location CallSite;
};

} // namespace mt

#endif // MYTRITON_SUPPORT_LOCATION_H
