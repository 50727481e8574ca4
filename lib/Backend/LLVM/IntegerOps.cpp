//===- IntegerOps.cpp - Integer ops as LLVM IR ----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerOps.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mt;
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

llvm::Value *IntegerOps::emitBool(OpKind Kind,
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

llvm::Value *IntegerOps::emit(OpKind Kind, Type Element,
                              llvm::ArrayRef<llvm::Value *> Ops) {
  bool Signed = Element.isSigned();
  if (auto Predicate = comparison(Kind, Signed))
    return B.CreateICmp(*Predicate, Ops[0], Ops[1]);
  V L = Ops[0], R = Ops.size() > 1 ? Ops[1] : nullptr;
  auto Amount = [&] {
    return B.CreateAnd(R, constantLike(R, Element.bitWidth() - 1));
  };
  // Comparisons, conversions and float-only ops never come here, hence the
  // default; the targets hold the switches that a new op breaks.
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
    return B.CreateTrunc(B.CreateLShr(Product, constantLike(Product, Width)),
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
    return B.CreateBinaryIntrinsic(
        minMaxIntrinsic(Kind == OpKind::Maximum, Signed), L, R);
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

llvm::Value *IntegerOps::safeDivisor(bool Signed, llvm::Value *L,
                                     llvm::Value *R) {
  V Bad = B.CreateIsNull(R);
  if (Signed) {
    unsigned Width = R->getType()->getScalarSizeInBits();
    V Smallest = B.CreateICmpEQ(L, constantLike(L, uint64_t(1) << (Width - 1)));
    V MinusOne =
        B.CreateICmpEQ(R, llvm::Constant::getAllOnesValue(R->getType()));
    Bad = B.CreateOr(Bad, B.CreateAnd(Smallest, MinusOne));
  }
  return B.CreateSelect(Bad, constantLike(R, 1), R);
}

bool IntegerOps::isHarmless(llvm::Value *R) {
  auto *C = llvm::dyn_cast<llvm::Constant>(R);
  if (!C)
    return false;
  if (C->getType()->isVectorTy())
    C = C->getSplatValue();
  auto *Int = llvm::dyn_cast_or_null<llvm::ConstantInt>(C);
  return Int && !Int->isZero() && !Int->isMinusOne();
}

llvm::Value *IntegerOps::divide(OpKind Kind, bool Signed, llvm::Value *L,
                                llvm::Value *R) {
  if (!isHarmless(R))
    R = safeDivisor(Signed, L, R);
  if (Kind == OpKind::Div)
    return Signed ? B.CreateSDiv(L, R) : B.CreateUDiv(L, R);
  return Signed ? B.CreateSRem(L, R) : B.CreateURem(L, R);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

llvm::Value *IntegerOps::tripCount(bool Signed, llvm::Value *Lb,
                                   llvm::Value *Ub, llvm::Value *Step) {
  V Zero = B.getInt64(0), One = B.getInt64(1);
  auto Less = [&](V X, V Y) {
    return Signed ? B.CreateICmpSLT(X, Y) : B.CreateICmpULT(X, Y);
  };
  V Down = Signed ? B.CreateICmpSLT(Step, Zero) : B.getFalse();
  V From = B.CreateSelect(Down, Ub, Lb), To = B.CreateSelect(Down, Lb, Ub);
  V Size = B.CreateSelect(Down, B.CreateNeg(Step), Step);
  V Divisor = B.CreateSelect(B.CreateIsNull(Size), One, Size);
  V Distance = B.CreateSub(B.CreateSub(To, From), One);
  V Trips = B.CreateAdd(B.CreateUDiv(Distance, Divisor), One);
  V Runs = B.CreateAnd(Less(From, To), B.CreateIsNotNull(Size));
  return B.CreateSelect(Runs, Trips, Zero);
}

llvm::Constant *IntegerOps::constantLike(llvm::Value *Like, uint64_t Bits) {
  return llvm::ConstantInt::get(
      Like->getType(), llvm::APInt(Like->getType()->getScalarSizeInBits(), Bits,
                                   /*isSigned=*/false, /*implicitTrunc=*/true));
}

llvm::Type *IntegerOps::lanesOf(llvm::Type *Scalar, llvm::Type *Like) {
  if (auto *VT = llvm::dyn_cast<llvm::FixedVectorType>(Like))
    return llvm::FixedVectorType::get(Scalar, VT->getNumElements());
  return Scalar;
}

std::optional<CmpInst::Predicate> mt::floatComparison(OpKind Kind) {
  switch (Kind) {
  case OpKind::CmpLt:
    return CmpInst::FCMP_OLT;
  case OpKind::CmpLe:
    return CmpInst::FCMP_OLE;
  case OpKind::CmpGt:
    return CmpInst::FCMP_OGT;
  case OpKind::CmpGe:
    return CmpInst::FCMP_OGE;
  case OpKind::CmpEq:
    return CmpInst::FCMP_OEQ;
  case OpKind::CmpNe:
    return CmpInst::FCMP_UNE;
  default: // every other op is not a comparison
    return std::nullopt;
  }
}

llvm::Constant *mt::literalOf(llvm::Type *Ty, uint64_t Bits) {
  if (!Ty->isFloatingPointTy())
    return llvm::ConstantInt::get(Ty, Bits);
  unsigned Width = Ty->getPrimitiveSizeInBits();
  return llvm::ConstantFP::get(
      Ty, llvm::APFloat(Ty->getFltSemantics(), llvm::APInt(Width, Bits)));
}
