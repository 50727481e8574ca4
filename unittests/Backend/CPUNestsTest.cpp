//===- CPUNestsTest.cpp - Where nests of the target cpu begin and end -----===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include <cmath>
#include <numeric>

using namespace mt;
using namespace mt::test;

namespace {

AttrDict propagate(Kernels &Ks, bool NaN) {
  return Ks.Ctx.dict({Ks.Ctx.named("propagate_nan", Ks.Ctx.boolAttr(NaN))});
}

TEST(CPUNestsTest, LongChainsAreCutAndStayRight) {
  std::vector<int32_t> Data(70);
  Kernels Ks;
  Value *X = Ks.array("x", Data.data(), Data.size(), Ks.Ctx.i32());
  Value *V = Ks.loadAll(X, 70), *Old = V;
  for (int I = 0; I != 1500; ++I) {
    Value *Next = I % 7 ? Ks.op(OpKind::Xor, {V, Ks.i32(I * 77)})
                        : Ks.op(OpKind::Add, {V, Old});
    if (I % 50 == 49)
      Next = Ks.B.create<FlipOp>(Next, 0u)->result();
    Old = V;
    V = Next;
  }
  Ks.storeAll(X, V, 70);
  auto Fill = [&] { std::iota(Data.begin(), Data.end(), 3); };
  Fill();
  ASSERT_EQ(Ks.run(), "");
  std::vector<int32_t> Expected = Data;
  for (const std::string &Arch : cpuArchitectures()) {
    Fill();
    ASSERT_EQ(runOnCPU(Ks, {}, Arch), "");
    EXPECT_EQ(Data, Expected) << Arch;
  }
}

// Each exchange reads the one before through two maps: computing it twice each
// time would take 2^40 ops.
TEST(CPUNestsTest, ValuesReadThroughTwoMapsAreComputedOnce) {
  std::vector<int32_t> Data(256);
  Kernels Ks;
  Value *X = Ks.array("x", Data.data(), Data.size(), Ks.Ctx.i32());
  Value *V = Ks.loadAll(X, 256);
  for (int I = 0; I != 40; ++I) {
    int64_t Inner = int64_t(1) << (I % 8);
    auto *Shaped = Ks.B.create<ReshapeOp>(
        V, llvm::ArrayRef<int64_t>({128 / Inner, 2, Inner}));
    Value *Other = Ks.B.create<FlipOp>(Shaped->result(), 1u)->result();
    Value *Flat =
        Ks.B.create<ReshapeOp>(Other, llvm::ArrayRef<int64_t>({256}))->result();
    V = Ks.op(OpKind::Sub, {Ks.op(OpKind::Mul, {V, Ks.i32(3)}), Flat});
  }
  Ks.storeAll(X, V, 256);
  auto Fill = [&] { std::iota(Data.begin(), Data.end(), -100); };
  Fill();
  ASSERT_EQ(Ks.run(), "");
  std::vector<int32_t> Expected = Data;
  Fill();
  ASSERT_EQ(runOnCPU(Ks), "");
  EXPECT_EQ(Data, Expected);
}

// The loads, the store and the sum share a nest if the arrays are apart.
TEST(CPUNestsTest, ReductionsBesideStoresToOverlappingArrays) {
  for (int Distance : {0, 1, -1, 20, -20, 300}) {
    std::vector<int32_t> Data(1000);
    Kernels Ks;
    Value *X = Ks.array("x", &Data[400], 200, Ks.Ctx.i32());
    Value *Y = Ks.array("y", &Data[400 + Distance], 200, Ks.Ctx.i32());
    Value *Out = Ks.array("out", Data.data(), 2, Ks.Ctx.i32());
    Value *A = Ks.loadAll(X, 100);
    Ks.storeAll(Y, Ks.op(OpKind::Mul, {A, Ks.i32(2)}), 100);
    Value *Again = Ks.loadAll(X, 100);
    Value *Sum = Ks.op(OpKind::Sum, {Ks.op(OpKind::Sub, {Again, A})});
    Ks.store(Out, Sum);
    Ks.store(Ks.addptr(Out, Ks.i32(1)), Ks.op(OpKind::Max, {Again}));
    auto Fill = [&] { std::iota(Data.begin(), Data.end(), 1); };
    Fill();
    Ks.Extents.clear();
    ASSERT_EQ(Ks.run(), "");
    std::vector<int32_t> Expected = Data;
    for (const std::string &Arch : cpuArchitectures()) {
      Fill();
      ASSERT_EQ(runOnCPU(Ks, {}, Arch), "");
      EXPECT_EQ(Data, Expected) << "distance " << Distance << ' ' << Arch;
    }
  }
}

// The part of a row in which the mask holds is a loop without masks.
TEST(CPUNestsTest, MaskedRowsOfEveryLength) {
  constexpr int Most = 150;
  std::vector<int32_t> Data(Most);
  std::iota(Data.begin(), Data.end(), 1);
  for (int N = 0; N <= Most; N += N % 16 < 2 || N % 16 > 13 ? 1 : 6) {
    int32_t Result[2] = {};
    Kernels Ks;
    Value *X = Ks.array("x", Data.data(), N, Ks.Ctx.i32());
    Value *Out = Ks.array("out", Result);
    Value *Limit = Ks.scalar("n", Ks.Ctx.i32(), N);
    Value *Index = Ks.arange(Most);
    Value *Mask = Ks.op(OpKind::CmpLt, {Index, Limit});
    Value *Row = Ks.load(Ks.addptr(X, Index), Mask, Ks.i32(-2));
    Ks.store(Out, Ks.op(OpKind::Sum, {Row}));
    Value *Where = Ks.op(OpKind::Select, {Mask, Row, Ks.i32(7)});
    Ks.store(Ks.addptr(Out, Ks.i32(1)), Ks.op(OpKind::Sum, {Where}));
    ASSERT_EQ(runOnCPU(Ks), "");
    int32_t Inside = N * (N + 1) / 2;
    EXPECT_EQ(Result[0], Inside - 2 * (Most - N)) << N;
    EXPECT_EQ(Result[1], Inside + 7 * (Most - N)) << N;
  }
}

TEST(CPUNestsTest, ExtremaOfRowsWithNaNs) {
  const float NaN = NAN, Inf = INFINITY;
  float Rows[][5] = {{1, NaN, 3, -2, 0},
                     {NaN, NaN, NaN, NaN, NaN},
                     {-Inf, -Inf, -Inf, -Inf, -Inf},
                     {Inf, -Inf, 1, 2, 3}};
  for (TypeKind Kind : {TypeKind::F32, TypeKind::F64, TypeKind::F16})
    for (OpKind Extremum : {OpKind::Max, OpKind::Min})
      for (bool Propagates : {true, false})
        for (auto &Row : Rows) {
          float Result[2] = {};
          Kernels Ks;
          Value *X = Ks.array("x", Row), *Out = Ks.array("out", Result);
          Type Ty = Ks.Ctx.scalar(Kind);
          Value *Wide = Ks.loadAll(X, 5);
          if (Ty != Ks.Ctx.f32())
            Wide = Ks.B.createCast(Wide, Ty)->result();
          Value *Most = Ks.op(Extremum, {Wide}, propagate(Ks, Propagates));
          if (Ty != Ks.Ctx.f32())
            Most = Ks.B.createCast(Most, Ks.Ctx.f32())->result();
          Ks.store(Out, Most);
          ASSERT_EQ(Ks.run(), "");
          float Expected = Result[0];
          ASSERT_EQ(runOnCPU(Ks), "");
          bool Same = std::isnan(Expected) ? std::isnan(Result[0])
                                           : Result[0] == Expected;
          EXPECT_TRUE(Same) << Result[0] << " instead of " << Expected;
        }
}

} // namespace
