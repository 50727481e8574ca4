//===- EmitCast.cpp - Conversions -----------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../LLVM/NarrowFloats.h"
#include "ScalarEmitter.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace mt;
using namespace mt::nvptx;
namespace Intrinsic = llvm::Intrinsic;

static bool isTowardZero(const Op *O) {
  Attr Rounding = O->attr("rounding");
  return Rounding && Rounding.kind() == AttrKind::String &&
         Rounding.asString() == "rtz";
}

static bool isDouble(llvm::Value *X) { return X->getType()->isDoubleTy(); }

llvm::Value *ScalarEmitter::emitCast(const CastOp *C, llvm::Value *X) {
  Type From = C->input()->type().elementType();
  Type To = C->type().elementType();
  if (From == To)
    return X;
  if (C->isBitcast())
    return fromBits(To, toBits(From, X));
  if (From.isPointer() || To.isPointer())
    return castPointer(From, To, X);
  if (To.isFloat8())
    return castToFloat8(From, To, X);
  if (To.isFloat())
    return castToFloat(C, From, To, X);
  if (From.isFloat())
    return castToInteger(From, To, asFloat(From, X));
  if (To.isBool())
    return B.CreateIsNotNull(X);
  return B.CreateIntCast(X, registerType(To), From.isSigned());
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

llvm::Value *ScalarEmitter::toBits(Type T, llvm::Value *X) {
  if (T.isPointer())
    return B.CreatePtrToInt(X, B.getInt64Ty());
  return B.CreateBitCast(X, B.getIntNTy(T.bitWidth()));
}

llvm::Value *ScalarEmitter::fromBits(Type T, llvm::Value *X) {
  if (T.isPointer())
    return B.CreateIntToPtr(X, registerType(T));
  return B.CreateBitCast(X, registerType(T));
}

llvm::Value *ScalarEmitter::castPointer(Type From, Type To, llvm::Value *X) {
  if (From.isPointer() && To.isPointer())
    return X;
  if (To.isPointer())
    return B.CreateIntToPtr(extend64(From, X), registerType(To));
  V Bits = B.CreatePtrToInt(X, B.getInt64Ty());
  return To.isBool() ? B.CreateIsNotNull(Bits)
                     : B.CreateTrunc(Bits, registerType(To));
}

//===----------------------------------------------------------------------===//
// To floats
//===----------------------------------------------------------------------===//

/// f32 or f64 to f16 or bf16, cut instead of rounded. Cutting twice cuts as far
/// as cutting once.
llvm::Value *ScalarEmitter::cutToHalf(Type To, llvm::Value *X) {
  if (isDouble(X))
    X = call(Intrinsic::nvvm_d2f_rz, {X});
  if (SM < 80)
    return fromBits(To, NarrowFloats(B).narrow(X, To, /*TowardZero=*/true,
                                               /*Saturate=*/false));
  bool IsHalf = To.kind() == TypeKind::F16;
  V Pair =
      call(IsHalf ? Intrinsic::nvvm_ff2f16x2_rz : Intrinsic::nvvm_ff2bf16x2_rz,
           {llvm::ConstantFP::get(X->getType(), 0.0), X});
  return B.CreateExtractElement(Pair, uint64_t(0));
}

/// LLVM rounds integers to bf16 twice where the machine cannot do it once.
llvm::Value *ScalarEmitter::integerToBFloat(Type From, llvm::Value *X) {
  V Odd = NarrowFloats(B).toOdd(
      NarrowFloats(B).integerToDouble(X, From, /*RoundToOdd=*/true));
  return B.CreateFPTrunc(Odd, B.getBFloatTy());
}

llvm::Value *ScalarEmitter::castToFloat(const CastOp *O, Type From, Type To,
                                        llvm::Value *X) {
  llvm::Type *Result = registerType(To);
  bool TowardZero = isTowardZero(O);
  bool ToHalf = To.kind() == TypeKind::F16 || To.kind() == TypeKind::BF16;
  if (From.isFloat()) {
    X = asFloat(From, X);
    if (ToHalf && TowardZero)
      return cutToHalf(To, X);
    if (TowardZero && isDouble(X) && To.isF32())
      return call(Intrinsic::nvvm_d2f_rz, {X});
    return B.CreateFPCast(X, Result);
  }
  if (To.kind() == TypeKind::BF16 && From.bitWidth() > 8)
    return integerToBFloat(From, X);
  return From.isSigned() ? B.CreateSIToFP(X, Result)
                         : B.CreateUIToFP(X, Result);
}

//===----------------------------------------------------------------------===//
// 8-bit floats
//===----------------------------------------------------------------------===//

llvm::Value *ScalarEmitter::widenFloat8(Type From, llvm::Value *X) {
  if (SM < 89)
    return NarrowFloats(B).widen(X, From);
  auto ID = From.kind() == TypeKind::F8E4M3FN
                ? Intrinsic::nvvm_e4m3x2_to_f16x2_rn
                : Intrinsic::nvvm_e5m2x2_to_f16x2_rn;
  V Pair = call(ID, {B.CreateZExt(X, B.getInt16Ty())});
  return B.CreateFPExt(B.CreateExtractElement(Pair, uint64_t(0)),
                       B.getFloatTy());
}

llvm::Value *ScalarEmitter::castToFloat8(Type From, Type To, llvm::Value *X) {
  if (!From.isFloat()) // what f32 cannot hold exactly is beyond the largest
    X = From.isSigned() ? B.CreateSIToFP(X, B.getFloatTy())
                        : B.CreateUIToFP(X, B.getFloatTy());
  else
    X = asFloat(From, X);
  if (isDouble(X))
    X = NarrowFloats(B).toOdd(X);
  if (SM < 89)
    return NarrowFloats(B).narrow(X, To, /*TowardZero=*/false,
                                  /*Saturate=*/true);
  auto ID = To.kind() == TypeKind::F8E4M3FN ? Intrinsic::nvvm_ff_to_e4m3x2_rn
                                            : Intrinsic::nvvm_ff_to_e5m2x2_rn;
  V Pair = call(ID, {llvm::ConstantFP::get(X->getType(), 0.0), X});
  return B.CreateTrunc(Pair, B.getInt8Ty());
}

//===----------------------------------------------------------------------===//
// To integers
//===----------------------------------------------------------------------===//

/// The conversion of f32 or f64 to 32 or 64 bits, toward zero.
static Intrinsic::ID conversion(bool FromDouble, bool To64, bool Signed) {
  if (FromDouble && To64)
    return Signed ? Intrinsic::nvvm_d2ll_rz : Intrinsic::nvvm_d2ull_rz;
  if (FromDouble)
    return Signed ? Intrinsic::nvvm_d2i_rz : Intrinsic::nvvm_d2ui_rz;
  if (To64)
    return Signed ? Intrinsic::nvvm_f2ll_rz : Intrinsic::nvvm_f2ull_rz;
  return Signed ? Intrinsic::nvvm_f2i_rz : Intrinsic::nvvm_f2ui_rz;
}

/// Hardware saturates to 32 and 64 bits, and turns NaN into 0 only between f32
/// and 32 bits.
llvm::Value *ScalarEmitter::castToInteger(Type From, Type To, llvm::Value *X) {
  if (To.isBool())
    return B.CreateFCmpUNE(X, llvm::ConstantFP::get(X->getType(), 0.0));
  unsigned Width = To.bitWidth();
  bool Signed = To.isSigned();
  V Result = call(conversion(isDouble(X), Width == 64, Signed), {X});
  if (isDouble(X) || Width == 64)
    Result =
        B.CreateSelect(B.CreateFCmpUNO(X, X),
                       llvm::Constant::getNullValue(Result->getType()), Result);
  if (Width >= 32)
    return Result;
  if (Signed) {
    V Max = B.getInt32(llvm::maxIntN(Width)),
      Min = B.getInt32(llvm::minIntN(Width));
    Result = B.CreateBinaryIntrinsic(Intrinsic::smin, Result, Max);
    Result = B.CreateBinaryIntrinsic(Intrinsic::smax, Result, Min);
  } else {
    Result = B.CreateBinaryIntrinsic(Intrinsic::umin, Result,
                                     B.getInt32(llvm::maxUIntN(Width)));
  }
  return B.CreateTrunc(Result, registerType(To));
}
