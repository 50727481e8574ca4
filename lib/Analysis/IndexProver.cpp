//===- IndexProver.cpp - Proofs about index arithmetic --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Analysis/IndexProver.h"
#include "Unknowns.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mt;
using MaybePolynomial = std::optional<Polynomial>;

/// Operands of operands looked through.
static constexpr unsigned MaxDepth = 64;
static constexpr int64_t LargestGridExtent = 0x7fffffff;

class IndexProver::Impl {
public:
  Impl(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts);

  MaybePolynomial of(Value *V);
  bool isSigned(Value *V) const {
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

//===----------------------------------------------------------------------===//
// What a launch gives
//===----------------------------------------------------------------------===//

IndexProver::Impl::Impl(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts)
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
void IndexProver::Impl::addParameters(llvm::ArrayRef<LaunchPredicate> Facts) {
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
MaybePolynomial IndexProver::Impl::tiles(const LaunchPredicate &P) {
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

void IndexProver::Impl::addGrid(llvm::ArrayRef<LaunchPredicate> Facts) {
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
// Values
//===----------------------------------------------------------------------===//

/// Bounds of 64-bit values that leave room to compute with them.
static constexpr int64_t Large = int64_t(1) << 62;

bool IndexProver::Impl::fits(const Polynomial &P, Type T) const {
  unsigned Width = T.bitWidth();
  int64_t Low = Width == 64 ? -Large : llvm::minIntN(Width);
  int64_t High = Width == 64 ? Large : llvm::maxIntN(Width);
  return All.atMost(P, Polynomial(High)) && All.atMost(Polynomial(Low), P);
}

MaybePolynomial IndexProver::Impl::opaque(Value *V) {
  Unknown U;
  Type T = V->type().elementType();
  U.Varies = V->type().isTile();
  if (T.bitWidth() < 64) {
    U.Lower.push_back({Polynomial(llvm::minIntN(T.bitWidth()))});
    U.Upper.push_back({Polynomial(llvm::maxIntN(T.bitWidth()))});
  }
  return add(std::move(U));
}

MaybePolynomial IndexProver::Impl::of(Value *V) {
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
MaybePolynomial IndexProver::Impl::counter(ForOp *For) {
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

/// X / Y for X >= 0 and Y > 0, where division truncates as every other does.
MaybePolynomial IndexProver::Impl::quotient(const Polynomial &X,
                                            const Polynomial &Y) {
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
    for (const Polynomial &Count : TileCounts) {
      MaybePolynomial Product = product(Y, Count);
      MaybePolynomial Next = sum(X, Polynomial(1));
      if (Product && Next && All.atMost(*Next, *Product))
        U.Upper.push_back({*sum(Count, Polynomial(1), -1)});
    }
  U.Upper.push_back({X});
  U.Lower.push_back({Polynomial()});
  MaybePolynomial Value = add(std::move(U));
  Quotients.push_back({X, Y, Value});
  return Value;
}

MaybePolynomial IndexProver::Impl::remainder(const Polynomial &X,
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

MaybePolynomial IndexProver::Impl::extremum(const Polynomial &A,
                                            const Polynomial &B, bool IsLeast) {
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
unsigned IndexProver::Impl::renamed(unsigned X,
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

MaybePolynomial IndexProver::Impl::renamed(const Polynomial &P) {
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

MaybePolynomial IndexProver::Impl::computeArith(Op *O) {
  MaybePolynomial A = of(O->operand(0));
  if (!A)
    return std::nullopt;
  if (O->kind() == OpKind::Neg)
    return sum(Polynomial(), *A, -1);
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

MaybePolynomial IndexProver::Impl::compute(Op *O) {
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

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

IndexProver::IndexProver(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts)
    : P(std::make_unique<Impl>(K, Facts)) {}

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
