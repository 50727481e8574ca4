//===- Builtins.h - Functions kernels may call ------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_BUILTINS_H
#define MYTRITON_LIB_FRONTEND_BUILTINS_H

#include "SemaValue.h"
#include "llvm/ADT/StringRef.h"

namespace mt {

class Sema;
struct BoundCall;

enum class BuiltinId : uint8_t {
#define MT_BUILTIN(Id, ...) Id,
#include "Builtins.def"
};

enum BuiltinFlags : uint16_t {
  BF_Language = 1,
  BF_Member = 2,
  BF_LibDevice = 4,
  BF_Triton = 8,
  BF_Python = 16,
  BF_Variadic = 32,
  BF_Pack = 64,
  BF_Descriptor = 128,
  BF_BlockPointer = 256,
};

/// One row of Builtins.def.
struct Builtin {
  static constexpr unsigned MaxParams = 10;

  BuiltinId Id;
  llvm::StringLiteral Name;
  uint16_t Flags;
  OpKind Op;
  uint8_t Required;
  uint8_t NumParams;
  SemaValue (Sema::*Handler)(const BoundCall &Call);
  const char *Params[MaxParams];
};

/// A call with its arguments in the order of the parameters.
struct BoundCall {
  const Builtin &Function;
  /// As errors call the function: `tl.load`.
  llvm::StringRef Name;
  ast::SourceRange Range;
  /// One per parameter; Absent where left out. Variadic: all positional ones.
  llvm::ArrayRef<SemaValue> Args;
  /// Places of the arguments; the call's own where left out.
  llvm::ArrayRef<ast::SourceRange> Ranges;

  SemaValue operator[](unsigned I) const { return Args[I]; }
};

/// The function Name among those with one of Flags; null if there is none.
const Builtin *findBuiltin(llvm::StringRef Name, uint16_t Flags);

/// Calls Fn with every name that findBuiltin(…, Flags) knows.
void forEachBuiltin(uint16_t Flags,
                    llvm::function_ref<void(llvm::StringRef)> Fn);

/// The known name nearest to Name; empty if none is near.
class SpellingHelp {
public:
  explicit SpellingHelp(llvm::StringRef Name) : Name(Name) {}
  void consider(llvm::StringRef Candidate);
  /// `; did you mean 'x'?`, or nothing.
  std::string suffix() const;

private:
  llvm::StringRef Name;
  std::string Best;
  unsigned Distance = ~0u;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_BUILTINS_H
