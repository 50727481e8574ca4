//===- EmitInteger.cpp - Integer and bool ops -----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers wrap and never trap: a divisor that would is replaced by 1.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mt;
using namespace mt::cpu;
using llvm::CmpInst;

/// The LLVM predicate of a comparison of integers or pointers, if Kind is one.
static std::optional<CmpInst::Predicate> comparison(OpKind Kind, bool Signed) {
  switch (Kind) {
  case OpKind::CmpLt:
    return Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  case OpKind::CmpLe:
    return Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  case OpKind::CmpGt:
    return Signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
  case OpKind::CmpGe:
    return Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
  case OpKind::CmpEq:
    return CmpInst::ICMP_EQ;
  case OpKind::CmpNe:
    return CmpInst::ICMP_NE;
  default: // every other op is not a comparison
    return std::nullopt;
  }
}

llvm::Value *LaneBuilder::emitBool(OpKind Kind,
                                   llvm::ArrayRef<llvm::Value *> Ops) {
  if (auto Predicate = comparison(Kind, /*Signed=*/false))
    return B.CreateICmp(*Predicate, Ops[0], Ops[1]);
  if (Kind == OpKind::Not)
    return B.CreateNot(Ops[0]);
  bool IsXor =
      Kind == OpKind::Add || Kind == OpKind::Sub || Kind == OpKind::Xor;
  if (IsXor)
    return B.CreateXor(Ops[0], Ops[1]);
  if (Kind == OpKind::Or || Kind == OpKind::Maximum)
    return B.CreateOr(Ops[0], Ops[1]);
  assert(
      (Kind == OpKind::And || Kind == OpKind::Mul || Kind == OpKind::Minimum) &&
      "no such op on bool");
  return B.CreateAnd(Ops[0], Ops[1]);
}

static llvm::Intrinsic::ID minMaxIntrinsic(bool Max, bool Signed) {
  if (Signed)
    return Max ? llvm::Intrinsic::smax : llvm::Intrinsic::smin;
  return Max ? llvm::Intrinsic::umax : llvm::Intrinsic::umin;
}

llvm::Value *LaneBuilder::emitInteger(OpKind Kind, Type Element,
                                      llvm::ArrayRef<llvm::Value *> Ops) {
  bool Signed = Element.isSigned();
  if (auto Predicate = comparison(Kind, Signed))
    return B.CreateICmp(*Predicate, Ops[0], Ops[1]);
  V L = Ops[0], R = Ops.size() > 1 ? Ops[1] : nullptr;
  auto Amount = [&] {
    return B.CreateAnd(R, ofInt(R, Element.bitWidth() - 1));
  };
  // Comparisons, conversions and float-only ops never come here, hence the
  // default; Lanes.cpp and Plan.cpp hold the switches a new op breaks.
  switch (Kind) {
  case OpKind::Add:
    return B.CreateAdd(L, R);
  case OpKind::Sub:
    return B.CreateSub(L, R);
  case OpKind::Mul:
    return B.CreateMul(L, R);
  case OpKind::MulHi: {
    unsigned Width = Element.bitWidth();
    llvm::Type *Wide = L->getType()->getExtendedType();
    auto Extend = [&](V X) {
      return Signed ? B.CreateSExt(X, Wide) : B.CreateZExt(X, Wide);
    };
    V Product = B.CreateMul(Extend(L), Extend(R));
    return B.CreateTrunc(B.CreateLShr(Product, ofInt(Product, Width)),
                         L->getType());
  }
  case OpKind::Div:
  case OpKind::Mod:
    return divide(Kind, Signed, L, R);
  case OpKind::And:
    return B.CreateAnd(L, R);
  case OpKind::Or:
    return B.CreateOr(L, R);
  case OpKind::Xor:
    return B.CreateXor(L, R);
  case OpKind::Shl:
    return B.CreateShl(L, Amount());
  case OpKind::Shr:
    return Signed ? B.CreateAShr(L, Amount()) : B.CreateLShr(L, Amount());
  case OpKind::Minimum:
  case OpKind::Maximum:
    return intrinsic(minMaxIntrinsic(Kind == OpKind::Maximum, Signed), {L, R});
  case OpKind::Neg:
    return B.CreateNeg(L);
  case OpKind::Not:
    return B.CreateNot(L);
  case OpKind::Abs:
    if (!Signed)
      return L;
    return B.CreateBinaryIntrinsic(llvm::Intrinsic::abs, L, B.getFalse());
  default:
    llvm_unreachable("not an op on integers");
  }
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// R, or 1 where dividing L by R would trap.
llvm::Value *LaneBuilder::safeDivisor(bool Signed, llvm::Value *L,
                                      llvm::Value *R) {
  V Bad = B.CreateIsNull(R);
  if (Signed) {
    unsigned Width = R->getType()->getScalarSizeInBits();
    V Smallest = B.CreateICmpEQ(L, ofInt(L, uint64_t(1) << (Width - 1)));
    V MinusOne =
        B.CreateICmpEQ(R, llvm::Constant::getAllOnesValue(R->getType()));
    Bad = B.CreateOr(Bad, B.CreateAnd(Smallest, MinusOne));
  }
  return B.CreateSelect(Bad, ofInt(R, 1), R);
}

/// True for a literal divisor that traps with no dividend.
static bool isHarmless(llvm::Value *R) {
  auto *C = llvm::dyn_cast<llvm::Constant>(R);
  if (!C)
    return false;
  if (C->getType()->isVectorTy())
    C = C->getSplatValue();
  auto *Int = llvm::dyn_cast_or_null<llvm::ConstantInt>(C);
  return Int && !Int->isZero() && !Int->isMinusOne();
}

llvm::Value *LaneBuilder::divide(OpKind Kind, bool Signed, llvm::Value *L,
                                 llvm::Value *R) {
  bool Literal = isHarmless(R);
  if (!Literal)
    R = safeDivisor(Signed, L, R);
  // Literal divisors become multiplications; the rest would be one division
  // instruction per lane.
  if (!Literal && L->getType()->isVectorTy() &&
      L->getType()->getScalarSizeInBits() <= 32)
    return divideAsDouble(Kind, Signed, L, R);
  if (Kind == OpKind::Div)
    return Signed ? B.CreateSDiv(L, R) : B.CreateUDiv(L, R);
  return Signed ? B.CreateSRem(L, R) : B.CreateURem(L, R);
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
