//===- EmitInteger.cpp - Integer division of lanes ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace mt;
using namespace mt::cpu;

llvm::Value *LaneBuilder::emitInteger(OpKind Kind, Type Element,
                                      llvm::ArrayRef<llvm::Value *> Ops) {
  if (Kind == OpKind::Div || Kind == OpKind::Mod)
    return divide(Kind, Element.isSigned(), Ops[0], Ops[1]);
  return IntegerOps(B).emit(Kind, Element, Ops);
}

llvm::Value *LaneBuilder::divide(OpKind Kind, bool Signed, llvm::Value *L,
                                 llvm::Value *R) {
  // Literal divisors become multiplications; the rest would be one division
  // instruction per lane.
  if (!IntegerOps::isHarmless(R) && L->getType()->isVectorTy() &&
      L->getType()->getScalarSizeInBits() <= 32)
    return divideAsDouble(Kind, Signed, L,
                          IntegerOps(B).safeDivisor(Signed, L, R));
  return IntegerOps(B).divide(Kind, Signed, L, R);
}

// Exact for up to 32 bits: a quotient that is not integral differs from the
// next integer by at least 1 / R, relatively 1 / (L + R) > 2^-34, far more
// than the rounding error 2^-53.
llvm::Value *LaneBuilder::divideAsDouble(OpKind Kind, bool Signed,
                                         llvm::Value *L, llvm::Value *R) {
  llvm::Type *Double = lanesOf(B.getDoubleTy(), L);
  auto Convert = [&](V X) {
    return Signed ? B.CreateSIToFP(X, Double) : B.CreateUIToFP(X, Double);
  };
  V Quotient = B.CreateFDiv(Convert(L), Convert(R));
  V Result = Signed ? B.CreateFPToSI(Quotient, L->getType())
                    : B.CreateFPToUI(Quotient, L->getType());
  if (Kind == OpKind::Div)
    return Result;
  return B.CreateSub(L, B.CreateMul(Result, R));
}
