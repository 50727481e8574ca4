//===- EmitNarrow.cpp - Floats of 8 and 16 bits to and from f32 -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors have instructions for f16 only, and those for bf16 flush
// denormals.
//
//===----------------------------------------------------------------------===//

#include "../LLVM/NarrowFloats.h"
#include "Lanes.h"

using namespace mt;
using namespace mt::cpu;

llvm::Value *LaneBuilder::widen(llvm::Value *Bits, Type From) {
  if (From.kind() == TypeKind::F16 && M.HasF16C)
    return B.CreateFPExt(B.CreateBitCast(Bits, lanesOf(B.getHalfTy(), Bits)),
                         lanesOf(B.getFloatTy(), Bits));
  return NarrowFloats(B).widen(Bits, From);
}

llvm::Value *LaneBuilder::narrow(llvm::Value *F32, Type To, bool TowardZero,
                                 bool Saturate) {
  if (To.kind() == TypeKind::F16 && M.HasF16C && !TowardZero)
    return B.CreateBitCast(B.CreateFPTrunc(F32, lanesOf(B.getHalfTy(), F32)),
                           lanesOf(B.getInt16Ty(), F32));
  return NarrowFloats(B).narrow(F32, To, TowardZero, Saturate);
}

llvm::Value *LaneBuilder::narrowToOdd(llvm::Value *F64) {
  return NarrowFloats(B).toOdd(F64);
}

llvm::Value *LaneBuilder::narrowTowardZero(llvm::Value *F64) {
  return NarrowFloats(B).towardZero(F64);
}

llvm::Value *LaneBuilder::integerAsDouble(llvm::Value *X, Type From,
                                          bool RoundToOdd) {
  return NarrowFloats(B).integerToDouble(X, From, RoundToOdd);
}
