//===- NarrowFloats.cpp - Floats of 8 and 16 bits to and from f32 ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowFloats.h"
#include "IntegerOps.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace mt;

static llvm::Type *lanesOf(llvm::Type *Scalar, llvm::Value *Like) {
  return IntegerOps::lanesOf(Scalar, Like->getType());
}

static llvm::Constant *ofInt(llvm::Value *Like, uint64_t Bits) {
  return IntegerOps::constantLike(Like, Bits);
}

namespace {

enum class Specials { IEEE, NaNOnly, FNUZ };

/// A float format narrower than f32.
struct Format {
  unsigned Mantissa, Exponent;
  int Bias;
  Specials Special;

  uint32_t sign() const { return 1u << (Mantissa + Exponent); }
  uint32_t maxFinite() const {
    uint32_t All = sign() - 1;
    if (Special == Specials::IEEE)
      return All - (1u << Mantissa);
    return Special == Specials::NaNOnly ? All - 1 : All;
  }
  uint32_t nan() const {
    if (Special == Specials::FNUZ)
      return sign();
    return Special == Specials::NaNOnly ? sign() - 1
                                        : (sign() - 1) & ~0u << (Mantissa - 1);
  }
  /// What a magnitude too large becomes without saturation.
  uint32_t overflow() const {
    return Special == Specials::IEEE ? maxFinite() + 1 : nan();
  }
};

} // namespace

static Format formatOf(TypeKind K) {
  switch (K) {
  case TypeKind::F8E4M3FN:
    return {3, 4, 7, Specials::NaNOnly};
  case TypeKind::F8E5M2:
    return {2, 5, 15, Specials::IEEE};
  case TypeKind::F8E4M3FNUZ:
    return {3, 4, 8, Specials::FNUZ};
  case TypeKind::F8E5M2FNUZ:
    return {2, 5, 16, Specials::FNUZ};
  case TypeKind::F16:
    return {10, 5, 15, Specials::IEEE};
  case TypeKind::BF16:
    return {7, 8, 127, Specials::IEEE};
  default:
    llvm_unreachable("not a narrow float");
  }
}

/// 2^E as a float constant like Ty.
static llvm::Constant *powerOfTwo(llvm::Type *Ty, int E) {
  return llvm::ConstantFP::get(Ty, std::ldexp(1.0, E));
}

// The magnitude's bits, moved to where f32 has them, are a float too small by
// a power of two, denormals included: one exact multiplication mends both.
llvm::Value *NarrowFloats::widen(llvm::Value *Bits, Type From) {
  llvm::Type *Int = lanesOf(B.getInt32Ty(), Bits);
  llvm::Type *Float = lanesOf(B.getFloatTy(), Bits);
  V Wide = B.CreateZExt(Bits, Int);
  if (From.kind() == TypeKind::BF16)
    return B.CreateBitCast(B.CreateShl(Wide, ofInt(Wide, 16)), Float);
  Format F = formatOf(From.kind());
  V Magnitude = B.CreateAnd(Wide, ofInt(Wide, F.sign() - 1));
  V Moved = B.CreateShl(Magnitude, ofInt(Wide, 23 - F.Mantissa));
  V Scaled = B.CreateFMul(B.CreateBitCast(Moved, Float),
                          powerOfTwo(Float, 127 - F.Bias));
  V Result = B.CreateBitCast(Scaled, Int);
  V NaN = ofInt(Wide, 0x7FC00000);
  if (F.Special == Specials::FNUZ) {
    Result = B.CreateSelect(B.CreateICmpEQ(Wide, ofInt(Wide, F.sign())), NaN,
                            Result);
  } else {
    V Finite = B.CreateICmpULE(Magnitude, ofInt(Wide, F.maxFinite()));
    V Special = B.CreateOr(Moved, ofInt(Wide, 0x7F800000));
    if (F.Special == Specials::NaNOnly)
      Special = NaN;
    Result = B.CreateSelect(Finite, Result, Special);
  }
  V Sign = B.CreateShl(B.CreateAnd(Wide, ofInt(Wide, F.sign())),
                       ofInt(Wide, 31 - F.Mantissa - F.Exponent));
  return B.CreateBitCast(B.CreateOr(Result, Sign), Float);
}

/// The bits of Magnitude (f32 bits without sign, not NaN) in the narrower
/// format's layout; too large ones give anything above maxFinite().
llvm::Value *NarrowFloats::magnitude(llvm::Value *Magnitude, Type To,
                                     bool TowardZero) {
  Format F = formatOf(To.kind());
  unsigned Shift = 23 - F.Mantissa;
  V Rounded = Magnitude;
  if (!TowardZero) {
    V Odd = B.CreateAnd(B.CreateLShr(Magnitude, ofInt(Magnitude, Shift)),
                        ofInt(Magnitude, 1));
    V Half = ofInt(Magnitude, (1u << (Shift - 1)) - 1);
    Rounded = B.CreateAdd(Magnitude, B.CreateAdd(Half, Odd));
  }
  V Normal =
      B.CreateSub(B.CreateLShr(Rounded, ofInt(Magnitude, Shift)),
                  ofInt(Magnitude, uint32_t(127 - F.Bias) << F.Mantissa));
  if (F.Bias == 127)
    return Normal; // f32's own exponents: denormals are no special case
  // Below the smallest normal number the last place is fixed: count in it.
  llvm::Type *Float = lanesOf(B.getFloatTy(), Magnitude);
  V InUlps = B.CreateFMul(B.CreateBitCast(Magnitude, Float),
                          powerOfTwo(Float, F.Bias - 1 + int(F.Mantissa)));
  V Small = B.CreateICmpULT(Magnitude,
                            ofInt(Magnitude, uint32_t(127 + 1 - F.Bias) << 23));
  InUlps = B.CreateSelect(Small, InUlps, llvm::ConstantFP::get(Float, 0.0));
  if (!TowardZero) // adding 2^23 rounds to an integer
    InUlps = B.CreateFSub(B.CreateFAdd(InUlps, powerOfTwo(Float, 23)),
                          powerOfTwo(Float, 23));
  V Denormal = B.CreateFPToSI(InUlps, Magnitude->getType());
  return B.CreateSelect(Small, Denormal, Normal);
}

llvm::Value *NarrowFloats::narrow(llvm::Value *F32, Type To, bool TowardZero,
                                  bool Saturate) {
  llvm::Type *Result = lanesOf(B.getIntNTy(To.bitWidth()), F32);
  Format F = formatOf(To.kind());
  V Bits = B.CreateBitCast(F32, lanesOf(B.getInt32Ty(), F32));
  V Magnitude = B.CreateAnd(Bits, ofInt(Bits, 0x7FFFFFFF));
  V Sign = B.CreateLShr(B.CreateXor(Bits, Magnitude),
                        ofInt(Bits, 31 - F.Mantissa - F.Exponent));
  V Narrow = magnitude(Magnitude, To, TowardZero);
  // The narrow bits of huge numbers may have wrapped: ask the exponent too.
  V Large = B.CreateICmpSGT(Narrow, ofInt(Bits, F.maxFinite()));
  V Infinite = B.CreateICmpUGE(Magnitude, ofInt(Bits, 0x7F800000));
  V IsNaN = B.CreateICmpUGT(Magnitude, ofInt(Bits, 0x7F800000));
  V Clamped =
      ofInt(Bits, Saturate || TowardZero ? F.maxFinite() : F.overflow());
  Narrow = B.CreateSelect(Large, Clamped, Narrow);
  V OfInfinity = ofInt(Bits, Saturate ? F.maxFinite() : F.overflow());
  Narrow = B.CreateSelect(Infinite, OfInfinity, Narrow);
  Narrow = B.CreateSelect(IsNaN, ofInt(Bits, F.nan()), Narrow);
  if (F.Special == Specials::FNUZ) {
    // The sign belongs to nonzero numbers; NaN is the negative zero.
    V Bare = B.CreateOr(B.CreateIsNull(Narrow),
                        B.CreateICmpEQ(Narrow, ofInt(Bits, F.sign())));
    Sign = B.CreateSelect(Bare, ofInt(Bits, 0), Sign);
  }
  return B.CreateTrunc(B.CreateOr(Narrow, Sign), Result);
}

// Moves an inexact result to the odd neighbour on the exact side: every
// further rounding then decides as if it saw the exact value.
llvm::Value *NarrowFloats::toOdd(llvm::Value *F64) {
  llvm::Type *Float = lanesOf(B.getFloatTy(), F64);
  V Near = B.CreateFPTrunc(F64, Float);
  V Back = B.CreateFPExt(Near, F64->getType());
  V Bits = B.CreateBitCast(Near, lanesOf(B.getInt32Ty(), F64));
  V Even = B.CreateIsNull(B.CreateAnd(Bits, ofInt(Bits, 1)));
  V Inexact = B.CreateFCmpONE(Back, F64);
  V Below = B.CreateFCmpOLT(B.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, Back),
                            B.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, F64));
  V Step = B.CreateSelect(Below, ofInt(Bits, 1), ofInt(Bits, 0xFFFFFFFF));
  V Odd =
      B.CreateSelect(B.CreateAnd(Even, Inexact), B.CreateAdd(Bits, Step), Bits);
  return B.CreateBitCast(Odd, Float);
}

llvm::Value *NarrowFloats::towardZero(llvm::Value *F64) {
  llvm::Type *Float = lanesOf(B.getFloatTy(), F64);
  V Near = B.CreateFPTrunc(F64, Float);
  V Back = B.CreateFPExt(Near, F64->getType());
  V Bits = B.CreateBitCast(Near, lanesOf(B.getInt32Ty(), F64));
  V Above = B.CreateFCmpOGT(B.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, Back),
                            B.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, F64));
  V Lower = B.CreateSub(Bits, ofInt(Bits, 1));
  return B.CreateBitCast(B.CreateSelect(Above, Lower, Bits), Float);
}

/// X as f64, rounded to odd or toward zero where 53 bits are too few.
llvm::Value *NarrowFloats::integerToDouble(llvm::Value *X, Type From,
                                           bool RoundToOdd) {
  llvm::Type *Double = lanesOf(B.getDoubleTy(), X);
  bool Signed = From.isSigned();
  if (From.bitWidth() <= 32)
    return Signed ? B.CreateSIToFP(X, Double) : B.CreateUIToFP(X, Double);
  V Magnitude = X;
  if (Signed)
    Magnitude = B.CreateBinaryIntrinsic(llvm::Intrinsic::abs, X, B.getFalse());
  V Zeros =
      B.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, Magnitude, B.getFalse());
  V Shift =
      B.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, ofInt(X, 11), Zeros);
  V Kept = B.CreateShl(B.CreateLShr(Magnitude, Shift), Shift);
  if (RoundToOdd) {
    V Lost = B.CreateIsNotNull(B.CreateXor(Kept, Magnitude));
    V LastPlace = B.CreateShl(ofInt(X, 1), Shift);
    Kept = B.CreateSelect(Lost, B.CreateOr(Kept, LastPlace), Kept);
  }
  V Result = B.CreateUIToFP(Kept, Double);
  if (!Signed)
    return Result;
  V Negative = B.CreateICmpSLT(X, ofInt(X, 0));
  return B.CreateSelect(Negative, B.CreateFNeg(Result), Result);
}
