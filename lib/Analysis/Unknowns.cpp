//===- Unknowns.cpp - Bounds of unknowns and proofs from them -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// P <= 0 follows from Q <= 0 if Q comes from P by replacing an unknown by an
// upper bound where it counts positively and by a lower one where it counts
// negatively. Bounds are about earlier unknowns, so that ends.
//
//===----------------------------------------------------------------------===//

#include "Unknowns.h"
#include <numeric>

using namespace mt;
using MaybePolynomial = std::optional<Polynomial>;

/// Polynomials looked at in one proof; real proofs take about ten.
static constexpr unsigned MaxSteps = 48;
static constexpr int64_t MaxScale = int64_t(1) << 31;

bool Unknowns::varies(const Polynomial &P) const {
  for (const Polynomial::Term &T : P.terms())
    for (unsigned I = 0; I != T.M.degree(); ++I)
      if ((*this)[T.M.factor(I)].Varies)
        return true;
  return false;
}

bool Unknowns::isNonNegative(Monomial M) const {
  for (unsigned I = 0; I != M.degree(); ++I)
    if (!(*this)[M.factor(I)].IsNonNegative)
      return false;
  return true;
}

/// P with X put in terms of other unknowns; nothing if X occurs squared.
MaybePolynomial Unknowns::substitute(const Polynomial &P, unsigned X,
                                     const Polynomial &By) const {
  Polynomial R;
  for (const Polynomial::Term &T : P.terms()) {
    std::optional<Monomial> Rest = T.M.divided(Monomial(X));
    if (!Rest) {
      if (!R.add(T.M, T.C))
        return std::nullopt;
    } else if (Rest->divided(Monomial(X)) || !R.addScaled(By, *Rest, T.C)) {
      return std::nullopt;
    }
  }
  return R;
}

/// A polynomial that is at most 0 exactly where P is, whose coefficients of X
/// the factors of the bounds divide: P <= 0 is the same as k (P - 1) + 1 <= 0.
static MaybePolynomial scaledFor(const Polynomial &P, unsigned X,
                                 const Bound &Upper, const Bound &Lower) {
  int64_t K = 1;
  for (const Polynomial::Term &T : P.terms())
    if (T.M.divided(Monomial(X))) {
      int64_t Factor = T.C > 0 ? Upper.Factor : Lower.Factor;
      K = std::lcm(K, Factor / std::gcd(T.C, Factor));
      if (K <= 0 || K > MaxScale)
        return std::nullopt;
    }
  if (K == 1)
    return P;
  MaybePolynomial Before = sum(P, Polynomial(1), -1);
  Polynomial R(1);
  if (!Before || !R.addScaled(*Before, Monomial(), K))
    return std::nullopt;
  return R;
}

/// P with X replaced by its bounds; nothing if one does not apply.
MaybePolynomial Unknowns::replace(const Polynomial &P, unsigned X,
                                  const Bound &Upper,
                                  const Bound &Lower) const {
  MaybePolynomial Scaled = scaledFor(P, X, Upper, Lower);
  if (!Scaled)
    return std::nullopt;
  Polynomial R;
  for (const Polynomial::Term &T : Scaled->terms()) {
    std::optional<Monomial> Rest = T.M.divided(Monomial(X));
    if (!Rest) {
      if (!R.add(T.M, T.C))
        return std::nullopt;
      continue;
    }
    const Bound &B = T.C > 0 ? Upper : Lower;
    std::optional<Monomial> Left = Rest->divided(B.Scale);
    if (!Left || Left->divided(Monomial(X)) || !isNonNegative(*Left) ||
        !R.addScaled(B.Limit, *Left, T.C / B.Factor))
      return std::nullopt;
  }
  return R;
}

/// X is one of its choices. Where only the side counts on which every choice
/// bounds it, one choice is enough.
bool Unknowns::choose(const Polynomial &P, unsigned X, unsigned &Fuel) const {
  const Unknown &U = (*this)[X];
  bool OneIsEnough = true;
  for (const Polynomial::Term &T : P.terms())
    if (std::optional<Monomial> Rest = T.M.divided(Monomial(X)))
      OneIsEnough &= isNonNegative(*Rest) && (T.C > 0) == U.IsLeast;
  for (const Polynomial &Choice : U.Choices) {
    MaybePolynomial Q = substitute(P, X, Choice);
    bool Proven = Q && prove(*Q, Fuel);
    if (Proven == OneIsEnough)
      return Proven;
  }
  return !OneIsEnough;
}

bool Unknowns::eliminate(Polynomial P, unsigned &Fuel) const {
  if (Fuel == 0)
    return false;
  --Fuel;
  if (auto C = P.asConstant())
    return *C <= 0;
  P = P.reduced();
  unsigned X = P.highest();
  const Unknown &U = (*this)[X];
  if (!U.Choices.empty() && choose(P, X, Fuel))
    return true;
  bool Positive = false, Negative = false;
  for (const Polynomial::Term &T : P.terms())
    if (T.M.divided(Monomial(X)))
      (T.C > 0 ? Positive : Negative) = true;
  static const Bound None;
  auto Candidates = [](bool Used, llvm::ArrayRef<Bound> Bounds) {
    return Used ? Bounds : llvm::ArrayRef<Bound>(None);
  };
  for (const Bound &Upper : Candidates(Positive, U.Upper))
    for (const Bound &Lower : Candidates(Negative, U.Lower)) {
      MaybePolynomial Q = replace(P, X, Upper, Lower);
      if (Q && eliminate(std::move(*Q), Fuel))
        return true;
    }
  return false;
}

/// X <= -1 follows from X * S <= -1, if S is not negative: that brings
/// quotients into products with their divisors, about which more is known.
bool Unknowns::scaleAndProve(const Polynomial &P, unsigned &Fuel) const {
  MaybePolynomial X = sum(P, Polynomial(1), -1);
  if (!X)
    return false;
  for (const Polynomial::Term &T : P.terms())
    for (unsigned I = 0; I != T.M.degree(); ++I)
      for (const Bound &B : (*this)[T.M.factor(I)].Upper) {
        if (B.Scale.isOne() || !isNonNegative(B.Scale))
          continue;
        Polynomial Scaled(1);
        if (Scaled.addScaled(*X, B.Scale, 1) && eliminate(Scaled, Fuel))
          return true;
      }
  return false;
}

bool Unknowns::prove(const Polynomial &P, unsigned &Fuel) const {
  return eliminate(P, Fuel) || scaleAndProve(P.reduced(), Fuel);
}

bool Unknowns::atMostZero(const Polynomial &P) const {
  unsigned Fuel = MaxSteps;
  return prove(P, Fuel);
}

bool Unknowns::atMost(const Polynomial &A, const Polynomial &B) const {
  MaybePolynomial Difference = sum(A, B, -1);
  return Difference && atMostZero(*Difference);
}
