//===- PrinterTest.cpp - Tests of printing and reading back ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "TextTestUtil.h"
#include "mytriton/IR/Builder.h"
#include "llvm/ADT/APFloat.h"

using namespace mt;
using namespace mt::test;

namespace {

/// Text that must come back byte for byte.
void expectSame(const std::string &Text) { EXPECT_EQ(reprinted(Text), Text); }

std::string inKernel(const std::string &Line) {
  return "kernel @k(p: ptr<f32>, n: i32, b: bool) {\n  " + Line + "\n}\n";
}

TEST(Printer, documentFormsComeBackByteForByte) {
  expectSame("params x: ptr<f32>, out: ptr<f32>, K: i32\n"
             "%5 = for %0 in range(0, K, 1) iter_args(%1 = 0.0) : f32 {\n"
             "  %2 = addptr x, %0 : ptr<f32>\n"
             "  %3 = load %2, none, none : f32\n"
             "  %4 = add %1, %3 : f32\n"
             "  yield %4\n"
             "}\n"
             "store out, %5, none\n");
}

TEST(Printer, whileAndIfFollowTheGrammar) {
  expectSame("kernel @k(n: i32) {\n"
             "  %4, %5 = while iter_args(%0 = 0, %1 = 1.5) : i32, f32 {\n"
             "    %2 = cmp_lt %0, n : bool\n"
             "    condition %2\n"
             "  } do {\n"
             "    %3 = add %0, 1 : i32\n"
             "    yield %3, %1\n"
             "  }\n"
             "  %6 = cmp_lt %4, 3 : bool\n"
             "  %8 = if %6 : i32 {\n"
             "    %7 = add %4, 1 : i32\n"
             "    yield %7\n"
             "  } else {\n"
             "    yield -1\n"
             "  }\n"
             "  if %6 {\n"
             "  }\n"
             "}\n");
}

TEST(Printer, kernelsAndFuncsWithEverything) {
  expectSame("kernel @k(x: ptr<f32> {divisible=16}, \"for\": i32 {equals=1}) "
             "attributes {num_warps=4} {\n"
             "  %0 = mul \"for\", 2 : i32\n"
             "}\n"
             "\n"
             "func @sigmoid$0(%0: f32, %1: vector<4 x ptr<const u8>>) -> "
             "(f32, i8) {\n"
             "  return %0, -128\n"
             "}\n"
             "\n"
             "func @\"odd name\"() -> () {\n"
             "  return\n"
             "}\n");
}

TEST(Printer, emptyAnonymousKernelsReadBack) {
  expectSame("params\n");
  expectSame("params n: i32\n");
  EXPECT_EQ(reprinted(""), "");
}

TEST(Printer, literalsSpellTypesOnlyWhereNothingFixesThem) {
  expectSame(inKernel("%0 = cmp_lt n, 3 : bool"));
  expectSame(inKernel("%0 = cmp_lt 1:i64, 2 : bool"));
  expectSame(inKernel("%0 = add 1, 2 : u8"));
  expectSame(inKernel("%0 = select b, 1.0, 2.0 : f16"));
  expectSame(inKernel("%0 = select true, 1, n : i32"));
  expectSame(inKernel("%0 = addptr p, 3:i32 : ptr<f32>"));
  expectSame(inKernel("%0 = cast 1:i8 : f32"));
  expectSame(inKernel("store p, 1.0, false"));
  expectSame(inKernel("%0 = load p, b, nan : f32"));
  expectSame(inKernel("for %0 in range(0:u8, 10, 2) {\n  }"));
  expectSame(inKernel("%0 = call @f(1:i32, true:bool) : i32"));
}

TEST(Printer, spellsNoTypeThatTheRuleKnows) {
  EXPECT_EQ(reprinted(inKernel("%0 = add 1:i32, n : i32")),
            inKernel("%0 = add 1, n : i32"));
}

TEST(Printer, specialFloatsKeepTheirBits) {
  for (const char *Lit :
       {"inf", "-inf", "nan", "nan(0xffc00000)", "nan(0x7f800001)", "-0.0",
        "1e-45", "1.1754944e-38", "3.4028235e+38", "0.1", "1e-05", "0.0001",
        "16777216.0", "1e+16", "123456.79"})
    expectSame(inKernel(std::string("%0 = add ") + Lit + ", 0.0 : f32"));
  expectSame(inKernel("%0 = add 5e-324, 1.7976931348623157e+308 : f64"));
  expectSame(inKernel("%0 = add nan, 450.0 : f8e4m3fn"));
  expectSame(inKernel("%0 = add inf, nan(0x7d) : f8e5m2"));
}

TEST(Printer, integersOfEveryWidthKeepTheirValue) {
  expectSame(inKernel("%0 = add -128, 127 : i8"));
  expectSame(inKernel("%0 = add 0, 255 : u8"));
  expectSame(
      inKernel("%0 = add -9223372036854775808, 9223372036854775807 : i64"));
  expectSame(inKernel("%0 = add 0, 18446744073709551615 : u64"));
}

TEST(Printer, everyKindOfTypeAndAttribute) {
  expectSame(inKernel("%0 = broadcast 0.5 {shape=(2, 3, 4)} : block<2x3x4 "
                      "x bf16>"));
  expectSame(inKernel("%0 = splat p : frag<8 x ptr<f32>>"));
  expectSame(
      inKernel("%0 = add n, n {a.b=1, c.d=\"x\\\"\\n\", e.f=f8e5m2fnuz, "
               "g.h=(1,), i.j=[1, (true, 2.5)], k.l=7:u8, m.n=shared<2x2 x "
               "f16>, o.p=ptr<const i64, 3>, q.r=()} : i32"));
}

TEST(Printer, attributesComeInDeclaredOrder) {
  EXPECT_EQ(
      reprinted(inKernel("%0 = arange {end=8, start=2} : vector<6 x i32>")),
      inKernel("%0 = arange {start=2, end=8} : vector<6 x i32>"));
}

TEST(Printer, namesOfValuesDoNotMatter) {
  EXPECT_EQ(reprinted(inKernel("%a = add n, 1 : i32\n%00 = add %a, %a : i32"
                               "\n%4000000000 = add %00, %a : i32")),
            inKernel("%0 = add n, 1 : i32\n  %1 = add %0, %0 : i32\n"
                     "  %2 = add %1, %0 : i32"));
}

TEST(Printer, locationsRoundTrip) {
  std::string Text = inKernel(
      "%0 = add n, 1 : i32 loc(\"a \\\"b\\\".py\":3:4 to 5:6)\n"
      "  %1 = add n, 1 : i32 loc(callsite(\"f.py\":3:4 at "
      "callsite(\"g.py\":1:2 "
      "to 1:9 at \"h.py\":7:1)))\n"
      "  if b {\n    store p, 0.0, none loc(unknown)\n  } loc(\"i.py\":1:1)");
  Context Ctx;
  auto M = parsed(Ctx, Text);
  std::string Printed = printed(*M, {/*Locations=*/true});
  EXPECT_EQ(Printed, Text);
}

TEST(Printer, opsWithoutLocationStandWhereTheirTextDoes) {
  Context Ctx;
  auto M = parsed(Ctx, inKernel("%0 = add n, 1 : i32"));
  Location L = M->kernels()[0]->body().front().loc();
  EXPECT_EQ(L.file(), "test.mt");
  EXPECT_EQ(L.line(), 2u);
  EXPECT_EQ(L.column(), 3u);
  EXPECT_EQ(L.endColumn(), 21u);
}

TEST(Printer, summariesElideRegions) {
  Context Ctx;
  auto M = parsed(Ctx, inKernel("for %0 in range(0, n, 1) {\n"
                                "%1 = add %0, 1 : i32\n}"));
  Op &Loop = M->kernels()[0]->body().front();
  EXPECT_EQ(summarize(&Loop), "for %0 in range(0, n, 1) { ... }");
  EXPECT_EQ(summarize(&Loop.body().front()), "%1 = add %0, 1 : i32");
}

TEST(Printer, malformedOpsPrintWithoutCrashing) {
  Context Ctx;
  Module M(Ctx);
  OpBuilder B(M.addKernel("k"));
  auto Make = [&](OpKind Kind, llvm::ArrayRef<Value *> Operands,
                  llvm::ArrayRef<Type> Results) {
    return B.create(Kind, Operands, Results);
  };
  Op *Detached = Make(OpKind::Add, {nullptr, nullptr}, {Type()});
  Make(OpKind::For, {Detached->result()}, {});
  Make(OpKind::While, {}, {});
  Make(OpKind::If, {}, {Ctx.i32()});
  Make(OpKind::Call, {}, {});
  Detached->remove();
  std::string Text = printed(M);
  EXPECT_NE(Text.find("range(<<detached>>)"), std::string::npos) << Text;
  EXPECT_NE(Text.find("call @\"\"()"), std::string::npos) << Text;
}

TEST(StructurallyEqual, tellsTheFirstDifference) {
  Context Ctx;
  auto A = parsed(Ctx, inKernel("%0 = add n, 1 : i32"));
  auto Differs = [&](const std::string &Line, const std::string &Wanted) {
    auto B = parsed(Ctx, inKernel(Line));
    std::string Why;
    EXPECT_FALSE(structurallyEqual(*A, *B, &Why));
    EXPECT_EQ(Why, Wanted);
  };
  Differs("%0 = add n, 2 : i32", "operand 1 of `%0 = add n, 1 : i32`");
  Differs("%0 = sub n, 1 : i32", "name of `%0 = add n, 1 : i32`");
  Differs("%0 = add n, 1 {a.b=1} : i32", "attributes of `%0 = add n, 1 : i32`");
  Differs("%0 = add n, 1 : i32\n%1 = add n, 1 : i32",
          "presence of `%1 = add n, 1 : i32`");
  auto B = parsed(Ctx, inKernel("%z = add n, 1 : i32 loc(\"f\":1:1)"));
  EXPECT_TRUE(structurallyEqual(*A, *B));
}

} // namespace
