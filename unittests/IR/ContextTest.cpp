//===- ContextTest.cpp - Uniquing of types, constants, attributes ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Context.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>
#include <thread>

using namespace mt;

TEST(ContextTest, TypesAreUniqued) {
  Context Ctx;
  Type F32 = Ctx.f32();
  EXPECT_EQ(Ctx.pointer(F32), Ctx.pointer(F32));
  EXPECT_NE(Ctx.pointer(F32), Ctx.pointer(F32, /*IsConst=*/true));
  EXPECT_NE(Ctx.pointer(F32), Ctx.pointer(F32, false, 1));
  EXPECT_EQ(Ctx.tile({8, 16}, F32), Ctx.tile({8, 16}, F32));
  EXPECT_NE(Ctx.tile({8}, F32), Ctx.fragment(8, F32));
  EXPECT_EQ(Ctx.withElement(Ctx.tile({4}, F32), Ctx.i32()),
            Ctx.tile({4}, Ctx.i32()));
  EXPECT_EQ(Ctx.tileOrScalar({}, F32), F32);
}

TEST(ContextTest, TypesPrintInTheDocumentedForm) {
  Context Ctx;
  Type P = Ctx.pointer(Ctx.f32());
  EXPECT_EQ(Ctx.tile({256}, P).str(), "vector<256 x ptr<f32>>");
  EXPECT_EQ(Ctx.tile({16, 32}, Ctx.boolean()).str(), "block<16x32 x bool>");
  EXPECT_EQ(Ctx.pointer(Ctx.i32(), true, 3).str(), "ptr<const i32, 3>");
  EXPECT_EQ(Ctx.fragment(4, Ctx.f32()).str(), "frag<4 x f32>");
}

TEST(ContextTest, ConstantsAreUniquedByTypeAndBits) {
  Context Ctx;
  EXPECT_EQ(Ctx.intConstant(Ctx.i32(), -1),
            Ctx.constant(Ctx.i32(), 0xffffffffu));
  EXPECT_NE(Ctx.intConstant(Ctx.i32(), 1), Ctx.intConstant(Ctx.i64(), 1));
  EXPECT_NE(Ctx.floatConstant(Ctx.f32(), 0.0),
            Ctx.floatConstant(Ctx.f32(), -0.0));
  // The bit patterns that a hash table likes to reserve.
  Constant *All = Ctx.constant(Ctx.i64(), ~uint64_t(0));
  EXPECT_EQ(All, Ctx.intConstant(Ctx.i64(), -1));
  EXPECT_NE(All, Ctx.intConstant(Ctx.i64(), -2));
}

static std::string text(const Constant *C) {
  std::string S;
  llvm::raw_string_ostream OS(S);
  C->print(OS);
  return S;
}

TEST(ContextTest, FloatsPrintAsPythonDoes) {
  Context Ctx;
  Type F32 = Ctx.f32(), F64 = Ctx.scalar(TypeKind::F64);
  Type F16 = Ctx.scalar(TypeKind::F16), BF16 = Ctx.scalar(TypeKind::BF16);
  auto F = [&](Type T, double V) { return text(Ctx.floatConstant(T, V)); };
  EXPECT_EQ(F(F32, 0.0), "0.0");
  EXPECT_EQ(F(F32, -0.0), "-0.0");
  EXPECT_EQ(F(F32, 256), "256.0");
  EXPECT_EQ(F(F32, 1e-5), "1e-05");
  EXPECT_EQ(F(F32, 0.0001), "0.0001");
  EXPECT_EQ(F(F32, 16777216), "16777216.0");
  EXPECT_EQ(F(F64, 1e15), "1000000000000000.0");
  EXPECT_EQ(F(F64, 1e16), "1e+16");
  EXPECT_EQ(F(F32, 0.1), "0.1");
  EXPECT_EQ(F(F64, 0.1), "0.1");
  EXPECT_EQ(F(F64, double(0.1f)), "0.10000000149011612");
  EXPECT_EQ(F(F16, 0.1), "0.1");
  EXPECT_EQ(F(F16, 65504), "65500.0");
  EXPECT_EQ(F(BF16, 3.140625), "3.14");
  EXPECT_EQ(F(F64, 5e-324), "5e-324");
  EXPECT_EQ(F(F32, INFINITY), "inf");
  EXPECT_EQ(F(F32, -INFINITY), "-inf");
  EXPECT_EQ(F(F32, NAN), "nan");
  EXPECT_EQ(text(Ctx.constant(F32, 0x7fc00001)), "nan(0x7fc00001)");
}

TEST(ContextTest, IntegersPrintByTheirSignedness) {
  Context Ctx;
  EXPECT_EQ(text(Ctx.intConstant(Ctx.i32(), -7)), "-7");
  EXPECT_EQ(text(Ctx.intConstant(Ctx.scalar(TypeKind::U8), -1)), "255");
  EXPECT_EQ(text(Ctx.intConstant(Ctx.scalar(TypeKind::U64), -1)),
            "18446744073709551615");
  EXPECT_EQ(text(Ctx.boolConstant(true)), "true");
}

TEST(ContextTest, AttributesKeepOrderAndCompareByAddress) {
  Context Ctx;
  AttrDict D = Ctx.dict(
      {Ctx.named("start", Ctx.intAttr(0)), Ctx.named("end", Ctx.intAttr(256))});
  EXPECT_EQ(D, Ctx.dict({Ctx.named("start", Ctx.intAttr(0)),
                         Ctx.named("end", Ctx.intAttr(256))}));
  std::string S;
  llvm::raw_string_ostream OS(S);
  D.print(OS);
  EXPECT_EQ(S, "{start=0, end=256}");
  EXPECT_EQ(D.get("end").asInt(), 256);
  EXPECT_FALSE(D.get("axis"));
  AttrDict E = Ctx.withAttr(D, "end", Ctx.intAttr(8));
  EXPECT_EQ(E.get("end").asInt(), 8);
  EXPECT_TRUE(Ctx.withAttr(Ctx.withAttr(E, "end", {}), "start", {}).empty());
  S.clear();
  OS << Ctx.shapeAttr({8});
  OS << Ctx.shapeAttr({8, 4});
  EXPECT_EQ(S, "(8,)(8, 4)");
}

TEST(ContextTest, ThreadsShareOneContext) {
  Context Ctx;
  std::vector<std::vector<const void *>> Seen(4);
  std::vector<std::thread> Threads;
  for (auto &Mine : Seen)
    Threads.emplace_back([&Ctx, &Mine] {
      for (int I = 1; I != 500; ++I) {
        Mine.push_back(Ctx.tile({I}, Ctx.f32()).storage());
        Mine.push_back(Ctx.intConstant(Ctx.i32(), I));
        Mine.push_back(Ctx.intAttr(I).storage());
      }
    });
  for (std::thread &T : Threads)
    T.join();
  for (auto &Mine : Seen)
    EXPECT_EQ(Mine, Seen[0]);
}
