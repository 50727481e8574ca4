//===- EvaluateConvert.cpp - Conversions between scalar types -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats narrower than f32 have no host type: they are taken apart and rounded
// here, once, from an exact mantissa and exponent. Nothing rounds twice.
//
//===----------------------------------------------------------------------===//

#include "EvaluateDetail.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace mt;
using namespace mt::detail;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

uint64_t FloatFormat::maxFinite() const {
  uint64_t All = signBit() - 1;
  switch (Special) {
  case SpecialKind::IEEE:
    return All - (uint64_t(1) << MantissaBits);
  case SpecialKind::NaNOnly:
    return All - 1;
  case SpecialKind::FNUZ:
    return All;
  }
  llvm_unreachable("covered switch");
}

uint64_t FloatFormat::nan(bool Negative) const {
  uint64_t Sign = Negative ? signBit() : 0;
  switch (Special) {
  case SpecialKind::IEEE: // quiet: the mantissa's top bit
    return Sign | (maxFinite() + 1) | (uint64_t(1) << (MantissaBits - 1));
  case SpecialKind::NaNOnly:
    return Sign | (signBit() - 1);
  case SpecialKind::FNUZ:
    return signBit();
  }
  llvm_unreachable("covered switch");
}

uint64_t FloatFormat::overflow(bool Negative) const {
  if (Special != SpecialKind::IEEE)
    return nan(Negative);
  return (Negative ? signBit() : 0) | (maxFinite() + 1);
}

const FloatFormat &detail::floatFormat(TypeKind K) {
  static constexpr FloatFormat Formats[] = {
      {3, 4, 7, SpecialKind::NaNOnly}, // f8e4m3fn
      {2, 5, 15, SpecialKind::IEEE},   // f8e5m2
      {3, 4, 8, SpecialKind::FNUZ},    // f8e4m3fnuz
      {2, 5, 16, SpecialKind::FNUZ},   // f8e5m2fnuz
      {10, 5, 15, SpecialKind::IEEE},  // f16
      {7, 8, 127, SpecialKind::IEEE},  // bf16
      {23, 8, 127, SpecialKind::IEEE}, // f32
  };
  assert(K >= TypeKind::F8E4M3FN && K <= TypeKind::F32 && "no narrow float");
  return Formats[unsigned(K) - unsigned(TypeKind::F8E4M3FN)];
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Mantissa >> Shift, rounded by the bits shifted out.
static uint64_t shiftRight(uint64_t Mantissa, unsigned Shift, Rounding R) {
  assert(Shift != 0 && "no format keeps 64 bits");
  if (Shift > 64)
    return 0; // below half of the last place
  uint64_t Kept = Shift == 64 ? 0 : Mantissa >> Shift;
  if (R == Rounding::TowardZero)
    return Kept;
  uint64_t Half = uint64_t(1) << (Shift - 1);
  uint64_t Lost = Shift == 64 ? Mantissa : Mantissa & ((Half << 1) - 1);
  bool Up = Lost > Half || (Lost == Half && (Kept & 1));
  return Kept + Up;
}

uint64_t detail::roundToFormat(const FloatFormat &F, bool Negative,
                               uint64_t Mantissa, int Exponent, Rounding R,
                               bool Saturate) {
  // The sign of a zero does not exist where its bits mean NaN.
  uint64_t Sign = Negative ? F.signBit() : 0;
  uint64_t Zero = F.Special == SpecialKind::FNUZ ? 0 : Sign;
  if (Mantissa == 0)
    return Zero;
  unsigned Lead = std::countl_zero(Mantissa);
  Mantissa <<= Lead;
  Exponent -= int(Lead);
  // The value is Mantissa * 2^Exponent with bit 63 set; Top is its exponent.
  int Top = Exponent + 63;
  int MinNormal = 1 - F.Bias;
  int Biased = Top >= MinNormal ? Top + F.Bias : 1;
  // The last place of the result weighs 2^Ulp.
  int Ulp = (Top >= MinNormal ? Top : MinNormal) - int(F.MantissaBits);
  uint64_t Rounded = shiftRight(Mantissa, unsigned(Ulp - Exponent), R);
  if (Rounded == 0)
    return Zero;
  // Adding lets a carry, or the first normal number, move the exponent.
  uint64_t Bits = (uint64_t(Biased - 1) << F.MantissaBits) + Rounded;
  if (Bits <= F.maxFinite())
    return Sign | Bits;
  bool Clamp = Saturate || R == Rounding::TowardZero;
  return Clamp ? Sign | F.maxFinite() : F.overflow(Negative);
}

double detail::fmaRoundToOdd(double A, double B, double C) {
  double Product = A * B; // exact: at most 22 bits
  double Sum = Product + C;
  if (!std::isfinite(Sum))
    return Sum;
  // Knuth's two-sum: Sum + Error is the exact value.
  double Part = Sum - Product;
  double Error = (Product - (Sum - Part)) + (C - Part);
  if (Error == 0)
    return Sum;
  uint64_t Bits = std::bit_cast<uint64_t>(Sum);
  if (Bits & 1)
    return Sum;
  // Sum is even and inexact: of the two neighbours around the exact value,
  // the other one is odd.
  bool Outward = (Error > 0) == (Sum > 0);
  return std::bit_cast<double>(Outward ? Bits + 1 : Bits - 1);
}

//===----------------------------------------------------------------------===//
// Floats to and from double
//===----------------------------------------------------------------------===//

/// A narrow float's value; every one is a double.
static double decode(const FloatFormat &F, uint64_t Bits) {
  bool Negative = Bits & F.signBit();
  uint64_t Magnitude = Bits & (F.signBit() - 1);
  double Sign = Negative ? -1.0 : 1.0;
  if (F.Special == SpecialKind::FNUZ && Bits == F.signBit())
    return std::nan("");
  if (Magnitude > F.maxFinite()) {
    if (F.Special == SpecialKind::IEEE && Magnitude == F.maxFinite() + 1)
      return Sign * HUGE_VAL;
    return std::copysign(std::nan(""), Sign);
  }
  uint64_t Field = Magnitude >> F.MantissaBits;
  uint64_t Mantissa = Magnitude & ((uint64_t(1) << F.MantissaBits) - 1);
  if (Field)
    Mantissa |= uint64_t(1) << F.MantissaBits;
  int Exponent = int(Field ? Field : 1) - F.Bias - int(F.MantissaBits);
  // A power of two in the normal range of double, made without a call.
  double Scale = std::bit_cast<double>(uint64_t(Exponent + 1023) << 52);
  return Sign * double(Mantissa) * Scale;
}

double mt::bitsToDouble(uint64_t Bits, Type Float) {
  TypeKind K = Float.kind();
  if (K == TypeKind::F64)
    return std::bit_cast<double>(Bits);
  if (K == TypeKind::F32)
    return std::bit_cast<float>(uint32_t(Bits));
  if (K == TypeKind::BF16)
    return std::bit_cast<float>(uint32_t(Bits) << 16);
  return decode(floatFormat(K), Bits);
}

static uint64_t encode(const FloatFormat &F, double V, Rounding R,
                       bool Saturate) {
  uint64_t Bits = std::bit_cast<uint64_t>(V);
  bool Negative = Bits >> 63;
  unsigned Field = (Bits >> 52) & 0x7FF;
  uint64_t Mantissa = Bits & ((uint64_t(1) << 52) - 1);
  if (Field == 0x7FF) {
    if (Mantissa)
      return F.nan(Negative);
    return Saturate ? (Negative ? F.signBit() : 0) | F.maxFinite()
                    : F.overflow(Negative);
  }
  if (Field)
    Mantissa |= uint64_t(1) << 52;
  return roundToFormat(F, Negative, Mantissa, int(Field ? Field : 1) - 1075, R,
                       Saturate);
}

uint64_t mt::doubleToBits(double V, Type Float) {
  TypeKind K = Float.kind();
  if (K == TypeKind::F64)
    return std::bit_cast<uint64_t>(V);
  if (K == TypeKind::F32)
    return std::bit_cast<uint32_t>(float(V));
  return encode(floatFormat(K), V, Rounding::NearestEven, /*Saturate=*/false);
}

//===----------------------------------------------------------------------===//
// cast
//===----------------------------------------------------------------------===//

/// Truncation toward zero; the nearest bound outside the type, 0 for NaN.
static uint64_t doubleToInteger(double V, TypeKind K) {
  unsigned Width = integerWidth(K);
  if (std::isnan(V))
    return 0;
  if (isSignedKind(K)) {
    double Limit = std::ldexp(1.0, int(Width) - 1);
    if (V >= Limit)
      return truncateTo(~uint64_t(0) >> (65 - Width), Width);
    if (V < -Limit)
      return uint64_t(1) << (Width - 1);
    return truncateTo(uint64_t(int64_t(V)), Width);
  }
  if (V >= std::ldexp(1.0, int(Width)))
    return truncateTo(~uint64_t(0), Width);
  return V <= 0 ? 0 : uint64_t(V);
}

static uint64_t integerToFloat(uint64_t Bits, TypeKind From, Type To,
                               Rounding R) {
  uint64_t Wide = extendInteger(Bits, From);
  bool Negative = isSignedKind(From) && int64_t(Wide) < 0;
  uint64_t Magnitude = Negative ? 0 - Wide : Wide;
  if (To.kind() == TypeKind::F64) {
    constexpr FloatFormat Double = {52, 11, 1023, SpecialKind::IEEE};
    return roundToFormat(Double, Negative, Magnitude, 0, R, false);
  }
  return roundToFormat(floatFormat(To.kind()), Negative, Magnitude, 0, R,
                       To.isFloat8());
}

static uint64_t floatToFloat(uint64_t Bits, Type From, Type To, Rounding R) {
  if (From == To)
    return Bits;
  double V = bitsToDouble(Bits, From);
  if (To.kind() == TypeKind::F64)
    return std::bit_cast<uint64_t>(V);
  if (To.kind() == TypeKind::F32 && R == Rounding::NearestEven)
    return std::bit_cast<uint32_t>(float(V));
  return encode(floatFormat(To.kind()), V, R, To.isFloat8());
}

uint64_t mt::convertBits(uint64_t Bits, Type From, Type To, bool TowardZero) {
  Rounding R = TowardZero ? Rounding::TowardZero : Rounding::NearestEven;
  if (From.isFloat()) {
    if (To.isFloat())
      return floatToFloat(Bits, From, To, R);
    double V = bitsToDouble(Bits, From);
    return To.isBool() ? uint64_t(V != 0) : doubleToInteger(V, To.kind());
  }
  if (To.isFloat())
    return integerToFloat(Bits, From.kind(), To, R);
  if (To.isBool())
    return Bits != 0;
  return truncateTo(extendInteger(Bits, From.kind()), integerWidth(To.kind()));
}
