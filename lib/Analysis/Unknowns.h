//===- Unknowns.h - Bounds of unknowns and proofs from them -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_ANALYSIS_UNKNOWNS_H
#define MYTRITON_LIB_ANALYSIS_UNKNOWNS_H

#include "Polynomial.h"

namespace mt {

/// Factor * Scale * X <= Limit, or >= for a lower bound, where X is the unknown
/// that has the bound, Factor is positive and Scale a product of unknowns that
/// are not negative. Limit is about earlier unknowns.
struct Bound {
  Polynomial Limit;
  int64_t Factor = 1;
  Monomial Scale = {};
};

struct Unknown {
  llvm::SmallVector<Bound, 2> Upper, Lower;
  /// X is certainly one of these, if there are any: the least, or the greatest.
  llvm::SmallVector<Polynomial, 2> Choices;
  bool IsLeast = false;
  bool IsNonNegative = false;
  /// It differs between the lanes of a tile.
  bool Varies = false;
};

/// The unknowns of one kernel, numbered from 1.
class Unknowns {
public:
  unsigned add(Unknown U) {
    All.push_back(std::move(U));
    return All.size();
  }
  bool isFull() const { return All.size() == MaxUnknowns; }
  Unknown &operator[](unsigned I) { return All[I - 1]; }
  const Unknown &operator[](unsigned I) const { return All[I - 1]; }

  /// True if P <= 0 could be proven.
  bool atMostZero(const Polynomial &P) const;
  /// A <= B, as far as it can be proven.
  bool atMost(const Polynomial &A, const Polynomial &B) const;

  /// True if an unknown of P differs between lanes.
  bool varies(const Polynomial &P) const;

private:
  static constexpr unsigned MaxUnknowns = 4096;

  bool prove(const Polynomial &P, unsigned &Fuel) const;
  bool eliminate(Polynomial P, unsigned &Fuel) const;
  bool choose(const Polynomial &P, unsigned X, unsigned &Fuel) const;
  bool scaleAndProve(const Polynomial &P, unsigned &Fuel) const;
  bool isNonNegative(Monomial M) const;
  std::optional<Polynomial> substitute(const Polynomial &P, unsigned X,
                                       const Polynomial &By) const;
  std::optional<Polynomial> replace(const Polynomial &P, unsigned X,
                                    const Bound &Upper,
                                    const Bound &Lower) const;

  llvm::SmallVector<Unknown, 32> All;
};

} // namespace mt

#endif // MYTRITON_LIB_ANALYSIS_UNKNOWNS_H
