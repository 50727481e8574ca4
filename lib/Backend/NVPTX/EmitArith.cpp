//===- EmitArith.cpp - Arithmetic, comparison, select ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../LLVM/IntegerOps.h"
#include "ScalarEmitter.h"
#include "mytriton/Backend/NVIDIA/SignedZeros.h"
#include "mytriton/IR/Facts.h"

using namespace mt;
using namespace mt::nvptx;

static Type operandType(const Op *O) {
  return O->operand(0)->type().elementType();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

llvm::Type *ScalarEmitter::registerType(Type T) const {
  if (T.isBool())
    return B.getInt1Ty();
  if (T.isPointer())
    return B.getPtrTy(1);
  switch (T.kind()) {
  case TypeKind::F16:
    return B.getHalfTy();
  case TypeKind::BF16:
    return B.getBFloatTy();
  case TypeKind::F32:
    return B.getFloatTy();
  case TypeKind::F64:
    return B.getDoubleTy();
  default: // integers, and 8-bit floats as their bits
    return B.getIntNTy(T.bitWidth());
  }
}

llvm::Type *ScalarEmitter::memoryType(Type T) const {
  return T.isBool() ? B.getInt8Ty() : registerType(T);
}

llvm::Value *ScalarEmitter::fromMemory(Type T, llvm::Value *X) {
  return T.isBool() ? B.CreateIsNotNull(X) : X;
}

llvm::Value *ScalarEmitter::toMemory(Type T, llvm::Value *X) {
  return T.isBool() ? B.CreateZExt(X, B.getInt8Ty()) : X;
}

llvm::Constant *ScalarEmitter::literal(const Constant *C) const {
  llvm::Type *Ty = registerType(C->type());
  if (!Ty->isPointerTy())
    return literalOf(Ty, C->bits());
  return llvm::ConstantExpr::getIntToPtr(B.getInt64(C->bits()), Ty);
}

llvm::Value *ScalarEmitter::zero(Type T) const {
  return llvm::Constant::getNullValue(registerType(T));
}

llvm::Value *ScalarEmitter::extend64(Type T, llvm::Value *X) {
  return B.CreateIntCast(X, B.getInt64Ty(), T.isSigned());
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

llvm::Value *ScalarEmitter::emit(const Op *O,
                                 llvm::ArrayRef<llvm::Value *> Ops) {
  if (llvm::isa<SelectOp>(O))
    return emitSelect(O, Ops);
  if (const auto *C = llvm::dyn_cast<CastOp>(O))
    return emitCast(C, Ops[0]);
  if (const auto *A = llvm::dyn_cast<AddPtrOp>(O)) {
    V Offset = extend64(A->offset()->type().elementType(), Ops[1]);
    Type Pointee = A->type().elementType().pointee();
    return B.CreateGEP(memoryType(Pointee), Ops[0], Offset);
  }
  Type Element = operandType(O);
  if (Element.isFloat())
    return emitFloat(O, Element, Ops);
  if (Element.isBool())
    return IntegerOps(B).emitBool(O->kind(), Ops);
  return emitInteger(O, Element, Ops);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

llvm::Value *ScalarEmitter::addIndex(const Op *O, llvm::Value *Left,
                                     llvm::Value *Right) {
  bool Exact = O->boolAttr(NoWrapAttr);
  return B.CreateAdd(Left, Right, "", /*HasNUW=*/false, Exact);
}

llvm::Value *ScalarEmitter::emitInteger(const Op *O, Type Element,
                                        llvm::ArrayRef<llvm::Value *> Ops) {
  // What is known not to overflow may be extended before it is added, so that
  // constants end up in the offsets of addresses.
  bool Exact = O->boolAttr(NoWrapAttr);
  switch (O->kind()) {
  case OpKind::Add:
    return addIndex(O, Ops[0], Ops[1]);
  case OpKind::Sub:
    return B.CreateSub(Ops[0], Ops[1], "", /*HasNUW=*/false, Exact);
  case OpKind::Mul:
    return B.CreateMul(Ops[0], Ops[1], "", /*HasNUW=*/false, Exact);
  case OpKind::Div:
  case OpKind::Mod: {
    // Cheaper without signs.
    bool Signed = Element.isSigned() && !O->boolAttr(NonNegativeAttr);
    return IntegerOps(B).divide(O->kind(), Signed, Ops[0], Ops[1]);
  }
  default: // every other op wraps or cannot overflow
    return IntegerOps(B).emit(O->kind(), Element, Ops);
  }
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

llvm::Value *ScalarEmitter::emitFloat(const Op *O, Type Element,
                                      llvm::ArrayRef<llvm::Value *> Ops) {
  if (auto Predicate = floatComparison(O->kind()))
    return B.CreateFCmp(*Predicate, Ops[0], Ops[1]);
  switch (O->kind()) {
  case OpKind::Add:
    return B.CreateFAdd(Ops[0], Ops[1]);
  case OpKind::Sub:
    return B.CreateFSub(Ops[0], Ops[1]);
  case OpKind::Mul:
    return B.CreateFMul(Ops[0], Ops[1]);
  case OpKind::Minimum:
  case OpKind::Maximum:
    return emitExtremum(O, Element, Ops[0], Ops[1]);
  case OpKind::Fma:
    return B.CreateIntrinsic(llvm::Intrinsic::fma, {Ops[0]->getType()}, Ops);
  case OpKind::Neg:
    return B.CreateFNeg(Ops[0]);
  case OpKind::Abs:
    if (Element.isFloat8()) // held as its bits
      return B.CreateAnd(Ops[0], 0x7f);
    return B.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, Ops[0]);
  default: // the rest are functions
    return emitMath(O, Element, Ops);
  }
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Makes either zero the zero that Zero is, by an addition that changes nothing
/// else.
llvm::Value *ScalarEmitter::fixZero(llvm::Value *Result, llvm::Value *Zero) {
  auto *C = llvm::cast<llvm::ConstantFP>(Zero);
  V Positive = llvm::ConstantFP::get(Result->getType(), 0.0);
  if (!C->isNegative())
    return B.CreateFAdd(Result, Positive);
  return B.CreateFNeg(B.CreateFSub(Positive, Result));
}

/// `a < b || a != a ? a : b`: b on ties, and NaN from either side. Where NaN is
/// ignored, a is taken for a NaN in b.
llvm::Value *ScalarEmitter::emitExtremum(const Op *O, Type Element,
                                         llvm::Value *Left,
                                         llvm::Value *Right) {
  bool Propagates = O->boolAttr("propagate_nan", true);
  bool IsMin = llvm::isa<MinimumOp>(O);
  // One instruction, which orders the zeros: for reductions, where either zero
  // will do.
  if (O->boolAttr("gpu.any_zero") && Element.kind() != TypeKind::F64) {
    auto Propagating =
        IsMin ? llvm::Intrinsic::minimum : llvm::Intrinsic::maximum;
    auto Ignoring = IsMin ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum;
    return B.CreateBinaryIntrinsic(Propagates ? Propagating : Ignoring, Left,
                                   Right);
  }
  V Better =
      IsMin ? B.CreateFCmpOLT(Left, Right) : B.CreateFCmpOGT(Left, Right);
  V TakesLeft = Propagates ? Left : Right;
  bool FixZero = !Propagates && mistakesZero(IsMin, O->operand(1));
  if (auto *C = llvm::dyn_cast<llvm::ConstantFP>(TakesLeft); !C || C->isNaN())
    Better = B.CreateOr(Better, B.CreateFCmpUNO(TakesLeft, TakesLeft));
  V Result = B.CreateSelect(Better, Left, Right);
  return FixZero ? fixZero(Result, Right) : Result;
}

llvm::Value *ScalarEmitter::emitSelect(const Op *O,
                                       llvm::ArrayRef<llvm::Value *> Ops) {
  V Result = B.CreateSelect(Ops[0], Ops[1], Ops[2]);
  return mistakesZero(llvm::cast<SelectOp>(O)) ? fixZero(Result, Ops[2])
                                               : Result;
}
