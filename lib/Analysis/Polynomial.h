//===- Polynomial.h - Sums of products of unknowns --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unknowns are numbered from 1. Arithmetic is exact: what would not fit in 64
// bits, or be of a degree above 4, has no result.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_ANALYSIS_POLYNOMIAL_H
#define MYTRITON_LIB_ANALYSIS_POLYNOMIAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mt {

/// A product of up to four unknowns, the highest number first; 1 if empty.
class Monomial {
public:
  Monomial() = default;
  explicit Monomial(unsigned Unknown) : Key(uint64_t(Unknown) << 48) {}

  bool isOne() const { return Key == 0; }
  auto operator<=>(const Monomial &) const = default;
  unsigned factor(unsigned I) const { return Key >> (48 - 16 * I) & 0xffff; }
  unsigned highest() const { return factor(0); }
  unsigned degree() const;
  std::optional<Monomial> times(Monomial Other) const;
  /// Q with Q * By == *this; nothing if there is none.
  std::optional<Monomial> divided(Monomial By) const;
  uint64_t key() const { return Key; }

private:
  static Monomial of(llvm::ArrayRef<unsigned> Sorted);
  uint64_t Key = 0;
};

class Polynomial {
public:
  struct Term {
    Monomial M;
    int64_t C;
    bool operator==(const Term &) const = default;
  };

  Polynomial() = default;
  explicit Polynomial(int64_t Constant) {
    if (Constant)
      Terms.push_back({Monomial(), Constant});
  }
  static Polynomial unknown(unsigned U) {
    Polynomial P;
    P.Terms.push_back({Monomial(U), 1});
    return P;
  }

  /// Terms with the highest unknowns first; the constant, if not 0, last.
  llvm::ArrayRef<Term> terms() const { return Terms; }
  bool operator==(const Polynomial &) const = default;
  std::optional<int64_t> asConstant() const;
  int64_t constantTerm() const;
  /// The highest unknown; 0 in a constant.
  unsigned highest() const {
    return Terms.empty() ? 0 : Terms.front().M.highest();
  }
  /// Greatest common divisor of the coefficients but the constant; 0 if there
  /// are none.
  int64_t content() const;

  /// Adds a term; false if that has no result.
  bool add(Monomial M, int64_t C);
  /// Adds P * M * C; false if that has no result.
  bool addScaled(const Polynomial &P, Monomial M, int64_t C);
  /// All terms divided by D > 0, the constant rounded down; D divides the
  /// others.
  Polynomial dividedFloor(int64_t D) const;
  /// The simplest polynomial that is at most 0 exactly where this one is: kQ +
  /// c is where Q + c / k, rounded up, is.
  Polynomial reduced() const;

private:
  llvm::SmallVector<Term, 4> Terms;
};

std::optional<Polynomial> sum(const Polynomial &A, const Polynomial &B,
                              int64_t Scale = 1);
std::optional<Polynomial> product(const Polynomial &A, const Polynomial &B);

} // namespace mt

#endif // MYTRITON_LIB_ANALYSIS_POLYNOMIAL_H
