//===- IndexForms.cpp - Integers of a kernel as polynomials ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForms.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

/// Operands of operands looked through.
static constexpr unsigned MaxDepth = 64;

/// Bounds of 64-bit values that leave room to compute with them.
static constexpr int64_t Large = int64_t(1) << 62;

bool IndexForms::fits(const Polynomial &P, Type T) const {
  unsigned Width = T.bitWidth();
  int64_t Low = Width == 64 ? -Large : llvm::minIntN(Width);
  int64_t High = Width == 64 ? Large : llvm::maxIntN(Width);
  return All.atMost(P, Polynomial(High)) && All.atMost(Polynomial(Low), P);
}

MaybePolynomial IndexForms::opaque(Value *V) {
  Unknown U;
  Type T = V->type().elementType();
  U.Varies = V->type().isTile();
  if (T.bitWidth() < 64) {
    U.Lower.push_back({Polynomial(llvm::minIntN(T.bitWidth()))});
    U.Upper.push_back({Polynomial(llvm::maxIntN(T.bitWidth()))});
  }
  return add(std::move(U));
}

MaybePolynomial IndexForms::of(Value *V) {
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return Polynomial(C->asSigned());
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  MaybePolynomial P;
  ++Depth;
  if (Op *O = V->definingOp(); O && Depth < MaxDepth && O->numRegions() == 0) {
    P = compute(O);
    if (P && !fits(*P, V->type().elementType()))
      P = std::nullopt;
  } else if (auto *A = llvm::dyn_cast<BlockArgument>(V)) {
    auto *For = llvm::dyn_cast_or_null<ForOp>(A->owner()->parentOp());
    if (For && A == For->inductionVar())
      P = counter(For);
  }
  --Depth;
  if (!P)
    P = opaque(V);
  Known[V] = P;
  return P;
}

/// The induction variable of an iteration that runs.
MaybePolynomial IndexForms::counter(ForOp *For) {
  auto *Step = llvm::dyn_cast<Constant>(For->step());
  if (!Step || !isSigned(For->inductionVar()) || Step->asSigned() <= 0)
    return std::nullopt;
  int64_t By = Step->asSigned();
  MaybePolynomial Low = of(For->lowerBound()), High = of(For->upperBound());
  MaybePolynomial Span = Low && High ? sum(*High, *Low, -1) : std::nullopt;
  if (!Span)
    return std::nullopt;
  Unknown U;
  U.IsNonNegative = true;
  U.Lower.push_back({Polynomial()});
  // The last iteration is the last multiple of the step below the span.
  MaybePolynomial Last = sum(*Span, Polynomial(1), -1);
  if (Span->content() % By == 0)
    U.Upper.push_back({Last->dividedFloor(By)});
  else
    U.Upper.push_back({*Last, By});
  MaybePolynomial J = add(std::move(U));
  MaybePolynomial Offset = J ? product(*J, Polynomial(By)) : J;
  return Offset ? sum(*Low, *Offset) : Offset;
}

/// X < F * S * Count bounds the quotient X / (F * S) by Count - 1, and
/// X < S * Count even F times the quotient.
void IndexForms::addTileBounds(const Polynomial &X, const Polynomial &Y,
                               Unknown &U) const {
  MaybePolynomial Next = sum(X, Polynomial(1));
  auto IsBelow = [&](const MaybePolynomial &Product) {
    return Next && Product && All.atMost(*Next, *Product);
  };
  for (const Polynomial &Count : TileCounts) {
    Polynomial Last = *sum(Count, Polynomial(1), -1);
    if (Y.terms().size() == 1) {
      auto [Scale, Factor] = Y.terms().front();
      Polynomial Product;
      if (Product.addScaled(Count, Scale, 1) && IsBelow(Product)) {
        // Behind the bound that remainders cancel with.
        U.Upper.insert(U.Upper.begin() + !U.Upper.empty(), {Last, Factor});
        continue;
      }
    }
    if (IsBelow(product(Y, Count)))
      U.Upper.push_back({Last});
  }
}

/// X / Y for X >= 0 and Y > 0, where division truncates as every other does.
MaybePolynomial IndexForms::quotient(const Polynomial &X, const Polynomial &Y) {
  if (!isNonNegative(X) || !isPositive(Y))
    return std::nullopt;
  std::optional<int64_t> C = Y.asConstant();
  if (C && X.content() % *C == 0)
    return X.dividedFloor(*C);
  for (const Quotient &Q : Quotients)
    if (Q.X == X && Q.Y == Y)
      return Q.Value;
  Unknown U;
  U.IsNonNegative = true;
  U.Varies = All.varies(X) || All.varies(Y);
  MaybePolynomial Least = sum(X, Y, -1);
  if (Y.terms().size() == 1 && Least) {
    auto [Scale, Factor] = Y.terms().front();
    U.Upper.push_back({X, Factor, Scale});
    U.Lower.push_back({*sum(*Least, Polynomial(1)), Factor, Scale});
    // Scale is positive, as Y is.
    U.Upper.push_back({X, Factor});
  }
  if (!C)
    addTileBounds(X, Y, U);
  U.Upper.push_back({X});
  U.Lower.push_back({Polynomial()});
  MaybePolynomial Value = add(std::move(U));
  Quotients.push_back({X, Y, Value});
  return Value;
}

MaybePolynomial IndexForms::remainder(const Polynomial &X,
                                      const Polynomial &Y) {
  MaybePolynomial Q = quotient(X, Y);
  if (!Q)
    return std::nullopt;
  MaybePolynomial Last = sum(Y, Polynomial(1), -1);
  if (Last && All.atMost(X, *Last))
    return X;
  MaybePolynomial Product = product(Y, *Q);
  return Product ? sum(X, *Product, -1) : Product;
}

MaybePolynomial IndexForms::extremum(const Polynomial &A, const Polynomial &B,
                                     bool IsLeast) {
  if (All.atMost(A, B))
    return IsLeast ? A : B;
  if (All.atMost(B, A))
    return IsLeast ? B : A;
  Unknown U;
  U.Choices = {A, B};
  U.IsLeast = IsLeast;
  U.IsNonNegative = isNonNegative(A) && isNonNegative(B);
  U.Varies = All.varies(A) || All.varies(B);
  for (const Polynomial &P : U.Choices)
    (IsLeast ? U.Upper : U.Lower).push_back({P});
  return add(std::move(U));
}

/// X for lanes of another dimension: bounds stay, identity does not.
unsigned IndexForms::renamed(unsigned X,
                             llvm::DenseMap<unsigned, unsigned> &Names) {
  if (!All[X].Varies)
    return X;
  if (unsigned Known = Names.lookup(X))
    return Known;
  // What composes others would need them renamed as well; it only keeps the
  // bounds that are numbers.
  Unknown Old = All[X], New;
  New.IsNonNegative = Old.IsNonNegative;
  New.Varies = true;
  auto Keep = [](llvm::ArrayRef<Bound> From, llvm::SmallVectorImpl<Bound> &To) {
    for (const Bound &B : From)
      if (B.Scale.isOne() && B.Limit.asConstant())
        To.push_back(B);
  };
  Keep(Old.Upper, New.Upper);
  Keep(Old.Lower, New.Lower);
  return Names[X] = All.isFull() ? 0 : All.add(std::move(New));
}

MaybePolynomial IndexForms::renamed(const Polynomial &P) {
  llvm::DenseMap<unsigned, unsigned> Names;
  Polynomial R;
  for (const Polynomial::Term &T : P.terms()) {
    std::optional<Monomial> M = Monomial();
    for (unsigned I = 0; M && I != T.M.degree(); ++I) {
      unsigned Name = renamed(T.M.factor(I), Names);
      M = Name ? M->times(Monomial(Name)) : std::nullopt;
    }
    if (!M || !R.add(*M, T.C))
      return std::nullopt;
  }
  return R;
}

MaybePolynomial IndexForms::computeArith(Op *O) {
  MaybePolynomial A = of(O->operand(0));
  if (!A)
    return std::nullopt;
  if (O->kind() == OpKind::Neg)
    return sum(Polynomial(), *A, -1);
  if (O->numOperands() != 2)
    return std::nullopt;
  MaybePolynomial B = of(O->operand(1));
  if (!B)
    return std::nullopt;
  switch (O->kind()) {
  case OpKind::Add:
    return sum(*A, *B);
  case OpKind::Sub:
    return sum(*A, *B, -1);
  case OpKind::Mul:
    return product(*A, *B);
  case OpKind::Div:
    return quotient(*A, *B);
  case OpKind::Mod:
    return remainder(*A, *B);
  case OpKind::Minimum:
    return extremum(*A, *B, /*IsLeast=*/true);
  case OpKind::Maximum:
    return extremum(*A, *B, /*IsLeast=*/false);
  default:
    return std::nullopt;
  }
}

MaybePolynomial IndexForms::compute(Op *O) {
  if (!isSigned(O->result()))
    return std::nullopt;
  switch (O->kind()) {
  case OpKind::Arange: {
    auto *Range = llvm::cast<ArangeOp>(O);
    Unknown U;
    U.Varies = true;
    U.IsNonNegative = Range->start() >= 0;
    U.Lower.push_back({Polynomial(Range->start())});
    U.Upper.push_back({Polynomial(Range->end() - 1)});
    return add(std::move(U));
  }
  case OpKind::ProgramId:
    return ProgramId[llvm::cast<ProgramIdOp>(O)->axis()];
  case OpKind::NumPrograms:
    return Grid[llvm::cast<NumProgramsOp>(O)->axis()];
  case OpKind::Zeros:
    return Polynomial();
  case OpKind::Full:
  case OpKind::Broadcast:
    return of(O->operand(0));
  case OpKind::Cast:
    return isSigned(O->operand(0)) ? of(O->operand(0)) : std::nullopt;
  case OpKind::ExpandDims:
  case OpKind::Reshape:
  case OpKind::Trans: {
    MaybePolynomial P = of(O->operand(0));
    return P && All.varies(*P) ? renamed(*P) : P;
  }
  default:
    return O->hasTrait(OT_Elementwise) ? computeArith(O) : std::nullopt;
  }
}
