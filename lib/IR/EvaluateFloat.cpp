//===- EvaluateFloat.cpp - Float ops --------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 and f64 compute in their own type. f16, bf16 and the 8-bit floats
// compute in double and round once more: with 53 bits against at most 11 the
// second rounding of +, -, *, / and sqrt never differs from a direct one
// (Figueroa: 53 >= 2 * 11 + 2), and fma goes through round-to-odd. f32's
// transcendental functions are double's, rounded.
//
//===----------------------------------------------------------------------===//

#include "EvaluateDetail.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace mt;
using namespace mt::detail;

/// The greater operand, the right one on ties. A NaN wins, or with IgnoreNaN
/// loses.
template <typename T> static T maximum(T A, T B, bool IgnoreNaN) {
  if (IgnoreNaN && std::isnan(B))
    return A;
  if (IgnoreNaN && std::isnan(A))
    return B;
  return A > B || std::isnan(A) ? A : B;
}

template <typename T> static T minimum(T A, T B, bool IgnoreNaN) {
  if (IgnoreNaN && std::isnan(B))
    return A;
  if (IgnoreNaN && std::isnan(A))
    return B;
  return A < B || std::isnan(A) ? A : B;
}

template <typename T>
static T evaluateBinary(OpKind Op, T A, T B, bool IgnoreNaN) {
  switch (Op) {
  case OpKind::Add:
    return A + B;
  case OpKind::Sub:
    return A - B;
  case OpKind::Mul:
    return A * B;
  case OpKind::Div:
    return A / B;
  case OpKind::Mod:
    return std::fmod(A, B);
  case OpKind::Minimum:
    return minimum(A, B, IgnoreNaN);
  case OpKind::Maximum:
    return maximum(A, B, IgnoreNaN);
  default:
    llvm_unreachable("not a binary float op");
  }
}

static std::optional<bool> compare(OpKind Op, double A, double B) {
  switch (Op) {
  case OpKind::CmpLt:
    return A < B;
  case OpKind::CmpLe:
    return A <= B;
  case OpKind::CmpGt:
    return A > B;
  case OpKind::CmpGe:
    return A >= B;
  case OpKind::CmpEq:
    return A == B;
  case OpKind::CmpNe:
    return A != B;
  default:
    return std::nullopt;
  }
}

/// Functions that compute in double whatever the type; nothing for other ops.
static std::optional<double> evaluateMath(OpKind Op, double A) {
  switch (Op) {
  case OpKind::Exp:
    return std::exp(A);
  case OpKind::Exp2:
    return std::exp2(A);
  case OpKind::Log:
    return std::log(A);
  case OpKind::Log2:
    return std::log2(A);
  case OpKind::Sqrt:
    return std::sqrt(A);
  case OpKind::Rsqrt:
    return 1.0 / std::sqrt(A);
  case OpKind::Sin:
    return std::sin(A);
  case OpKind::Cos:
    return std::cos(A);
  case OpKind::Erf:
    return std::erf(A);
  case OpKind::Tanh:
    return std::tanh(A);
  case OpKind::Floor:
    return std::floor(A);
  case OpKind::Ceil:
    return std::ceil(A);
  default:
    return std::nullopt;
  }
}

static unsigned floatWidth(TypeKind K) {
  return K == TypeKind::F64 ? 64 : floatFormat(K).width();
}

/// neg and abs work on the sign bit: NaNs and zeros keep the rest.
static uint64_t withSign(uint64_t Bits, TypeKind K, bool Flip) {
  uint64_t Sign = uint64_t(1) << (floatWidth(K) - 1);
  bool NoNegativeZero = K == TypeKind::F8E4M3FNUZ || K == TypeKind::F8E5M2FNUZ;
  if (NoNegativeZero && (Bits & (Sign - 1)) == 0)
    return Bits; // zero and NaN
  return Flip ? Bits ^ Sign : Bits & ~Sign;
}

static uint64_t evaluateFma(Type Ty, llvm::ArrayRef<uint64_t> Operands) {
  if (Ty.kind() == TypeKind::F32) {
    auto F = [&](unsigned I) {
      return std::bit_cast<float>(uint32_t(Operands[I]));
    };
    return std::bit_cast<uint32_t>(std::fma(F(0), F(1), F(2)));
  }
  double A = bitsToDouble(Operands[0], Ty);
  double B = bitsToDouble(Operands[1], Ty);
  double C = bitsToDouble(Operands[2], Ty);
  if (Ty.kind() == TypeKind::F64)
    return std::bit_cast<uint64_t>(std::fma(A, B, C));
  return doubleToBits(fmaRoundToOdd(A, B, C), Ty);
}

uint64_t detail::evaluateFloat(OpKind Op, Type Ty,
                               llvm::ArrayRef<uint64_t> Operands,
                               bool IgnoreNaN) {
  if (Op == OpKind::Fma)
    return evaluateFma(Ty, Operands);
  if (Op == OpKind::Neg || Op == OpKind::Abs)
    return withSign(Operands[0], Ty.kind(), Op == OpKind::Neg);
  double A = bitsToDouble(Operands[0], Ty);
  if (std::optional<double> Result = evaluateMath(Op, A))
    return doubleToBits(*Result, Ty);
  double B = bitsToDouble(Operands[1], Ty);
  if (std::optional<bool> Result = compare(Op, A, B))
    return *Result;
  if (Ty.kind() == TypeKind::F32) {
    float Result = evaluateBinary(Op, float(A), float(B), IgnoreNaN);
    return std::bit_cast<uint32_t>(Result);
  }
  return doubleToBits(evaluateBinary(Op, A, B, IgnoreNaN), Ty);
}
