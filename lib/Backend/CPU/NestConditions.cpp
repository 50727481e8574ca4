//===- NestConditions.cpp - Tests that a nest's fast code needs -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestConditions.h"

using namespace mt;
using namespace mt::cpu;

namespace {

class Conditions {
public:
  using V = llvm::Value *;
  Conditions(KernelEmitter &E, Nest &N) : E(E), B(E.builder()), N(N) {}
  V emit();

private:
  /// First and last byte of what an access may touch, relative to lane 0, and
  /// lane 0's address.
  struct Range {
    V Base, Low, High;
  };
  std::pair<V, V> distances(Value *Val);
  V passesNoMultiple(ModOp *O);
  V fits(Value *Val);
  V doNotMeet(const AccessPair &P);
  V notAhead(Op *First, Op *Second, int64_t Step);
  V apart(Op *First, Op *Second);
  V sameMap(Op *First, Op *Second);
  Range range(Op *O);
  V span(const Stride &S, int64_t Extent);
  V base(Op *O) { return E.atZero(accessPointer(O)); }
  llvm::ArrayRef<Stride> strides(Op *O) {
    return N.Fast.Accesses.find(O)->second.Strides;
  }
  V minimum(V X) {
    return B.CreateBinaryIntrinsic(llvm::Intrinsic::smin, X, B.getInt64(0));
  }
  V maximum(V X) {
    return B.CreateBinaryIntrinsic(llvm::Intrinsic::smax, X, B.getInt64(0));
  }

  KernelEmitter &E;
  LaneBuilder::Builder &B;
  Nest &N;
};

} // namespace

llvm::Value *cpu::emitConditions(KernelEmitter &E, Nest &N) {
  return Conditions(E, N).emit();
}

llvm::Value *cpu::strideValue(KernelEmitter &E, const Stride &S) {
  LaneBuilder::Builder &B = E.builder();
  if (S.isConstant())
    return B.getInt64(S.Factor);
  llvm::Value *Symbol =
      E.lanes().extend64(S.Symbol->type().elementType(), E.atZero(S.Symbol));
  return B.CreateMul(Symbol, B.getInt64(S.Factor));
}

llvm::Value *Conditions::emit() {
  V All = B.getTrue();
  for (Value *Val : N.MustFit)
    All = B.CreateAnd(All, fits(Val));
  for (const AccessPair &P : N.Pairs)
    All = B.CreateAnd(All, doNotMeet(P));
  return All;
}

/// How far from its first lane a value gets along one dimension.
llvm::Value *Conditions::span(const Stride &S, int64_t Extent) {
  return B.CreateMul(strideValue(E, S), B.getInt64(Extent - 1));
}

/// The least and the greatest lane of Val, relative to lane 0.
std::pair<llvm::Value *, llvm::Value *> Conditions::distances(Value *Val) {
  V Low = B.getInt64(0), High = B.getInt64(0);
  const AffineForm &Form = E.affine().get(Val);
  for (auto [S, Extent] : llvm::zip(Form.Strides, Val->type().shape())) {
    V Span = span(S, Extent);
    Low = B.CreateAdd(Low, minimum(Span));
    High = B.CreateAdd(High, maximum(Span));
  }
  return {Low, High};
}

/// All lanes of the dividend lie between 0 or another multiple of the divisor
/// and the next one. Its own form holds: that is a fact of its own.
llvm::Value *Conditions::passesNoMultiple(ModOp *O) {
  Type Element = O->type().elementType();
  auto Lane0 = [&](Value *Val) {
    return E.lanes().extend64(Element, E.atZero(Val));
  };
  auto [Low, High] = distances(O->result());
  V Rest = Lane0(O->result()), Divisor = Lane0(O->operand(1));
  V Positive = B.CreateAnd(B.CreateICmpSGE(Lane0(O->operand(0)), B.getInt64(0)),
                           B.CreateICmpSGT(Divisor, B.getInt64(0)));
  V Above = B.CreateICmpSGE(B.CreateAdd(Rest, Low), B.getInt64(0));
  V Below = B.CreateICmpSLT(B.CreateAdd(Rest, High), Divisor);
  return B.CreateAnd(Positive, B.CreateAnd(Above, Below));
}

/// Val takes the values of its form without leaving its type.
llvm::Value *Conditions::fits(Value *Val) {
  if (auto *Remainder = getDefining<ModOp>(Val))
    return passesNoMultiple(Remainder);
  Type Element = Val->type().elementType();
  unsigned Width = Element.bitWidth();
  auto [Low, High] = distances(Val);
  V First = E.lanes().extend64(Element, E.atZero(Val));
  if (Width < 64) {
    int64_t Least = Element.isSigned() ? -(int64_t(1) << (Width - 1)) : 0;
    int64_t Most = (int64_t(1) << (Width - Element.isSigned())) - 1;
    V Above = B.CreateICmpSGE(B.CreateAdd(First, Low), B.getInt64(Least));
    V Below = B.CreateICmpSLE(B.CreateAdd(First, High), B.getInt64(Most));
    return B.CreateAnd(Above, Below);
  }
  if (!Element.isSigned())
    return B.CreateAnd(
        B.CreateICmpUGE(First, B.CreateNeg(Low)),
        B.CreateICmpULE(First, B.CreateSub(B.getInt64(-1), High)));
  return B.CreateAnd(
      B.CreateICmpSGE(First, B.CreateSub(B.getInt64(INT64_MIN), Low)),
      B.CreateICmpSLE(First, B.CreateSub(B.getInt64(INT64_MAX), High)));
}

llvm::Value *Conditions::doNotMeet(const AccessPair &P) {
  llvm::ArrayRef<Stride> A = strides(P.First), C = strides(P.Second);
  bool Same = A == C;
  if (Same && A.size() == 1 && A[0].isConstant()) {
    int64_t Step = A[0].Factor;
    uint64_t Distance = Step < 0 ? -uint64_t(Step) : Step;
    if (Distance >= std::max(accessSize(P.First), accessSize(P.Second)))
      return notAhead(P.First, P.Second, Step);
  }
  V Apart = apart(P.First, P.Second);
  return Same ? B.CreateOr(Apart, sameMap(P.First, P.Second)) : Apart;
}

// Both walk with one step. In the fused loop the second access runs ahead of
// the first one's later elements; they meet only if it lies ahead of the
// first, by less than the tile is long.
llvm::Value *Conditions::notAhead(Op *First, Op *Second, int64_t Step) {
  V Ahead = Step > 0 ? B.CreateSub(base(Second), base(First))
                     : B.CreateSub(base(First), base(Second));
  uint64_t Length = uint64_t(Step < 0 ? -Step : Step) * N.shape()[0];
  return B.CreateICmpUGE(B.CreateSub(Ahead, B.getInt64(1)),
                         B.getInt64(Length - 1));
}

Conditions::Range Conditions::range(Op *O) {
  Range R = {base(O), B.getInt64(0), B.getInt64(accessSize(O))};
  for (auto [S, Extent] : llvm::zip(strides(O), N.shape())) {
    V Span = span(S, Extent);
    R.Low = B.CreateAdd(R.Low, minimum(Span));
    R.High = B.CreateAdd(R.High, maximum(Span));
  }
  return R;
}

/// The bytes between the lowest and the highest of each do not overlap.
llvm::Value *Conditions::apart(Op *First, Op *Second) {
  Range X = range(First), Y = range(Second);
  V XLow = B.CreateAdd(X.Base, X.Low), XHigh = B.CreateAdd(X.Base, X.High);
  V YLow = B.CreateAdd(Y.Base, Y.Low), YHigh = B.CreateAdd(Y.Base, Y.High);
  V Disjoint =
      B.CreateOr(B.CreateICmpULE(XHigh, YLow), B.CreateICmpULE(YHigh, XLow));
  // A range around the end of the address space says nothing.
  V Proper =
      B.CreateAnd(B.CreateICmpULE(XLow, XHigh), B.CreateICmpULE(YLow, YHigh));
  return B.CreateAnd(Disjoint, Proper);
}

/// Both touch the same bytes in the same element, and no other element's:
/// each stride clears all that the inner loops span.
llvm::Value *Conditions::sameMap(Op *First, Op *Second) {
  V Holds = B.CreateICmpEQ(base(First), base(Second));
  V Inner = B.getInt64(std::max(accessSize(First), accessSize(Second)));
  llvm::ArrayRef<Stride> S = strides(First);
  for (unsigned D = S.size(); D-- != 0;) {
    if (N.shape()[D] == 1)
      continue;
    V Distance = B.CreateBinaryIntrinsic(llvm::Intrinsic::abs,
                                         strideValue(E, S[D]), B.getFalse());
    Holds = B.CreateAnd(Holds, B.CreateICmpSGE(Distance, Inner));
    Inner =
        B.CreateAdd(Inner, B.CreateMul(Distance, B.getInt64(N.shape()[D] - 1)));
  }
  return Holds;
}
