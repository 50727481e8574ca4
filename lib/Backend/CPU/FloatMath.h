//===- FloatMath.h - Transcendental functions as LLVM IR --------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_FLOATMATH_H
#define MYTRITON_BACKEND_CPU_FLOATMATH_H

#include "Lanes.h"

namespace mt::cpu {

/// Expands functions of f32 inline, so that they run as wide as the rest of
/// the loop; those of f64 are calls of libm. docs/math.md states the errors.
/// Results do not depend on the number of lanes.
class FloatMath {
public:
  explicit FloatMath(LaneBuilder &L) : L(L), B(L.builder()) {}

  /// The function Kind of X, which is f32 or f64.
  llvm::Value *emit(OpKind Kind, llvm::Value *X);

private:
  using V = llvm::Value *;

  V exp(V X);
  V exp2(V X);
  V log(V X);
  V log2(V X);
  V tanh(V X);
  V erf(V X);
  V sinCos(V X, bool Cosine);
  V sinCosReduced(V X, bool Cosine);

  // Pieces.
  V expReduced(V R);
  V scale(V X, V Exponent);
  struct Split {
    V Exponent;   ///< f32, integral
    V MantissaM1; ///< mantissa - 1, within [sqrt(1/2) - 1, sqrt(2) - 1]
  };
  Split splitExponent(V X);
  V logTail(V F);
  V logSpecials(V X, V Result);

  // Shorthands.
  V num(V Like, double C) { return llvm::ConstantFP::get(Like->getType(), C); }
  V bits(V X);
  V asFloat(V Bits);
  V abs(V X) { return L.intrinsic(llvm::Intrinsic::fabs, {X}); }
  V roundEven(V X);
  V toInt(V X);
  /// Coefficients from the highest power down, in X.
  V polynomial(V X, llvm::ArrayRef<double> Coefficients);
  /// min(max(X, Low), High) that lets NaN through.
  V clamp(V X, double Low, double High);
  V copySign(V Magnitude, V Sign);

  LaneBuilder &L;
  LaneBuilder::Builder &B;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_FLOATMATH_H
