//===- EvaluateTest.cpp - The evaluator's integer side --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 8-bit types are checked over all pairs against formulas on wide integers.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Evaluate.h"
#include "mytriton/IR/Context.h"
#include "gtest/gtest.h"
#include <functional>

using namespace mt;

namespace {

class EvaluateIntegerTest : public ::testing::Test {
protected:
  Context Ctx;

  uint64_t run(OpKind K, TypeKind T, uint64_t A, uint64_t B,
               TypeKind Result = TypeKind::Bool) {
    Type Ty = Ctx.scalar(T);
    bool Compares = K >= OpKind::CmpLt && K <= OpKind::CmpNe;
    return evaluate(K, {}, {Ty, Ty}, {A, B}, Compares ? Ctx.boolean() : Ty);
  }

  /// Compares all pairs of an 8-bit type with Reference, modulo 256.
  void checkPairs(OpKind K, bool Signed,
                  std::function<int64_t(int64_t, int64_t)> Reference) {
    TypeKind T = Signed ? TypeKind::I8 : TypeKind::U8;
    for (unsigned A = 0; A != 256; ++A)
      for (unsigned B = 0; B != 256; ++B) {
        int64_t X = Signed ? int64_t(int8_t(A)) : A;
        int64_t Y = Signed ? int64_t(int8_t(B)) : B;
        ASSERT_EQ(run(K, T, A, B), uint64_t(Reference(X, Y)) & 0xFF)
            << "op " << int(K) << " of " << X << ", " << Y;
      }
  }
  void checkBoth(OpKind K, std::function<int64_t(int64_t, int64_t)> Reference) {
    checkPairs(K, true, Reference);
    checkPairs(K, false, Reference);
  }
};

TEST_F(EvaluateIntegerTest, ArithmeticWraps) {
  checkBoth(OpKind::Add, [](int64_t A, int64_t B) { return A + B; });
  checkBoth(OpKind::Sub, [](int64_t A, int64_t B) { return A - B; });
  checkBoth(OpKind::Mul, [](int64_t A, int64_t B) { return A * B; });
  checkBoth(OpKind::And, [](int64_t A, int64_t B) { return A & B; });
  checkBoth(OpKind::Or, [](int64_t A, int64_t B) { return A | B; });
  checkBoth(OpKind::Xor, [](int64_t A, int64_t B) { return A ^ B; });
  checkBoth(OpKind::Minimum,
            [](int64_t A, int64_t B) { return A < B ? A : B; });
  checkBoth(OpKind::Maximum,
            [](int64_t A, int64_t B) { return A < B ? B : A; });
  checkBoth(OpKind::CmpLt, [](int64_t A, int64_t B) { return A < B; });
  checkBoth(OpKind::CmpLe, [](int64_t A, int64_t B) { return A <= B; });
  checkBoth(OpKind::CmpGt, [](int64_t A, int64_t B) { return A > B; });
  checkBoth(OpKind::CmpGe, [](int64_t A, int64_t B) { return A >= B; });
  checkBoth(OpKind::CmpEq, [](int64_t A, int64_t B) { return A == B; });
  checkBoth(OpKind::CmpNe, [](int64_t A, int64_t B) { return A != B; });
}

TEST_F(EvaluateIntegerTest, DivisionTruncatesAndNeverTraps) {
  // -128 / -1 = 128 wraps to -128: the same as dividing by 1.
  checkBoth(OpKind::Div, [](int64_t A, int64_t B) { return B ? A / B : A; });
  checkBoth(OpKind::Mod, [](int64_t A, int64_t B) { return B ? A % B : 0; });
  for (TypeKind T :
       {TypeKind::I8, TypeKind::I16, TypeKind::I32, TypeKind::I64}) {
    unsigned Width = Ctx.scalar(T).bitWidth();
    uint64_t Min = uint64_t(1) << (Width - 1);
    uint64_t MinusOne = ~uint64_t(0) >> (64 - Width);
    EXPECT_EQ(run(OpKind::Div, T, Min, MinusOne), Min);
    EXPECT_EQ(run(OpKind::Mod, T, Min, MinusOne), 0u);
    EXPECT_EQ(run(OpKind::Div, T, Min, 0), Min);
    EXPECT_EQ(run(OpKind::Mod, T, 7, 0), 0u);
  }
  EXPECT_EQ(run(OpKind::Div, TypeKind::U64, ~0ull, 2), ~0ull / 2);
  EXPECT_EQ(run(OpKind::Div, TypeKind::I64, ~0ull - 6, 2), uint64_t(-3));
  EXPECT_EQ(run(OpKind::Mod, TypeKind::I64, ~0ull - 6, 2), uint64_t(-1));
}

TEST_F(EvaluateIntegerTest, ShiftsTakeTheAmountModuloTheWidth) {
  checkPairs(OpKind::Shl, true,
             [](int64_t A, int64_t B) { return A * (1 << (B & 7)); });
  checkPairs(OpKind::Shr, true, [](int64_t A, int64_t B) {
    int64_t Divisor = 1 << (B & 7);
    return (A - (((A % Divisor) + Divisor) % Divisor)) / Divisor; // floors
  });
  checkPairs(OpKind::Shr, false,
             [](int64_t A, int64_t B) { return A / (1 << (B & 7)); });
  EXPECT_EQ(run(OpKind::Shl, TypeKind::I32, 1, 32), 1u);
  EXPECT_EQ(run(OpKind::Shl, TypeKind::U64, 1, 63), uint64_t(1) << 63);
  EXPECT_EQ(run(OpKind::Shr, TypeKind::I64, uint64_t(1) << 63, 63), ~0ull);
  EXPECT_EQ(run(OpKind::Shr, TypeKind::U64, uint64_t(1) << 63, 127), 1u);
}

TEST_F(EvaluateIntegerTest, UnaryOps) {
  Type I8 = Ctx.scalar(TypeKind::I8), U8 = Ctx.scalar(TypeKind::U8);
  for (unsigned A = 0; A != 256; ++A) {
    EXPECT_EQ(evaluate(OpKind::Neg, {}, {I8}, {A}, I8), (256 - A) & 0xFF);
    EXPECT_EQ(evaluate(OpKind::Neg, {}, {U8}, {A}, U8), (256 - A) & 0xFF);
    EXPECT_EQ(evaluate(OpKind::Not, {}, {I8}, {A}, I8), 255 - A);
    EXPECT_EQ(evaluate(OpKind::Abs, {}, {U8}, {A}, U8), A);
    unsigned Abs = A < 128 ? A : 256 - A; // -128 keeps its value
    EXPECT_EQ(evaluate(OpKind::Abs, {}, {I8}, {A}, I8), Abs);
  }
}

TEST_F(EvaluateIntegerTest, BoolArithmeticIsModuloTwo) {
  for (uint64_t A : {0, 1})
    for (uint64_t B : {0, 1}) {
      EXPECT_EQ(run(OpKind::Add, TypeKind::Bool, A, B), A ^ B);
      EXPECT_EQ(run(OpKind::Sub, TypeKind::Bool, A, B), A ^ B);
      EXPECT_EQ(run(OpKind::Mul, TypeKind::Bool, A, B), A & B);
      EXPECT_EQ(run(OpKind::Minimum, TypeKind::Bool, A, B), A & B);
      EXPECT_EQ(run(OpKind::Maximum, TypeKind::Bool, A, B), A | B);
      EXPECT_EQ(run(OpKind::CmpLt, TypeKind::Bool, A, B), uint64_t(A < B));
    }
  Type Bool = Ctx.boolean();
  EXPECT_EQ(evaluate(OpKind::Not, {}, {Bool}, {1}, Bool), 0u);
  EXPECT_EQ(evaluate(OpKind::Not, {}, {Bool}, {0}, Bool), 1u);
}

TEST_F(EvaluateIntegerTest, PointersCompareUnsignedAndMoveByElements) {
  Type Ptr = Ctx.pointer(Ctx.f32());
  auto Run = [&](OpKind K, uint64_t A, uint64_t B) {
    return evaluate(K, {}, {Ptr, Ptr}, {A, B}, Ctx.boolean());
  };
  EXPECT_EQ(Run(OpKind::CmpLt, 1, uint64_t(1) << 63), 1u);
  EXPECT_EQ(Run(OpKind::CmpEq, 64, 64), 1u);
  auto Move = [&](Type Pointee, Type Offset, uint64_t By) {
    Type P = Ctx.pointer(Pointee);
    return evaluate(OpKind::AddPtr, {}, {P, Offset}, {1000, By}, P);
  };
  EXPECT_EQ(Move(Ctx.f32(), Ctx.i32(), 0xFFFFFFFF), 996u); // -1
  EXPECT_EQ(Move(Ctx.boolean(), Ctx.scalar(TypeKind::U8), 0xFF), 1255u);
  EXPECT_EQ(Move(Ctx.scalar(TypeKind::F64), Ctx.i64(), 2), 1016u);
}

TEST_F(EvaluateIntegerTest, SelectTakesTheBitsUnchanged) {
  Type F32 = Ctx.f32();
  uint64_t SignallingNaN = 0x7F800001;
  EXPECT_EQ(evaluate(OpKind::Select, {}, {Ctx.boolean(), F32, F32},
                     {1, SignallingNaN, 0}, F32),
            SignallingNaN);
  EXPECT_EQ(evaluate(OpKind::Select, {}, {Ctx.boolean(), F32, F32},
                     {0, SignallingNaN, 5}, F32),
            5u);
}

TEST(TripCountTest, MatchesRunningTheLoop) {
  for (int Lb = -9; Lb != 10; ++Lb)
    for (int Ub = -9; Ub != 10; ++Ub)
      for (int Step = -5; Step != 6; ++Step) {
        uint64_t N = 0;
        if (Step)
          for (int I = Lb; Step > 0 ? I < Ub : I > Ub; I += Step)
            ++N;
        EXPECT_EQ(tripCount(Lb, Ub, Step, true), N);
      }
}

TEST(TripCountTest, DoesNotWrap) {
  EXPECT_EQ(tripCount(INT64_MIN, INT64_MAX, 1, true), ~0ull);
  EXPECT_EQ(tripCount(INT64_MAX, INT64_MIN, -1, true), ~0ull);
  EXPECT_EQ(tripCount(INT64_MAX, INT64_MIN, INT64_MIN, true), 2u);
  EXPECT_EQ(tripCount(INT64_MIN, INT64_MAX, INT64_MAX, true), 3u);
  // As unsigned, -1 is the largest bound.
  EXPECT_EQ(tripCount(0, -1, 1, false), ~0ull);
  EXPECT_EQ(tripCount(-1, 0, 1, false), 0u);
  EXPECT_EQ(tripCount(0, -1, INT64_MIN, false), 2u);
}

} // namespace
