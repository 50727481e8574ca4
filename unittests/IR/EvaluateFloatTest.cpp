//===- EvaluateFloatTest.cpp - The evaluator's float side -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's APFloat computes in each format itself and serves as the reference.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace mt;
using llvm::APFloat;
using llvm::APInt;

namespace {

constexpr TypeKind Float8Kinds[] = {TypeKind::F8E4M3FN, TypeKind::F8E5M2,
                                    TypeKind::F8E4M3FNUZ, TypeKind::F8E5M2FNUZ};
constexpr TypeKind ComputeKinds[] = {TypeKind::F16, TypeKind::BF16,
                                     TypeKind::F32, TypeKind::F64};

class EvaluateFloatTest : public ::testing::Test {
protected:
  Context Ctx;
  std::mt19937_64 Random{20261130};

  static APFloat toAPFloat(uint64_t Bits, Type T) {
    return APFloat(T.floatSemantics(), APInt(T.bitWidth(), Bits, false, true));
  }
  static uint64_t toBits(const APFloat &V) {
    return V.bitcastToAPInt().getZExtValue();
  }
  /// Equal bits, or both NaN.
  static bool same(uint64_t A, uint64_t B, Type T) {
    return A == B || (toAPFloat(A, T).isNaN() && toAPFloat(B, T).isNaN());
  }

  /// Bits of a type: half random, half near something special.
  uint64_t sample(Type T) {
    unsigned Width = T.bitWidth();
    uint64_t Mask = ~uint64_t(0) >> (64 - Width);
    uint64_t R = Random();
    if (R & 1)
      return (R >> 1) & Mask;
    const llvm::fltSemantics &S = T.floatSemantics();
    const APFloat Specials[] = {
        APFloat::getZero(S),
        APFloat::getSmallest(S),
        APFloat::getSmallestNormalized(S),
        APFloat::getLargest(S),
        APFloat::getOne(S),
        APFloat::getNaN(S),
    };
    uint64_t Sign = (R & 2) ? uint64_t(1) << (Width - 1) : 0;
    uint64_t Bits = toBits(Specials[(R >> 8) % 6]) + (R >> 16) % 5 - 2;
    return (Bits ^ Sign) & Mask;
  }

  void checkBinary(OpKind K, TypeKind Kind,
                   APFloat::opStatus (*Reference)(APFloat &, const APFloat &)) {
    Type T = Ctx.scalar(Kind);
    for (int I = 0; I != 100000; ++I) {
      uint64_t A = sample(T), B = sample(T);
      APFloat Expected = toAPFloat(A, T);
      Reference(Expected, toAPFloat(B, T));
      uint64_t Got = evaluate(K, {}, {T, T}, {A, B}, T);
      ASSERT_TRUE(same(Got, toBits(Expected), T))
          << T.str() << " op " << int(K) << std::hex << " of " << A << ", " << B
          << " gives " << Got << ", not " << toBits(Expected);
    }
  }
};

TEST_F(EvaluateFloatTest, DecodesEveryNarrowFloat) {
  for (unsigned K = unsigned(TypeKind::F8E4M3FN); K <= unsigned(TypeKind::BF16);
       ++K) {
    Type T = Ctx.scalar(TypeKind(K));
    for (uint64_t Bits = 0; Bits >> T.bitWidth() == 0; ++Bits) {
      APFloat Exact = toAPFloat(Bits, T);
      bool LosesInfo;
      Exact.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &LosesInfo);
      double Got = bitsToDouble(Bits, T);
      ASSERT_EQ(std::isnan(Got), Exact.isNaN()) << T.str() << " " << Bits;
      if (Exact.isNaN())
        continue;
      ASSERT_EQ(std::bit_cast<uint64_t>(Got), toBits(Exact))
          << T.str() << " " << Bits;
      ASSERT_EQ(doubleToBits(Got, T), Bits) << T.str();
    }
  }
}

TEST_F(EvaluateFloatTest, RoundsDoublesOnce) {
  for (unsigned K = unsigned(TypeKind::F8E4M3FN); K <= unsigned(TypeKind::F32);
       ++K) {
    Type T = Ctx.scalar(TypeKind(K));
    for (int I = 0; I != 100000; ++I) {
      // A value of the type, moved by a little: most land near a tie.
      double V = bitsToDouble(sample(T), T);
      uint64_t R = Random();
      V *= 1.0 + std::ldexp(double(R % 17) - 8, -int((R >> 8) % 54));
      APFloat Expected(V);
      bool LosesInfo;
      Expected.convert(T.floatSemantics(), APFloat::rmNearestTiesToEven,
                       &LosesInfo);
      ASSERT_TRUE(same(doubleToBits(V, T), toBits(Expected), T))
          << T.str() << " from " << V;
    }
  }
}

TEST_F(EvaluateFloatTest, ArithmeticIsCorrectlyRounded) {
  for (TypeKind K : ComputeKinds) {
    checkBinary(OpKind::Add, K, [](APFloat &A, const APFloat &B) {
      return A.add(B, APFloat::rmNearestTiesToEven);
    });
    checkBinary(OpKind::Sub, K, [](APFloat &A, const APFloat &B) {
      return A.subtract(B, APFloat::rmNearestTiesToEven);
    });
    checkBinary(OpKind::Mul, K, [](APFloat &A, const APFloat &B) {
      return A.multiply(B, APFloat::rmNearestTiesToEven);
    });
    checkBinary(OpKind::Div, K, [](APFloat &A, const APFloat &B) {
      return A.divide(B, APFloat::rmNearestTiesToEven);
    });
    checkBinary(OpKind::Mod, K,
                [](APFloat &A, const APFloat &B) { return A.mod(B); });
  }
}

TEST_F(EvaluateFloatTest, FmaRoundsOnce) {
  for (TypeKind K : ComputeKinds) {
    Type T = Ctx.scalar(K);
    for (int I = 0; I != 100000; ++I) {
      uint64_t A = sample(T), B = sample(T), C = sample(T);
      APFloat Expected = toAPFloat(A, T);
      Expected.fusedMultiplyAdd(toAPFloat(B, T), toAPFloat(C, T),
                                APFloat::rmNearestTiesToEven);
      uint64_t Got = evaluate(OpKind::Fma, {}, {T, T, T}, {A, B, C}, T);
      ASSERT_TRUE(same(Got, toBits(Expected), T))
          << T.str() << std::hex << " " << A << " " << B << " " << C
          << " gives " << Got << ", not " << toBits(Expected);
    }
  }
}

TEST_F(EvaluateFloatTest, FmaSeesWhatADoubleSumLoses) {
  // 7 * 37 = 259 is halfway between 258 and 260 in bf16. The addend, too small
  // for a double sum, decides.
  Type T = Ctx.scalar(TypeKind::BF16);
  auto Fma = [&](double A, double B, double C) {
    uint64_t Bits = evaluate(
        OpKind::Fma, {}, {T, T, T},
        {doubleToBits(A, T), doubleToBits(B, T), doubleToBits(C, T)}, T);
    return bitsToDouble(Bits, T);
  };
  EXPECT_EQ(Fma(7, 37, 0), 260.0);
  EXPECT_EQ(Fma(7, 37, -std::ldexp(1.0, -100)), 258.0);
  EXPECT_EQ(Fma(7, 37, std::ldexp(1.0, -100)), 260.0);
  EXPECT_EQ(Fma(-7, 37, std::ldexp(1.0, -100)), -258.0);
}

TEST_F(EvaluateFloatTest, ComparisonsAreFalseWithNaNExceptNotEqual) {
  for (TypeKind K : ComputeKinds) {
    Type T = Ctx.scalar(K);
    uint64_t NaN = doubleToBits(std::nan(""), T), One = doubleToBits(1, T);
    auto Cmp = [&](OpKind Op, uint64_t A, uint64_t B) {
      return evaluate(Op, {}, {T, T}, {A, B}, Ctx.boolean());
    };
    for (auto [A, B] : {std::pair(NaN, One), {One, NaN}, {NaN, NaN}}) {
      for (OpKind Op : {OpKind::CmpLt, OpKind::CmpLe, OpKind::CmpGt,
                        OpKind::CmpGe, OpKind::CmpEq})
        EXPECT_EQ(Cmp(Op, A, B), 0u);
      EXPECT_EQ(Cmp(OpKind::CmpNe, A, B), 1u);
    }
    uint64_t Zero = doubleToBits(0.0, T), MinusZero = doubleToBits(-0.0, T);
    EXPECT_EQ(Cmp(OpKind::CmpEq, Zero, MinusZero), 1u);
    EXPECT_EQ(Cmp(OpKind::CmpLt, MinusZero, Zero), 0u);
    EXPECT_EQ(Cmp(OpKind::CmpGe, MinusZero, Zero), 1u);
  }
}

TEST_F(EvaluateFloatTest, ExtremaPropagateNaNAndTakeTheRightOnTies) {
  AttrDict Ignore = Ctx.dict({Ctx.named("propagate_nan", Ctx.boolAttr(false))});
  for (TypeKind K : ComputeKinds) {
    Type T = Ctx.scalar(K);
    uint64_t NaN = doubleToBits(std::nan(""), T), One = doubleToBits(1, T);
    uint64_t Two = doubleToBits(2, T), Zero = 0;
    uint64_t MinusZero = doubleToBits(-0.0, T);
    for (OpKind Op : {OpKind::Minimum, OpKind::Maximum}) {
      auto Run = [&](uint64_t A, uint64_t B, AttrDict D = {}) {
        return evaluate(Op, D, {T, T}, {A, B}, T);
      };
      uint64_t Best = Op == OpKind::Minimum ? One : Two;
      EXPECT_EQ(Run(One, Two), Best);
      EXPECT_EQ(Run(Two, One), Best);
      EXPECT_EQ(Run(Zero, MinusZero), MinusZero);
      EXPECT_EQ(Run(MinusZero, Zero), Zero);
      EXPECT_TRUE(same(Run(NaN, One), NaN, T));
      EXPECT_TRUE(same(Run(One, NaN), NaN, T));
      EXPECT_EQ(Run(NaN, One, Ignore), One);
      EXPECT_EQ(Run(One, NaN, Ignore), One);
      EXPECT_TRUE(same(Run(NaN, NaN, Ignore), NaN, T));
      EXPECT_EQ(Run(One, Two, Ignore), Best);
    }
  }
}

TEST_F(EvaluateFloatTest, NegAndAbsWorkOnTheSignBit) {
  for (TypeKind K : ComputeKinds) {
    Type T = Ctx.scalar(K);
    uint64_t Sign = uint64_t(1) << (T.bitWidth() - 1);
    for (double V : {0.0, -0.0, 1.5, -1.5, HUGE_VAL}) {
      uint64_t Bits = doubleToBits(V, T);
      EXPECT_EQ(evaluate(OpKind::Neg, {}, {T}, {Bits}, T), Bits ^ Sign);
      EXPECT_EQ(evaluate(OpKind::Abs, {}, {T}, {Bits}, T), Bits & ~Sign);
    }
  }
  // No negative zero there: the sign bit alone is NaN.
  Type T = Ctx.scalar(TypeKind::F8E4M3FNUZ);
  EXPECT_EQ(evaluate(OpKind::Neg, {}, {T}, {0}, T), 0u);
  EXPECT_EQ(evaluate(OpKind::Abs, {}, {T}, {0x80}, T), 0x80u);
}

TEST_F(EvaluateFloatTest, MathIsWithinHalfAnUlpForF32) {
  using Fn = long double (*)(long double);
  const std::pair<OpKind, Fn> Functions[] = {
      {OpKind::Exp, [](long double X) { return std::exp(X); }},
      {OpKind::Exp2, [](long double X) { return std::exp2(X); }},
      {OpKind::Log, [](long double X) { return std::log(X); }},
      {OpKind::Log2, [](long double X) { return std::log2(X); }},
      {OpKind::Sqrt, [](long double X) { return std::sqrt(X); }},
      {OpKind::Rsqrt, [](long double X) { return 1 / std::sqrt(X); }},
      {OpKind::Sin, [](long double X) { return std::sin(X); }},
      {OpKind::Cos, [](long double X) { return std::cos(X); }},
      {OpKind::Erf, [](long double X) { return std::erf(X); }},
      {OpKind::Tanh, [](long double X) { return std::tanh(X); }},
      {OpKind::Floor, [](long double X) { return std::floor(X); }},
      {OpKind::Ceil, [](long double X) { return std::ceil(X); }},
  };
  Type T = Ctx.f32();
  for (auto [Op, F] : Functions)
    for (int I = 0; I != 20000; ++I) {
      float X = std::ldexp(float(Random() % 2000003) - 1000001, -16);
      uint64_t Bits = evaluate(Op, {}, {T}, {std::bit_cast<uint32_t>(X)}, T);
      float Got = std::bit_cast<float>(uint32_t(Bits));
      long double Exact = F(X);
      if (std::isnan(Exact)) {
        ASSERT_TRUE(std::isnan(Got));
        continue;
      }
      ASSERT_EQ(Got, float(Exact)) << int(Op) << " of " << X;
    }
}

TEST_F(EvaluateFloatTest, MathSpecialValuesFollowAnnexF) {
  for (TypeKind K : ComputeKinds) {
    Type T = Ctx.scalar(K);
    auto Run = [&](OpKind Op, double X) {
      return bitsToDouble(evaluate(Op, {}, {T}, {doubleToBits(X, T)}, T), T);
    };
    EXPECT_EQ(Run(OpKind::Exp, -HUGE_VAL), 0.0);
    EXPECT_EQ(Run(OpKind::Exp, HUGE_VAL), HUGE_VAL);
    EXPECT_EQ(Run(OpKind::Log, 0.0), -HUGE_VAL);
    EXPECT_TRUE(std::isnan(Run(OpKind::Log, -1.0)));
    EXPECT_TRUE(std::isnan(Run(OpKind::Sqrt, -1.0)));
    EXPECT_TRUE(std::signbit(Run(OpKind::Sqrt, -0.0)));
    EXPECT_EQ(Run(OpKind::Rsqrt, 0.0), HUGE_VAL);
    EXPECT_TRUE(std::isnan(Run(OpKind::Sin, HUGE_VAL)));
    EXPECT_EQ(Run(OpKind::Tanh, -HUGE_VAL), -1.0);
    EXPECT_EQ(Run(OpKind::Erf, HUGE_VAL), 1.0);
    EXPECT_TRUE(std::signbit(Run(OpKind::Ceil, -0.5)));
    EXPECT_TRUE(std::isnan(Run(OpKind::Floor, std::nan(""))));
  }
}

} // namespace
