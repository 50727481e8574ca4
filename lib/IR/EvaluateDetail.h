//===- EvaluateDetail.h - Shared parts of the evaluator ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/IR. Formats of the narrow floats, and one function per family
// of element types.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_EVALUATEDETAIL_H
#define MYTRITON_LIB_IR_EVALUATEDETAIL_H

#include "mytriton/IR/Op.h"
#include <bit>

namespace mt::detail {

/// How a float format spells infinities and NaN.
enum class SpecialKind : uint8_t {
  IEEE,    ///< infinities and NaNs in the top exponent
  NaNOnly, ///< one NaN (all ones), no infinity: the `fn` formats
  FNUZ,    ///< NaN is the negative zero, no infinity
};

/// Layout of a float type below f64.
struct FloatFormat {
  unsigned MantissaBits; ///< without the implied one
  unsigned ExponentBits;
  int Bias;
  SpecialKind Special;

  unsigned width() const { return 1 + ExponentBits + MantissaBits; }
  uint64_t signBit() const { return uint64_t(1) << (width() - 1); }
  /// The largest finite magnitude's bits.
  uint64_t maxFinite() const;
  /// Infinity's bits, or NaN's where there is no infinity.
  uint64_t overflow(bool Negative) const;
  uint64_t nan(bool Negative) const;
};

const FloatFormat &floatFormat(TypeKind K);

/// What happens to a value that is rounded.
enum class Rounding : uint8_t { NearestEven, TowardZero };

/// ±(Mantissa * 2^Exponent) as bits of the format. With Saturate, overflow
/// gives the largest finite.
uint64_t roundToFormat(const FloatFormat &F, bool Negative, uint64_t Mantissa,
                       int Exponent, Rounding R, bool Saturate);

/// a * b + c of doubles that hold f16 or bf16 values, rounded to odd: rounding
/// the result to either type equals rounding the exact value.
double fmaRoundToOdd(double A, double B, double C);

constexpr unsigned integerWidth(TypeKind K) {
  switch (K) {
  case TypeKind::Bool:
    return 1;
  case TypeKind::I8:
  case TypeKind::U8:
    return 8;
  case TypeKind::I16:
  case TypeKind::U16:
    return 16;
  case TypeKind::I32:
  case TypeKind::U32:
    return 32;
  default:
    return 64;
  }
}

constexpr bool isSignedKind(TypeKind K) {
  return K >= TypeKind::I8 && K <= TypeKind::I64;
}

/// Drops the bits above the width.
constexpr uint64_t truncateTo(uint64_t Bits, unsigned Width) {
  return Width == 64 ? Bits : Bits & ((uint64_t(1) << Width) - 1);
}

/// The value of the low Width bits, sign-extended to 64.
constexpr int64_t signExtend(uint64_t Bits, unsigned Width) {
  return int64_t(Bits << (64 - Width)) >> (64 - Width);
}

/// The integer's value extended to 64 bits by its own signedness.
constexpr uint64_t extendInteger(uint64_t Bits, TypeKind K) {
  return isSignedKind(K) ? uint64_t(signExtend(Bits, integerWidth(K))) : Bits;
}

/// True for ops that compute on one or more operands of one element type,
/// if that may be of Set: those that need a rule for such elements.
template <typename OpTy> constexpr bool computesOn(unsigned Set) {
  const OpInfo &I = OpTy::Info;
  return I.has(OT_Elementwise) && (I.Elements & Set) &&
         I.Operands[0].Type == OperandType::Element;
}

/// One lane of an op on bools, integers or pointers (Kind of the operands).
uint64_t evaluateInteger(OpKind Op, TypeKind Kind,
                         llvm::ArrayRef<uint64_t> Operands);

/// One lane of an op on floats. IgnoreNaN is {propagate_nan=false}.
uint64_t evaluateFloat(OpKind Op, Type Ty, llvm::ArrayRef<uint64_t> Operands,
                       bool IgnoreNaN);

} // namespace mt::detail

#endif // MYTRITON_LIB_IR_EVALUATEDETAIL_H
