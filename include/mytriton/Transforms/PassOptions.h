//===- PassOptions.h - Options of a pass in a pipeline ----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `unroll<factor=4;full>`: a row of PassRegistry.def lists the options of its
// pass, the pipeline parser checks and fills them, the pass's constructor
// reads them.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_PASSOPTIONS_H
#define MYTRITON_TRANSFORMS_PASSOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mt {

/// Declares one option of a pass.
struct PassOption {
  enum class Kind : uint8_t { Flag, Integer, String };
  llvm::StringRef Name;
  Kind K = Kind::Flag;
  llvm::StringRef Doc;
  int64_t IntDefault = 0; ///< of a flag or an integer
  llvm::StringRef StringDefault;

  /// `name` switches it on, `no-name` off.
  static PassOption flag(llvm::StringRef Name, bool Default,
                         llvm::StringRef Doc) {
    return {Name, Kind::Flag, Doc, Default, {}};
  }
  /// `name=4`
  static PassOption integer(llvm::StringRef Name, int64_t Default,
                            llvm::StringRef Doc) {
    return {Name, Kind::Integer, Doc, Default, {}};
  }
  /// `name=text`; the text holds none of `;<>(),`.
  static PassOption string(llvm::StringRef Name, llvm::StringRef Default,
                           llvm::StringRef Doc) {
    return {Name, Kind::String, Doc, 0, Default};
  }
};

/// The values one mention of a pass in a pipeline has.
class PassOptions {
public:
  PassOptions() = default;
  /// All defaults.
  explicit PassOptions(llvm::ArrayRef<PassOption> Declared);

  /// Reads `a=1;flag;no-other`. On failure the error names the option, and
  /// Offset is where in Text it stands.
  llvm::Error parse(llvm::StringRef Text, size_t &Offset);

  /// Values by name; asserts that the option was declared with this kind.
  bool flag(llvm::StringRef Name) const;
  int64_t integer(llvm::StringRef Name) const;
  llvm::StringRef string(llvm::StringRef Name) const;

  /// Prints `<a=1;flag>` with what differs from the defaults, or nothing.
  void print(llvm::raw_ostream &OS) const;

private:
  struct Value {
    PassOption Declared;
    int64_t Int = 0;
    std::string Text;
  };
  const Value &get(llvm::StringRef Name, PassOption::Kind K) const;
  llvm::Error parseOne(llvm::StringRef Item);
  llvm::SmallVector<Value, 2> Values;
};

} // namespace mt

#endif // MYTRITON_TRANSFORMS_PASSOPTIONS_H
