//===- LiteralTyping.h - Types of literals left out in text -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A literal's type is written only where nothing else fixes it. This class
// says what fixes it; printer and parser both ask it, so they cannot disagree.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_LITERALTYPING_H
#define MYTRITON_LIB_IR_LITERALTYPING_H

#include "mytriton/IR/Context.h"
#include "mytriton/IR/OpInfo.h"

namespace mt {

/// Serves one op. In order of precedence a literal takes its type from the
/// result, from the first operand of its group that is no literal, from the
/// first literal of its group that spells its type.
class LiteralTyping {
public:
  /// Known holds the type of each operand that is neither a literal nor
  /// `none`, null for those. Outer is what the enclosing op (or func) expects
  /// of a terminator.
  LiteralTyping(Context &Ctx, const OpInfo &Info, llvm::ArrayRef<Type> Known,
                llvm::ArrayRef<Type> Results, llvm::ArrayRef<Type> Outer);

  /// The type of an untyped literal at operand I; null if nothing fixes it.
  Type at(unsigned I) const;
  /// Tells that operand I has type T, spelt or known.
  void fix(unsigned I, Type T);

private:
  Type variadicAt(unsigned I) const;

  Context &Ctx;
  const OpInfo &Info;
  llvm::ArrayRef<Type> Results;
  llvm::ArrayRef<Type> Outer;
  Type Element, Pointee, Integer;
};

class Block;
/// What a terminator at the end of B passes on: the types of the enclosing
/// op's results or of the func's. Types receives them.
void getOuterTypes(Block &B, llvm::SmallVectorImpl<Type> &Types);

} // namespace mt

#endif // MYTRITON_LIB_IR_LITERALTYPING_H
