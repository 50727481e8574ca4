//===- EmitCast.cpp - Conversions -----------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace mt;
using namespace mt::cpu;

llvm::Value *LaneBuilder::emitCast(const CastOp *C, llvm::Value *X) {
  Type From = C->input()->type().elementType();
  Type To = C->type().elementType();
  llvm::Type *Result = lanesOf(registerType(To), X);
  if (From == To)
    return X;
  if (C->isBitcast())
    return B.CreateBitCast(X, Result);
  llvm::StringRef Rounding =
      C->attr("rounding") ? C->attr("rounding").asString() : "";
  bool TowardZero = Rounding == "rtz";
  if (From.isFloat() && To.isFloat())
    return castFloat(X, From, To, TowardZero, /*Saturate=*/To.isFloat8());
  if (From.isFloat())
    return castFloatToInteger(X, From, To);
  if (To.isFloat())
    return castIntegerToFloat(X, From, To, TowardZero);
  if (To.isBool())
    return B.CreateIsNotNull(X);
  return B.CreateIntCast(X, Result, From.isSigned());
}

llvm::Value *LaneBuilder::castFloat(llvm::Value *X, Type From, Type To,
                                    bool TowardZero, bool Saturate) {
  bool FromWide = From.kind() == TypeKind::F32 || From.kind() == TypeKind::F64;
  if (!FromWide)
    X = widen(X, From);
  bool IsDouble = From.kind() == TypeKind::F64;
  if (To.kind() == TypeKind::F64)
    return IsDouble ? X : B.CreateFPExt(X, lanesOf(B.getDoubleTy(), X));
  if (To.kind() == TypeKind::F32) {
    if (!IsDouble)
      return X;
    return TowardZero ? narrowTowardZero(X)
                      : B.CreateFPTrunc(X, lanesOf(B.getFloatTy(), X));
  }
  if (IsDouble)
    X = narrowToOdd(X);
  return narrow(X, To, TowardZero, Saturate);
}

llvm::Value *LaneBuilder::castFloatToInteger(llvm::Value *X, Type From,
                                             Type To) {
  if (From.kind() != TypeKind::F32 && From.kind() != TypeKind::F64)
    X = widen(X, From);
  if (To.isBool())
    return B.CreateFCmpUNE(X, llvm::ConstantFP::get(X->getType(), 0.0));
  llvm::Type *Result = lanesOf(registerType(To), X);
  auto ID =
      To.isSigned() ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  return B.CreateIntrinsic(ID, {Result, X->getType()}, {X});
}

// To a float narrower than f32 by way of f64, which holds 32-bit integers
// exactly and wider ones rounded to odd.
llvm::Value *LaneBuilder::castIntegerToFloat(llvm::Value *X, Type From, Type To,
                                             bool TowardZero) {
  bool ToWide = To.kind() == TypeKind::F32 || To.kind() == TypeKind::F64;
  if (ToWide && !TowardZero) {
    llvm::Type *Result = lanesOf(registerType(To), X);
    return From.isSigned() ? B.CreateSIToFP(X, Result)
                           : B.CreateUIToFP(X, Result);
  }
  bool ToDouble = To.kind() == TypeKind::F64;
  V Double = integerAsDouble(X, From, /*RoundToOdd=*/!ToDouble);
  if (ToDouble)
    return Double;
  if (To.kind() == TypeKind::F32)
    return narrowTowardZero(Double);
  return narrow(narrowToOdd(Double), To, TowardZero,
                /*Saturate=*/To.isFloat8());
}
