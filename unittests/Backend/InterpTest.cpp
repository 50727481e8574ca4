//===- InterpTest.cpp - The interpreter on straight-line code -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpFixture.h"
#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace mt;
using namespace mt::test;

namespace {

constexpr int N = 64;

/// Values that hit the corners of T, then random ones.
template <typename T> void fill(T (&Data)[N], unsigned Seed) {
  std::mt19937_64 Random(Seed);
  using Limits = std::numeric_limits<T>;
  const T Corners[] = {T(0), T(1), T(2), T(3), Limits::max(), Limits::lowest()};
  for (int I = 0; I != N; ++I) {
    if (I < 36)
      Data[I] = Corners[Seed % 2 ? I / 6 : I % 6];
    else if constexpr (std::is_floating_point_v<T>)
      Data[I] = T(int64_t(Random()) >> 40) / T(1024);
    else
      Data[I] = T(Random());
  }
}

/// Runs Kind on two arrays of T and compares with Expected, bit for bit.
template <typename T, typename R>
void expectBinary(OpKind Kind, std::function<R(T, T)> Expected) {
  T X[N], Y[N];
  R Out[N] = {};
  fill(X, 1);
  fill(Y, 2);
  Kernels K;
  Value *XP = K.array("x", X), *YP = K.array("y", Y),
        *OutP = K.array("out", Out);
  Value *A = K.loadAll(XP, N), *B = K.loadAll(YP, N);
  K.storeAll(OutP, K.op(Kind, {A, B}), N);
  ASSERT_EQ(K.run(), "");
  for (int I = 0; I != N; ++I) {
    R Want = Expected(X[I], Y[I]);
    if (Want != Want)
      EXPECT_NE(Out[I], Out[I]) << getOpInfo(Kind).Mnemonic << " lane " << I;
    else
      EXPECT_EQ(Out[I], Want)
          << getOpInfo(Kind).Mnemonic << " of " << +X[I] << " and " << +Y[I];
  }
}

/// The unsigned type arithmetic of T wraps in without being promoted to int.
template <typename T>
using Wide = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <typename T> void expectCommon() {
  using P = std::function<bool(T, T)>;
  expectBinary<T, bool>(OpKind::CmpLt, P([](T A, T B) { return A < B; }));
  expectBinary<T, bool>(OpKind::CmpLe, P([](T A, T B) { return A <= B; }));
  expectBinary<T, bool>(OpKind::CmpGt, P([](T A, T B) { return A > B; }));
  expectBinary<T, bool>(OpKind::CmpGe, P([](T A, T B) { return A >= B; }));
  expectBinary<T, bool>(OpKind::CmpEq, P([](T A, T B) { return A == B; }));
  expectBinary<T, bool>(OpKind::CmpNe, P([](T A, T B) { return A != B; }));
  using F = std::function<T(T, T)>;
  expectBinary<T, T>(OpKind::Minimum,
                     F([](T A, T B) { return A < B ? A : B; }));
  expectBinary<T, T>(OpKind::Maximum,
                     F([](T A, T B) { return A > B ? A : B; }));
}

template <typename T> class InterpIntegers : public ::testing::Test {};
using IntegerTypes = ::testing::Types<int8_t, int16_t, int32_t, int64_t,
                                      uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(InterpIntegers, IntegerTypes);

} // namespace

TYPED_TEST(InterpIntegers, ArithmeticWrapsAndDivisionNeverTraps) {
  using T = TypeParam;
  using W = Wide<T>;
  using F = std::function<T(T, T)>;
  auto Divisor = [](T A, T B) {
    bool Overflows = std::is_signed_v<T> && B == T(-1) &&
                     A == std::numeric_limits<T>::lowest();
    return B == 0 || Overflows ? T(1) : B;
  };
  expectCommon<T>();
  expectBinary<T, T>(OpKind::Add, F([](T A, T B) { return T(W(A) + W(B)); }));
  expectBinary<T, T>(OpKind::Sub, F([](T A, T B) { return T(W(A) - W(B)); }));
  expectBinary<T, T>(OpKind::Mul, F([](T A, T B) { return T(W(A) * W(B)); }));
  expectBinary<T, T>(OpKind::Div,
                     F([=](T A, T B) { return T(A / Divisor(A, B)); }));
  expectBinary<T, T>(OpKind::Mod,
                     F([=](T A, T B) { return T(A % Divisor(A, B)); }));
  expectBinary<T, T>(OpKind::And, F([](T A, T B) { return T(A & B); }));
  expectBinary<T, T>(OpKind::Or, F([](T A, T B) { return T(A | B); }));
  expectBinary<T, T>(OpKind::Xor, F([](T A, T B) { return T(A ^ B); }));
  constexpr unsigned Last = sizeof(T) * 8 - 1;
  expectBinary<T, T>(OpKind::Shl,
                     F([](T A, T B) { return T(W(A) << (B & Last)); }));
  expectBinary<T, T>(OpKind::Shr,
                     F([](T A, T B) { return T(A >> (B & Last)); }));
}

template <typename T> static void expectFloatArithmetic() {
  using F = std::function<T(T, T)>;
  expectCommon<T>();
  expectBinary<T, T>(OpKind::Add, F([](T A, T B) { return A + B; }));
  expectBinary<T, T>(OpKind::Sub, F([](T A, T B) { return A - B; }));
  expectBinary<T, T>(OpKind::Mul, F([](T A, T B) { return A * B; }));
  expectBinary<T, T>(OpKind::Div, F([](T A, T B) { return A / B; }));
  expectBinary<T, T>(OpKind::Mod, F([](T A, T B) { return std::fmod(A, B); }));
}

TEST(Interp, FloatArithmetic) {
  expectFloatArithmetic<float>();
  expectFloatArithmetic<double>();
}

TEST(Interp, BoolLogic) {
  bool X[] = {false, false, true, true}, Y[] = {false, true, false, true};
  struct {
    OpKind Kind;
    bool Expected[4];
  } Cases[] = {{OpKind::And, {false, false, false, true}},
               {OpKind::Or, {false, true, true, true}},
               {OpKind::Xor, {false, true, true, false}},
               {OpKind::Add, {false, true, true, false}},
               {OpKind::Mul, {false, false, false, true}},
               {OpKind::CmpEq, {true, false, false, true}}};
  for (auto &C : Cases) {
    bool Out[4];
    Kernels K;
    Value *XP = K.array("x", X), *YP = K.array("y", Y),
          *OutP = K.array("out", Out);
    Value *A = K.loadAll(XP, 4), *B = K.loadAll(YP, 4);
    K.storeAll(OutP, K.op(C.Kind, {A, B}), 4);
    ASSERT_EQ(K.run(), "");
    EXPECT_THAT(Out, ::testing::ElementsAreArray(C.Expected))
        << getOpInfo(C.Kind).Mnemonic;
  }
}

TEST(Interp, UnaryMathematics) {
  struct {
    OpKind Kind;
    double (*Expected)(double);
  } Cases[] = {
      {OpKind::Exp, [](double A) { return std::exp(A); }},
      {OpKind::Exp2, [](double A) { return std::exp2(A); }},
      {OpKind::Log, [](double A) { return std::log(A); }},
      {OpKind::Log2, [](double A) { return std::log2(A); }},
      {OpKind::Sqrt, [](double A) { return std::sqrt(A); }},
      {OpKind::Rsqrt, [](double A) { return 1 / std::sqrt(A); }},
      {OpKind::Sin, [](double A) { return std::sin(A); }},
      {OpKind::Cos, [](double A) { return std::cos(A); }},
      {OpKind::Erf, [](double A) { return std::erf(A); }},
      {OpKind::Tanh, [](double A) { return std::tanh(A); }},
      {OpKind::Abs, [](double A) { return std::fabs(A); }},
      {OpKind::Floor, [](double A) { return std::floor(A); }},
      {OpKind::Ceil, [](double A) { return std::ceil(A); }},
      {OpKind::Neg, [](double A) { return -A; }},
  };
  float X[] = {0.25f, 0.75f, 1.5f, 2.5f, 7.125f, -3.75f, -0.0f, 11.0f};
  for (auto &C : Cases) {
    float Out[8];
    Kernels K;
    Value *XP = K.array("x", X), *OutP = K.array("out", Out);
    K.storeAll(OutP, K.op(C.Kind, {K.loadAll(XP, 8)}), 8);
    ASSERT_EQ(K.run(), "");
    for (int I = 0; I != 8; ++I) {
      float Want = float(C.Expected(X[I]));
      if (std::isnan(Want))
        EXPECT_TRUE(std::isnan(Out[I])) << getOpInfo(C.Kind).Mnemonic;
      else
        EXPECT_FLOAT_EQ(Out[I], Want) << getOpInfo(C.Kind).Mnemonic;
    }
  }
}

TEST(Interp, FmaSelectNotAndCast) {
  float X[] = {1.5f, -2.5f, 1e30f, 0.0f}, F[4];
  int32_t Selected[4], Cast[4], Inverted[4];
  Kernels K;
  Value *XP = K.array("x", X), *FP = K.array("f", F),
        *SP = K.array("s", Selected), *CP = K.array("c", Cast),
        *IP = K.array("i", Inverted);
  Value *V = K.loadAll(XP, 4);
  K.storeAll(FP, K.op(OpKind::Fma, {V, V, K.f32(1)}), 4);
  Value *Positive = K.op(OpKind::CmpGt, {V, K.f32(0)});
  K.storeAll(SP, K.op(OpKind::Select, {Positive, K.arange(4), K.i32(-1)}), 4);
  Value *AsInt = K.B.createCast(V, K.Ctx.i32())->result();
  K.storeAll(CP, AsInt, 4);
  K.storeAll(IP, K.op(OpKind::Not, {AsInt}), 4);
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(F, ::testing::ElementsAre(3.25f, 7.25f, INFINITY, 1.0f));
  EXPECT_THAT(Selected, ::testing::ElementsAre(0, -1, 2, -1));
  EXPECT_THAT(Cast, ::testing::ElementsAre(1, -2, INT32_MAX, 0));
  EXPECT_THAT(Inverted, ::testing::ElementsAre(-2, 1, INT32_MIN, -1));
}

TEST(Interp, NarrowFloatsKeepTheirBitsAndConvert) {
  uint16_t Half[] = {0x3c00, 0xc000, 0x7bff, 0x0001}, HalfOut[4];
  uint16_t Brain[] = {0x3f80, 0xc000, 0x7f7f, 0x0001}, BrainOut[4];
  uint8_t Eight[] = {0x38, 0xb8, 0x7e, 0x01}, EightOut[4];
  float FromHalf[4], FromBrain[4], FromEight[4];
  Kernels K;
  auto AddCopy = [&K](llvm::StringRef Name, TypeKind Kind, void *In, void *Copy,
                      float (&Wide)[4]) {
    Type Ty = K.Ctx.scalar(Kind);
    Value *InP = K.array(Name, In, 4, Ty);
    Value *CopyP = K.array((Name + "copy").str(), Copy, 4, Ty);
    Value *WideP = K.array((Name + "wide").str(), Wide, 4, K.Ctx.f32());
    Value *V = K.loadAll(InP, 4);
    K.storeAll(CopyP, V, 4);
    K.storeAll(WideP, K.B.createCast(V, K.Ctx.f32())->result(), 4);
  };
  AddCopy("h", TypeKind::F16, Half, HalfOut, FromHalf);
  AddCopy("b", TypeKind::BF16, Brain, BrainOut, FromBrain);
  AddCopy("e", TypeKind::F8E4M3FN, Eight, EightOut, FromEight);
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(HalfOut, ::testing::ElementsAreArray(Half));
  EXPECT_THAT(BrainOut, ::testing::ElementsAreArray(Brain));
  EXPECT_THAT(EightOut, ::testing::ElementsAreArray(Eight));
  EXPECT_THAT(FromHalf,
              ::testing::ElementsAre(1.0f, -2.0f, 65504.0f, 0x1p-24f));
  EXPECT_THAT(FromBrain,
              ::testing::ElementsAre(1.0f, -2.0f, 0x1.fep+127f, 0x1p-133f));
  EXPECT_THAT(FromEight, ::testing::ElementsAre(1.0f, -1.0f, 448.0f, 0x1p-9f));
}

TEST(Interp, GridNumbersItsPrograms) {
  int32_t Out[2 * 3 * 4] = {}, Counts[3];
  Kernels K;
  Value *OutP = K.array("out", Out), *CountP = K.array("counts", Counts);
  Value *Id[3], *Num[3];
  for (unsigned A = 0; A != 3; ++A) {
    Id[A] = K.B.create<ProgramIdOp>(A)->result();
    Num[A] = K.B.create<NumProgramsOp>(A)->result();
    K.store(K.addptr(CountP, K.i32(A)), Num[A]);
  }
  Value *Row = K.op(OpKind::Add, {K.op(OpKind::Mul, {Id[2], Num[1]}), Id[1]});
  Value *At = K.op(OpKind::Add, {K.op(OpKind::Mul, {Row, Num[0]}), Id[0]});
  K.store(K.addptr(OutP, At), K.op(OpKind::Add, {At, K.i32(100)}));
  ASSERT_EQ(K.run({2, 3, 4}), "");
  EXPECT_THAT(Counts, ::testing::ElementsAre(2, 3, 4));
  for (int I = 0; I != 24; ++I)
    EXPECT_EQ(Out[I], 100 + I);
}

TEST(Interp, EmptyGridTouchesNothing) {
  int32_t Out[] = {7};
  Kernels K;
  K.store(K.array("out", Out), K.i32(1));
  EXPECT_EQ(K.run({0, 1, 1}), "");
  EXPECT_EQ(K.run({1, 5, 0}), "");
  EXPECT_EQ(Out[0], 7);
}

TEST(Interp, MaskedLanesTouchNoMemory) {
  float X[] = {1, 2, 3, 4}, Out[] = {9, 9, 9, 9};
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *Lane = K.arange(8);
  Value *Inside = K.op(OpKind::CmpLt, {Lane, K.i32(3)});
  // Lanes 3 to 7 hold wild addresses, which must not be followed.
  Value *Wild = K.op(OpKind::Mul, {Lane, K.i32(1 << 28)});
  Value *At = K.op(OpKind::Select, {Inside, Lane, Wild});
  Value *V = K.load(K.addptr(XP, At), Inside, K.f32(-1));
  K.store(K.addptr(OutP, At), K.op(OpKind::Add, {V, K.f32(0.5)}), Inside);
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(Out, ::testing::ElementsAre(1.5f, 2.5f, 3.5f, 9.0f));
}

TEST(Interp, OtherFillsMaskedLanes) {
  float X[] = {1, 2, 3, 4}, Out[4];
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *Lane = K.arange(4);
  Value *Odd =
      K.B.createCast(K.op(OpKind::And, {Lane, K.i32(1)}), K.Ctx.boolean())
          ->result();
  K.storeAll(OutP, K.load(K.addptr(XP, Lane), Odd, K.f32(-5)), 4);
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(Out, ::testing::ElementsAre(-5.0f, 2.0f, -5.0f, 4.0f));
}

TEST(Interp, ShapesBroadcastAsInNumPy) {
  // out[i][j] = rows[i] + j: a 3x1 tile and a vector of 4 make 3x4.
  int32_t Rows[] = {10, 20, 30}, Out[12], Filled[4];
  Kernels K;
  Value *RowP = K.array("rows", Rows), *OutP = K.array("out", Out);
  Value *FilledP = K.array("filled", Filled);
  AttrDict ThreeRows = K.B.create<ArangeOp>(0, 3)->attrs();
  Value *Row = K.B.create(OpKind::Arange, {}, {K.Ctx.tile({3, 1}, K.Ctx.i32())},
                          ThreeRows)
                   ->result();
  Value *Start = K.op(OpKind::Mul, {Row, K.i32(4)});
  Value *At = K.op(OpKind::Add, {Start, K.arange(4)});
  ASSERT_EQ(At->type(), K.Ctx.tile({3, 4}, K.Ctx.i32()));
  Value *V = K.op(OpKind::Add, {K.load(K.addptr(RowP, Row)), K.arange(4)});
  K.store(K.addptr(OutP, At), V);
  // A store broadcasts its value: one scalar into four places.
  K.storeAll(FilledP, K.load(RowP), 4);
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(Out, ::testing::ElementsAre(10, 11, 12, 13, 20, 21, 22, 23, 30,
                                          31, 32, 33));
  EXPECT_THAT(Filled, ::testing::ElementsAre(10, 10, 10, 10));
}

TEST(Interp, BroadcastOpRepeats) {
  int32_t Out[8];
  Kernels K;
  Value *OutP = K.array("out", Out);
  Value *Column =
      K.B.create<BroadcastOp>(K.i32(4), llvm::ArrayRef<int64_t>{2, 1})
          ->result();
  Value *Both = K.op(OpKind::Add, {Column, K.arange(4)});
  ASSERT_EQ(Both->type(), K.Ctx.tile({2, 4}, K.Ctx.i32()));
  // 2x4 lanes written to four places: the second row comes last.
  K.store(K.B.create<BroadcastOp>(K.addptr(OutP, K.arange(4)),
                                  llvm::ArrayRef<int64_t>{2, 4})
              ->result(),
          Both);
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(llvm::ArrayRef(Out).take_front(4),
              ::testing::ElementsAre(4, 5, 6, 7));
}
