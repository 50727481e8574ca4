//===- EvaluateConvertTest.cpp - cast between all scalar types ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pair of scalar types against APFloat and APSInt, both roundings.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace mt;
using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;

namespace {

class ConvertTest : public ::testing::Test {
protected:
  Context Ctx;
  std::mt19937_64 Random{42};

  static uint64_t mask(Type T) { return ~uint64_t(0) >> (64 - T.bitWidth()); }
  static APFloat toAPFloat(uint64_t Bits, Type T) {
    return APFloat(T.floatSemantics(), APInt(T.bitWidth(), Bits, false, true));
  }
  static uint64_t toBits(const APFloat &V) {
    return V.bitcastToAPInt().getZExtValue();
  }

  /// Bits spread over magnitudes: small, near powers of two, or any.
  uint64_t sample(Type T) {
    uint64_t R = Random();
    switch (R % 3) {
    case 0:
      return (R >> 8) & mask(T);
    case 1:
      return ((uint64_t(1) << ((R >> 8) % 64)) + (R >> 16) % 7 - 3) & mask(T);
    default:
      return ((R >> 8) >> ((R >> 2) % 56)) & mask(T);
    }
  }

  /// The value rounded into To, saturating if it is an 8-bit float.
  static uint64_t finish(APFloat V, Type To, APFloat::roundingMode Mode) {
    bool LosesInfo;
    bool Negative = V.isNegative();
    APFloat::opStatus Status = V.convert(To.floatSemantics(), Mode, &LosesInfo);
    bool Beyond = (Status & APFloat::opOverflow) || V.isInfinity();
    if (To.isFloat8() && Beyond)
      return toBits(APFloat::getLargest(To.floatSemantics(), Negative));
    return toBits(V);
  }

  uint64_t reference(uint64_t Bits, Type From, Type To, bool TowardZero) {
    auto Mode =
        TowardZero ? APFloat::rmTowardZero : APFloat::rmNearestTiesToEven;
    APSInt Int(APInt(From.bitWidth(), Bits, false, true), !From.isSigned());
    if (From.isFloat() && To.isFloat()) {
      if (From == To)
        return Bits;
      APFloat V = toAPFloat(Bits, From);
      if (V.isInfinity() && To.isFloat8())
        return toBits(APFloat::getLargest(To.floatSemantics(), V.isNegative()));
      return finish(V, To, Mode);
    }
    if (To.isBool())
      return From.isFloat() ? !toAPFloat(Bits, From).isZero() : Bits != 0;
    if (From.isFloat()) {
      APSInt Result(To.bitWidth(), !To.isSigned());
      bool Exact;
      APFloat V = toAPFloat(Bits, From);
      V.convertToInteger(Result, APFloat::rmTowardZero, &Exact);
      return V.isNaN() ? 0 : Result.getZExtValue();
    }
    if (To.isFloat()) {
      // Exact in a quad, which has 113 bits, then one rounding.
      APFloat V(APFloat::IEEEquad());
      V.convertFromAPInt(Int, From.isSigned(), APFloat::rmNearestTiesToEven);
      return finish(V, To, Mode);
    }
    return Int.extOrTrunc(To.bitWidth()).getZExtValue();
  }
};

TEST_F(ConvertTest, EveryPairOfTypesMatchesTheReference) {
  for (unsigned F = 0; F != NumScalarKinds; ++F)
    for (unsigned T = 0; T != NumScalarKinds; ++T)
      for (bool TowardZero : {false, true}) {
        Type From = Ctx.scalar(TypeKind(F)), To = Ctx.scalar(TypeKind(T));
        uint64_t N = From.bitWidth() <= 8 ? mask(From) + 1 : 4000;
        for (uint64_t I = 0; I != N; ++I) {
          uint64_t Bits = From.bitWidth() <= 8 ? I : sample(From);
          uint64_t Got = convertBits(Bits, From, To, TowardZero);
          uint64_t Expected = reference(Bits, From, To, TowardZero);
          bool BothNaN = To.isFloat() && toAPFloat(Got, To).isNaN() &&
                         toAPFloat(Expected, To).isNaN();
          ASSERT_TRUE(Got == Expected || BothNaN)
              << From.str() << " to " << To.str() << " of 0x" << std::hex
              << Bits << " gives 0x" << Got << ", not 0x" << Expected
              << (TowardZero ? " (rtz)" : "");
        }
      }
}

TEST_F(ConvertTest, FloatToIntegerSaturatesAndNaNGivesZero) {
  Type F32 = Ctx.f32(), F64 = Ctx.scalar(TypeKind::F64);
  auto From = [&](double V, TypeKind To) {
    return convertBits(doubleToBits(V, F64), F64, Ctx.scalar(To));
  };
  EXPECT_EQ(From(300.0, TypeKind::I8), 0x7Fu);
  EXPECT_EQ(From(-300.0, TypeKind::I8), 0x80u);
  EXPECT_EQ(From(-1.0, TypeKind::U8), 0u);
  EXPECT_EQ(From(-0.9, TypeKind::I32), 0u);
  EXPECT_EQ(From(HUGE_VAL, TypeKind::U64), ~0ull);
  EXPECT_EQ(From(-HUGE_VAL, TypeKind::I64), uint64_t(1) << 63);
  EXPECT_EQ(From(9223372036854775808.0, TypeKind::I64), uint64_t(INT64_MAX));
  EXPECT_EQ(From(18446744073709549568.0, TypeKind::U64), 0xFFFFFFFFFFFFF800ull);
  EXPECT_EQ(convertBits(0x7FC00000, F32, Ctx.i32()), 0u);
  EXPECT_EQ(convertBits(0x7FC00000, F32, Ctx.boolean()), 1u);
  EXPECT_EQ(convertBits(0x80000000, F32, Ctx.boolean()), 0u);
}

TEST_F(ConvertTest, LargeIntegersRoundOnce) {
  Type U64 = Ctx.scalar(TypeKind::U64), I64 = Ctx.i64();
  // 2^62 + 2^54 + 1 is just above a tie of bf16, and a double cannot say so.
  uint64_t AboveTie = (uint64_t(1) << 62) + (uint64_t(1) << 54) + 1;
  EXPECT_EQ(convertBits(AboveTie, I64, Ctx.scalar(TypeKind::BF16)), 0x5E81u);
  EXPECT_EQ(convertBits(AboveTie - 1, I64, Ctx.scalar(TypeKind::BF16)),
            0x5E80u);
  EXPECT_EQ(convertBits(~0ull, U64, Ctx.f32()), 0x5F800000u);
  EXPECT_EQ(convertBits(~0ull, U64, Ctx.f32(), /*TowardZero=*/true),
            0x5F7FFFFFu);
}

TEST_F(ConvertTest, CastReadsItsAttributes) {
  Type F32 = Ctx.f32(), BF16 = Ctx.scalar(TypeKind::BF16);
  auto Cast = [&](uint64_t Bits, Type From, Type To, const char *Name, Attr A) {
    return evaluate(OpKind::Cast, Ctx.dict({Ctx.named(Name, A)}), {From},
                    {Bits}, To);
  };
  uint64_t OneAndABit = 0x3F80FFFF;
  EXPECT_EQ(evaluate(OpKind::Cast, {}, {F32}, {OneAndABit}, BF16), 0x3F81u);
  EXPECT_EQ(Cast(OneAndABit, F32, BF16, "rounding", Ctx.stringAttr("rtz")),
            0x3F80u);
  EXPECT_EQ(Cast(OneAndABit, F32, Ctx.i32(), "bitcast", Ctx.boolAttr(true)),
            OneAndABit);
}

TEST_F(ConvertTest, PointersConvertToAndFromIntegers) {
  Type Ptr = Ctx.pointer(Ctx.f32());
  uint64_t High = 0xFFFF'8000'0000'1000;
  EXPECT_EQ(convertBits(High, Ptr, Ctx.i64()), High);
  EXPECT_EQ(convertBits(High, Ctx.i64(), Ptr), High);
  EXPECT_EQ(convertBits(High, Ptr, Ctx.pointer(Ctx.i32())), High);
}

} // namespace
