//===- IndexProver.cpp - Proofs about index arithmetic --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Analysis/IndexProver.h"
#include "IndexForms.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mt;

static constexpr int64_t LargestGridExtent = 0x7fffffff;

//===----------------------------------------------------------------------===//
// What a launch gives
//===----------------------------------------------------------------------===//

IndexForms::IndexForms(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts)
    : K(K) {
  addParameters(Facts);
  addGrid(Facts);
}

namespace {
/// What is known of a parameter.
struct ParameterRange {
  int64_t Multiple = 1;
  std::optional<int64_t> Low, High;
  void atLeast(int64_t V) { Low = Low ? std::max(*Low, V) : V; }
  void atMost(int64_t V) { High = High ? std::min(*High, V) : V; }
  void restrict(const LaunchPredicate &P, unsigned Param);
};
} // namespace

void ParameterRange::restrict(const LaunchPredicate &P, unsigned Param) {
  using Kind = LaunchPredicate::Kind;
  if (P.kind() == Kind::Disjoint)
    return;
  unsigned NumTerms = P.kind() == Kind::GridTiles ? 2 : 1;
  for (unsigned I = 0; I != NumTerms; ++I) {
    if (P.param(I) != Param)
      continue;
    if (P.kind() == Kind::Multiple) {
      Multiple = std::lcm(Multiple, P.block());
      atLeast(0);
    } else if (P.kind() == Kind::Range) {
      atLeast(P.low());
      atMost(P.high());
    } else {
      atLeast(1); // some program runs
    }
    if (P.kind() == Kind::GridTiles)
      atMost(LaunchPredicate::MaxTiledExtent);
  }
}

static ParameterRange rangeOf(Kernel &K, BlockArgument *A,
                              llvm::ArrayRef<LaunchPredicate> Facts) {
  ParameterRange R;
  unsigned Width = A->type().bitWidth();
  if (Width < 64) {
    R.atLeast(llvm::minIntN(Width));
    R.atMost(llvm::maxIntN(Width));
  }
  AttrDict Hints = K.paramAttrs(A->index());
  if (Attr Divisible = Hints.get("divisible");
      Divisible && Divisible.isInt() && Divisible.asInt() > 0 &&
      Divisible.asInt() <= LaunchPredicate::MaxTiledExtent)
    R.Multiple = Divisible.asInt();
  if (Attr Equals = Hints.get("equals"); Equals && Equals.isInt()) {
    R.atLeast(Equals.asInt());
    R.atMost(Equals.asInt());
  }
  for (const LaunchPredicate &P : Facts) {
    int64_t Before = R.Multiple;
    R.restrict(P, A->index());
    // Absurd hints together must not overflow.
    if (R.Multiple <= 0 || R.Multiple > int64_t(1) << 40)
      R.Multiple = Before;
  }
  return R;
}

/// A parameter is a multiple of an unknown.
void IndexForms::addParameters(llvm::ArrayRef<LaunchPredicate> Facts) {
  for (BlockArgument *A : K.params()) {
    if (!hasPredicates(A))
      continue;
    ParameterRange R = rangeOf(K, A, Facts);
    Unknown U;
    if (R.Low) {
      int64_t Low = llvm::divideCeilSigned(*R.Low, R.Multiple);
      U.Lower.push_back({Polynomial(Low)});
      U.IsNonNegative = Low >= 0;
    }
    if (R.High)
      U.Upper.push_back(
          {Polynomial(llvm::divideFloorSigned(*R.High, R.Multiple))});
    MaybePolynomial Q = add(std::move(U));
    Known[A] = Q ? product(*Q, Polynomial(R.Multiple)) : Q;
  }
}

/// cdiv(M, B) * cdiv(N, C) of a GridTiles fact.
MaybePolynomial IndexForms::tiles(const LaunchPredicate &P) {
  MaybePolynomial Product = Polynomial(1);
  for (unsigned I = 0; I != 2; ++I) {
    MaybePolynomial N = of(K.params()[P.param(I)]);
    N = N ? sum(*N, Polynomial(P.block(I) - 1)) : N;
    MaybePolynomial Q = N ? quotient(*N, Polynomial(P.block(I))) : N;
    if (Q)
      TileCounts.push_back(*Q);
    Product = Q && Product ? product(*Product, *Q) : std::nullopt;
  }
  return Product;
}

void IndexForms::addGrid(llvm::ArrayRef<LaunchPredicate> Facts) {
  using Kind = LaunchPredicate::Kind;
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    Unknown U;
    U.IsNonNegative = true;
    U.Lower.push_back({Polynomial(1)});
    for (const LaunchPredicate &P : Facts) {
      if (P.kind() == Kind::GridFits && P.axis() == Axis)
        if (MaybePolynomial N = of(K.params()[P.param()]))
          U.Upper.push_back({*N, P.block()});
      if (P.kind() == Kind::GridTiles && Axis == 0)
        if (MaybePolynomial N = tiles(P))
          U.Upper.push_back({*N});
    }
    U.Upper.push_back({Polynomial(LargestGridExtent)});
    Grid[Axis] = add(std::move(U));
  }
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    if (!Grid[Axis])
      continue;
    Unknown U;
    U.IsNonNegative = true;
    U.Lower.push_back({Polynomial()});
    U.Upper.push_back({*sum(*Grid[Axis], Polynomial(1), -1)});
    ProgramId[Axis] = add(std::move(U));
  }
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

IndexProver::IndexProver(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts)
    : P(std::make_unique<IndexForms>(K, Facts)) {}

IndexProver::~IndexProver() = default;

bool IndexProver::alwaysTrue(Op *O) {
  if (!P->isSigned(O->operand(0)))
    return false;
  MaybePolynomial A = P->of(O->operand(0)), B = P->of(O->operand(1));
  if (!A || !B)
    return false;
  const Unknowns &All = P->unknowns();
  auto Less = [&](const Polynomial &Small, const Polynomial &Big) {
    MaybePolynomial Next = sum(Small, Polynomial(1));
    return Next && All.atMost(*Next, Big);
  };
  switch (O->kind()) {
  case OpKind::CmpLt:
    return Less(*A, *B);
  case OpKind::CmpLe:
    return All.atMost(*A, *B);
  case OpKind::CmpGt:
    return Less(*B, *A);
  case OpKind::CmpGe:
    return All.atMost(*B, *A);
  default:
    return false;
  }
}

bool IndexProver::isIdentity(Op *O) {
  if (!P->isSigned(O->result()))
    return false;
  MaybePolynomial X = P->of(O->operand(0)), Y = P->of(O->operand(1));
  MaybePolynomial Last = Y ? sum(*Y, Polynomial(1), -1) : Y;
  const Unknowns &All = P->unknowns();
  return X && Last && All.atMost(Polynomial(), *X) && All.atMost(*X, *Last);
}

bool IndexProver::isNonNegative(Value *V) {
  if (!P->isSigned(V))
    return false;
  MaybePolynomial X = P->of(V);
  return X && P->unknowns().atMost(Polynomial(), *X);
}

bool IndexProver::runsOnce(Op *Loop) {
  auto *For = llvm::cast<ForOp>(Loop);
  auto *Step = llvm::dyn_cast<Constant>(For->step());
  if (!Step || Step->asSigned() <= 0 || !P->isSigned(For->inductionVar()))
    return false;
  MaybePolynomial Low = P->of(For->lowerBound());
  MaybePolynomial High = P->of(For->upperBound());
  MaybePolynomial Span = Low && High ? sum(*High, *Low, -1) : std::nullopt;
  const Unknowns &All = P->unknowns();
  return Span && All.atMost(Polynomial(1), *Span) &&
         All.atMost(*Span, Polynomial(Step->asSigned()));
}
