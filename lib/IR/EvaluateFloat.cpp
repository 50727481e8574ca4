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
// transcendental functions are double's, rounded. An op that takes floats and
// has no rule here does not compile.
//
//===----------------------------------------------------------------------===//

#include "EvaluateDetail.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/IR/Ops.h"
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

//===----------------------------------------------------------------------===//
// Rules: in the type itself for binary ops (double for the narrow ones), in
// double for functions
//===----------------------------------------------------------------------===//

namespace {

template <typename OpTy> double unary(double A) = delete;
#define MT_UNARY(OP, RESULT)                                                   \
  template <> double unary<OP##Op>(double A) { return RESULT; }
MT_UNARY(Exp, std::exp(A))
MT_UNARY(Exp2, std::exp2(A))
MT_UNARY(Log, std::log(A))
MT_UNARY(Log2, std::log2(A))
MT_UNARY(Sqrt, std::sqrt(A))
MT_UNARY(Rsqrt, 1.0 / std::sqrt(A))
MT_UNARY(Sin, std::sin(A))
MT_UNARY(Cos, std::cos(A))
MT_UNARY(Erf, std::erf(A))
MT_UNARY(Tanh, std::tanh(A))
MT_UNARY(Floor, std::floor(A))
MT_UNARY(Ceil, std::ceil(A))
#undef MT_UNARY

template <typename OpTy> bool comparison(double A, double B) = delete;
#define MT_COMPARISON(OP, RESULT)                                              \
  template <> bool comparison<OP##Op>(double A, double B) { return RESULT; }
MT_COMPARISON(CmpLt, A < B)
MT_COMPARISON(CmpLe, A <= B)
MT_COMPARISON(CmpGt, A > B)
MT_COMPARISON(CmpGe, A >= B)
MT_COMPARISON(CmpEq, A == B)
MT_COMPARISON(CmpNe, A != B)
#undef MT_COMPARISON

/// Rules of binary ops; a class, so that they cover float and double at once.
template <typename OpTy> struct Binary;
#define MT_BINARY(OP, RESULT)                                                  \
  template <> struct Binary<OP##Op> {                                          \
    template <typename T> static T apply(T A, T B, bool IgnoreNaN) {           \
      return RESULT;                                                           \
    }                                                                          \
  };
MT_BINARY(Add, A + B)
MT_BINARY(Sub, A - B)
MT_BINARY(Mul, A *B)
MT_BINARY(Div, A / B)
MT_BINARY(Mod, std::fmod(A, B))
MT_BINARY(Minimum, minimum(A, B, IgnoreNaN))
MT_BINARY(Maximum, maximum(A, B, IgnoreNaN))
#undef MT_BINARY

} // namespace

//===----------------------------------------------------------------------===//
// Ops on the sign bit, fma
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

template <typename OpTy>
static uint64_t applyBinary(Type Ty, double A, double B, bool IgnoreNaN) {
  if (Ty.kind() != TypeKind::F32)
    return doubleToBits(Binary<OpTy>::apply(A, B, IgnoreNaN), Ty);
  float Result = Binary<OpTy>::apply(float(A), float(B), IgnoreNaN);
  return std::bit_cast<uint32_t>(Result);
}

template <typename OpTy>
static uint64_t apply(Type Ty, llvm::ArrayRef<uint64_t> Operands,
                      bool IgnoreNaN) {
  constexpr OpKind K = OpTy::Kind;
  if constexpr (!computesOn<OpTy>(TS_Float)) {
    llvm_unreachable("not an op on floats");
  } else if constexpr (K == OpKind::Neg || K == OpKind::Abs) {
    return withSign(Operands[0], Ty.kind(), /*Flip=*/K == OpKind::Neg);
  } else if constexpr (K == OpKind::Fma) {
    return evaluateFma(Ty, Operands);
  } else {
    double A = bitsToDouble(Operands[0], Ty);
    if constexpr (OpTy::Info.NumOperands == 1)
      return doubleToBits(unary<OpTy>(A), Ty);
    else if constexpr (OpTy::Info.Result == ResultType::Bool)
      return comparison<OpTy>(A, bitsToDouble(Operands[1], Ty));
    else
      return applyBinary<OpTy>(Ty, A, bitsToDouble(Operands[1], Ty), IgnoreNaN);
  }
}

uint64_t detail::evaluateFloat(OpKind Op, Type Ty,
                               llvm::ArrayRef<uint64_t> Operands,
                               bool IgnoreNaN) {
  switch (Op) {
#define MT_OP(Name, Family)                                                    \
  case OpKind::Name:                                                           \
    return apply<Name##Op>(Ty, Operands, IgnoreNaN);
#include "mytriton/IR/Ops.def"
  }
  llvm_unreachable("covered switch");
}
