//===- IntegerOps.h - Integer ops as LLVM IR --------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every target that goes through LLVM emits alike. All of it works on
// scalars and on vectors: the number of lanes is that of the operands.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_LLVM_INTEGEROPS_H
#define MYTRITON_LIB_BACKEND_LLVM_INTEGEROPS_H

#include "mytriton/IR/OpInfo.h"
#include "mytriton/IR/Types.h"
#include "llvm/IR/IRBuilder.h"

namespace mt {

/// Emits ops on integers, bools and bits. Integers wrap and never trap: a
/// divisor that would is replaced by 1.
class IntegerOps {
public:
  using V = llvm::Value *;
  explicit IntegerOps(llvm::IRBuilderBase &B) : B(B) {}

  /// The result of Kind on integers or pointers of type Element.
  V emit(OpKind Kind, Type Element, llvm::ArrayRef<V> Ops);
  V emitBool(OpKind Kind, llvm::ArrayRef<V> Ops);

  /// `div` or `mod`, by LLVM's own instruction.
  V divide(OpKind Kind, bool Signed, V L, V R);
  /// R, or 1 where dividing L by R would trap.
  V safeDivisor(bool Signed, V L, V R);
  /// True for a literal divisor that traps with no dividend.
  static bool isHarmless(V R);

  /// How often a `for` runs, as u64, from bounds and step extended to 64 bits:
  /// computed where nothing can wrap.
  V tripCount(bool Signed, V Lb, V Ub, V Step);

  /// The integer Bits in the type and lanes of Like.
  static llvm::Constant *constantLike(V Like, uint64_t Bits);
  /// `Scalar` with as many lanes as Like.
  static llvm::Type *lanesOf(llvm::Type *Scalar, llvm::Type *Like);

private:
  llvm::IRBuilderBase &B;
};

/// LLVM's predicate for a comparison of floats, if Kind is one.
std::optional<llvm::CmpInst::Predicate> floatComparison(OpKind Kind);

/// LLVM's constant of the bits of C in type Ty.
llvm::Constant *literalOf(llvm::Type *Ty, uint64_t Bits);

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_LLVM_INTEGEROPS_H
