//===- IndexForms.h - Integers of a kernel as polynomials -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_ANALYSIS_INDEXFORMS_H
#define MYTRITON_LIB_ANALYSIS_INDEXFORMS_H

#include "Unknowns.h"
#include "mytriton/Analysis/LaunchPredicate.h"
#include "mytriton/IR/Ops.h"

namespace mt {

using MaybePolynomial = std::optional<Polynomial>;

/// The integers of one kernel, for launches that fulfil some facts.
class IndexForms {
public:
  IndexForms(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts);

  /// V in all its lanes; nothing if there is no room for more unknowns. V has a
  /// signed integer type.
  MaybePolynomial of(Value *V);
  static bool isSigned(Value *V) {
    return V->type().elementType().isInteger() &&
           V->type().elementType().isSigned();
  }
  const Unknowns &unknowns() const { return All; }

private:
  void addParameters(llvm::ArrayRef<LaunchPredicate> Facts);
  void addGrid(llvm::ArrayRef<LaunchPredicate> Facts);
  MaybePolynomial tiles(const LaunchPredicate &P);

  MaybePolynomial compute(Op *O);
  MaybePolynomial computeArith(Op *O);
  MaybePolynomial opaque(Value *V);
  MaybePolynomial counter(ForOp *For);
  void addTileBounds(const Polynomial &X, const Polynomial &Y,
                     Unknown &U) const;
  MaybePolynomial quotient(const Polynomial &X, const Polynomial &Y);
  MaybePolynomial remainder(const Polynomial &X, const Polynomial &Y);
  MaybePolynomial extremum(const Polynomial &A, const Polynomial &B,
                           bool IsLeast);
  MaybePolynomial renamed(const Polynomial &P);
  unsigned renamed(unsigned X, llvm::DenseMap<unsigned, unsigned> &Names);
  MaybePolynomial add(Unknown U) {
    if (All.isFull())
      return std::nullopt;
    return Polynomial::unknown(All.add(std::move(U)));
  }
  bool isPositive(const Polynomial &P) const {
    return All.atMost(Polynomial(1), P);
  }
  bool isNonNegative(const Polynomial &P) const {
    return All.atMost(Polynomial(), P);
  }
  bool fits(const Polynomial &P, Type T) const;

  Unknowns All;
  llvm::DenseMap<Value *, MaybePolynomial> Known;
  /// Quotients made so far: equal ones are one unknown.
  struct Quotient {
    Polynomial X, Y;
    MaybePolynomial Value;
  };
  llvm::SmallVector<Quotient, 4> Quotients;
  /// Numbers of tiles that a fact is about: likely bounds of quotients.
  llvm::SmallVector<Polynomial, 2> TileCounts;
  MaybePolynomial Grid[3], ProgramId[3];
  unsigned Depth = 0;
  Kernel &K;
};

} // namespace mt

#endif // MYTRITON_LIB_ANALYSIS_INDEXFORMS_H
