//===- Polynomial.cpp - Sums of products of unknowns ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mt;

static constexpr unsigned MaxDegree = 4;

Monomial Monomial::of(llvm::ArrayRef<unsigned> Sorted) {
  Monomial M;
  for (auto [I, U] : llvm::enumerate(Sorted))
    M.Key |= uint64_t(U) << (48 - 16 * I);
  return M;
}

unsigned Monomial::degree() const {
  unsigned D = 0;
  while (D != MaxDegree && factor(D))
    ++D;
  return D;
}

std::optional<Monomial> Monomial::times(Monomial Other) const {
  llvm::SmallVector<unsigned, 8> Factors;
  for (unsigned I = 0; I != degree(); ++I)
    Factors.push_back(factor(I));
  for (unsigned I = 0; I != Other.degree(); ++I)
    Factors.push_back(Other.factor(I));
  if (Factors.size() > MaxDegree)
    return std::nullopt;
  llvm::sort(Factors, std::greater<unsigned>());
  return of(Factors);
}

std::optional<Monomial> Monomial::divided(Monomial By) const {
  llvm::SmallVector<unsigned, 4> Factors;
  unsigned J = 0, E = By.degree();
  for (unsigned I = 0; I != degree(); ++I) {
    if (J != E && factor(I) == By.factor(J))
      ++J;
    else
      Factors.push_back(factor(I));
  }
  if (J != E)
    return std::nullopt;
  return of(Factors);
}

std::optional<int64_t> Polynomial::asConstant() const {
  if (Terms.empty())
    return 0;
  if (Terms.front().M.isOne())
    return Terms.front().C;
  return std::nullopt;
}

int64_t Polynomial::constantTerm() const {
  return !Terms.empty() && Terms.back().M.isOne() ? Terms.back().C : 0;
}

int64_t Polynomial::content() const {
  int64_t G = 0;
  for (const Term &T : Terms)
    if (!T.M.isOne())
      G = std::gcd(G, T.C);
  return G;
}

bool Polynomial::add(Monomial M, int64_t C) {
  auto *At = llvm::lower_bound(
      Terms, M, [](const Term &T, Monomial M) { return T.M > M; });
  if (At == Terms.end() || At->M != M) {
    if (C)
      Terms.insert(At, {M, C});
    return C != INT64_MIN;
  }
  if (llvm::AddOverflow(At->C, C, At->C) || At->C == INT64_MIN)
    return false;
  if (At->C == 0)
    Terms.erase(At);
  return true;
}

bool Polynomial::addScaled(const Polynomial &P, Monomial M, int64_t C) {
  for (const Term &T : P.Terms) {
    std::optional<Monomial> Product = T.M.times(M);
    int64_t Scaled;
    if (!Product || llvm::MulOverflow(T.C, C, Scaled) || !add(*Product, Scaled))
      return false;
  }
  return true;
}

Polynomial Polynomial::dividedFloor(int64_t D) const {
  Polynomial R = *this;
  for (Term &T : R.Terms)
    T.C = llvm::divideFloorSigned(T.C, D);
  if (!R.Terms.empty() && R.Terms.back().C == 0)
    R.Terms.pop_back();
  return R;
}

Polynomial Polynomial::reduced() const {
  Polynomial R = *this;
  int64_t G = content();
  if (G <= 1)
    return R;
  for (Term &T : R.Terms)
    T.C = llvm::divideCeilSigned(T.C, G);
  if (R.Terms.back().C == 0)
    R.Terms.pop_back();
  return R;
}

std::optional<Polynomial> mt::sum(const Polynomial &A, const Polynomial &B,
                                  int64_t Scale) {
  Polynomial R = A;
  if (!R.addScaled(B, Monomial(), Scale))
    return std::nullopt;
  return R;
}

std::optional<Polynomial> mt::product(const Polynomial &A,
                                      const Polynomial &B) {
  Polynomial R;
  for (const Polynomial::Term &T : B.terms())
    if (!R.addScaled(A, T.M, T.C))
      return std::nullopt;
  return R;
}
