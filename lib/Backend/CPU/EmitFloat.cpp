//===- EmitFloat.cpp - Float ops but the transcendental ones --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 and f64 compute in their own type, narrower floats as f32 with one more
// rounding: f32's 24 bits against at most 11 are enough for that to equal one
// rounding in +, -, *, / and sqrt (Figueroa: 24 >= 2 * 11 + 2). fma needs
// more: it goes through f64, rounded to odd.
//
//===----------------------------------------------------------------------===//

#include "FloatMath.h"
#include "Lanes.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mt;
using namespace mt::cpu;

llvm::Value *LaneBuilder::emitFloat(const Op *O, Type Element,
                                    llvm::ArrayRef<llvm::Value *> Ops) {
  if (O->kind() == OpKind::Neg || O->kind() == OpKind::Abs)
    return signBit(O, Element, Ops[0]);
  if (Element.kind() == TypeKind::F32 || Element.kind() == TypeKind::F64)
    return emitWideFloat(O, Ops);
  return emitNarrowFloat(O, Element, Ops);
}

llvm::Value *LaneBuilder::emitNarrowFloat(const Op *O, Type Element,
                                          llvm::ArrayRef<llvm::Value *> Ops) {
  llvm::SmallVector<V, 3> Wide;
  for (V Operand : Ops)
    Wide.push_back(widen(Operand, Element));
  if (O->kind() == OpKind::Fma) {
    llvm::Type *Double = lanesOf(B.getDoubleTy(), Ops[0]);
    for (V &Operand : Wide)
      Operand = B.CreateFPExt(Operand, Double);
    V Exact = fmaRoundToOdd(Wide[0], Wide[1], Wide[2]);
    return narrow(narrowToOdd(Exact), Element, false, /*Saturate=*/false);
  }
  V Result = emitWideFloat(O, Wide);
  if (O->type().elementType().isBool())
    return Result;
  return narrow(Result, Element, false, /*Saturate=*/false);
}

llvm::Value *LaneBuilder::emitWideFloat(const Op *O,
                                        llvm::ArrayRef<llvm::Value *> Ops) {
  if (auto Predicate = floatComparison(O->kind()))
    return B.CreateFCmp(*Predicate, Ops[0], Ops[1]);
  V L = Ops[0], R = Ops.size() > 1 ? Ops[1] : nullptr;
  bool IgnoreNaN = !O->boolAttr("propagate_nan", true);
  bool IsDouble = L->getType()->getScalarType()->isDoubleTy();
  switch (O->kind()) {
  case OpKind::Add:
    return B.CreateFAdd(L, R);
  case OpKind::Sub:
    return B.CreateFSub(L, R);
  case OpKind::Mul:
    return B.CreateFMul(L, R);
  case OpKind::Div:
    return B.CreateFDiv(L, R);
  case OpKind::Mod:
    return callPerLane(IsDouble ? "fmod" : "fmodf", {L, R});
  case OpKind::Minimum:
  case OpKind::Maximum:
    return minMax(O->kind() == OpKind::Maximum, IgnoreNaN, L, R);
  case OpKind::Fma:
    return intrinsic(llvm::Intrinsic::fma, {L, R, Ops[2]});
  case OpKind::Sqrt:
    return intrinsic(llvm::Intrinsic::sqrt, {L});
  case OpKind::Floor:
    return intrinsic(llvm::Intrinsic::floor, {L});
  case OpKind::Ceil:
    return intrinsic(llvm::Intrinsic::ceil, {L});
  default: // the rest are functions
    return FloatMath(*this).emit(O->kind(), L);
  }
}

llvm::Value *LaneBuilder::combine(OpKind Kind, Type Element, llvm::Value *L,
                                  llvm::Value *R, bool PropagateNaN) {
  if (Element.isBool())
    return IntegerOps(B).emitBool(Kind, {L, R});
  if (!Element.isFloat())
    return emitInteger(Kind, Element, {L, R});
  bool IsNarrow = !registerType(Element)->isFloatingPointTy();
  if (IsNarrow) {
    L = widen(L, Element);
    R = widen(R, Element);
  }
  V Result = Kind == OpKind::Add
                 ? B.CreateFAdd(L, R)
                 : minMax(Kind == OpKind::Maximum, !PropagateNaN, L, R);
  return IsNarrow ? narrow(Result, Element, false, /*Saturate=*/false) : Result;
}

// On the bits, so that NaNs and zeros keep theirs.
llvm::Value *LaneBuilder::signBit(const Op *O, Type Element,
                                  llvm::Value *Operand) {
  unsigned Width = Element.bitWidth();
  V Bits = B.CreateBitCast(Operand, lanesOf(B.getIntNTy(Width), Operand));
  uint64_t Sign = uint64_t(1) << (Width - 1);
  V Result = O->kind() == OpKind::Neg
                 ? B.CreateXor(Bits, ofInt(Bits, Sign))
                 : B.CreateAnd(Bits, ofInt(Bits, Sign - 1));
  bool NoNegativeZero = Element.kind() == TypeKind::F8E4M3FNUZ ||
                        Element.kind() == TypeKind::F8E5M2FNUZ;
  if (NoNegativeZero) {
    // Zero and NaN differ in the sign bit alone and keep it.
    V Magnitude = B.CreateAnd(Bits, ofInt(Bits, Sign - 1));
    Result = B.CreateSelect(B.CreateIsNull(Magnitude), Bits, Result);
  }
  return B.CreateBitCast(Result, Operand->getType());
}

// `L < R ? L : R` is minps; it gives R on ties and with a NaN on either side,
// which leaves one of the two cases to repair.
llvm::Value *LaneBuilder::minMax(bool Max, bool IgnoreNaN, llvm::Value *L,
                                 llvm::Value *R) {
  V Better = Max ? B.CreateFCmpOGT(L, R) : B.CreateFCmpOLT(L, R);
  V Result = B.CreateSelect(Better, L, R);
  if (IgnoreNaN)
    return B.CreateSelect(isNaN(R), L, Result);
  return B.CreateSelect(isNaN(L), L, Result);
}

/// a * b + c for expansions of functions: rounded once where the machine can.
llvm::Value *LaneBuilder::fma(llvm::Value *A, llvm::Value *X, llvm::Value *C) {
  if (M.HasFMA || !M.IsX86)
    return intrinsic(llvm::Intrinsic::fma, {A, X, C});
  return B.CreateFAdd(B.CreateFMul(A, X), C);
}

// The product of two narrow floats is exact in f64. Knuth's two-sum gives the
// error of the sum; an even inexact sum moves to its odd neighbour on the
// exact value's side.
llvm::Value *LaneBuilder::fmaRoundToOdd(llvm::Value *A, llvm::Value *X,
                                        llvm::Value *C) {
  V Product = B.CreateFMul(A, X);
  V Sum = B.CreateFAdd(Product, C);
  V Part = B.CreateFSub(Sum, Product);
  V Error = B.CreateFAdd(B.CreateFSub(Product, B.CreateFSub(Sum, Part)),
                         B.CreateFSub(C, Part));
  V Zero = llvm::ConstantFP::get(Sum->getType(), 0.0);
  llvm::Type *Int = lanesOf(B.getInt64Ty(), Sum);
  V Bits = B.CreateBitCast(Sum, Int);
  V Outward =
      B.CreateICmpEQ(B.CreateFCmpOGT(Error, Zero), B.CreateFCmpOGT(Sum, Zero));
  V Step = B.CreateSelect(Outward, ofInt(Bits, 1), ofInt(Bits, ~uint64_t(0)));
  V Even = B.CreateIsNull(B.CreateAnd(Bits, ofInt(Bits, 1)));
  // Ordered: an infinite or NaN sum has a NaN error and stays.
  V Inexact = B.CreateFCmpONE(Error, Zero);
  V Odd =
      B.CreateSelect(B.CreateAnd(Even, Inexact), B.CreateAdd(Bits, Step), Bits);
  return B.CreateBitCast(Odd, Sum->getType());
}
