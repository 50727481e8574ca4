//===- SignatureTest.cpp - Text form of signatures ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendTest.h"

using namespace mt;

namespace {

class SignatureTest : public FrontendTest {
protected:
  KernelSignature parse(llvm::StringRef Text) {
    KernelSignature S;
    Ok = succeeded(parseSignature(Ctx, Text, S, Diags));
    return S;
  }
  bool Ok = false;
};

TEST_F(SignatureTest, NamedEntries) {
  KernelSignature S = parse("x=*fp32:16, n=i32:1, BLOCK=256, DT=tl.float16");
  ASSERT_TRUE(Ok);
  ASSERT_EQ(S.Args.size(), 4u);
  EXPECT_EQ(S.Args[0].Name, "x");
  EXPECT_EQ(S.Args[0].Ty, Ctx.pointer(Ctx.f32()));
  EXPECT_EQ(S.Args[0].Divisible, 16u);
  EXPECT_TRUE(S.Args[1].EqualsOne);
  EXPECT_TRUE(S.Args[2].isConstexpr());
  EXPECT_EQ(S.Args[2].Literal, "256");
  EXPECT_TRUE(S.Args[3].isConstexpr());
}

TEST_F(SignatureTest, PositionalEntriesAndBothSpellings) {
  KernelSignature S =
      parse("ptr<f32>, *kbf16, ptr<const i8>, u64, -1.5, 'a,b'");
  ASSERT_TRUE(Ok);
  ASSERT_EQ(S.Args.size(), 6u);
  EXPECT_EQ(S.Args[0].Ty, Ctx.pointer(Ctx.f32()));
  EXPECT_EQ(S.Args[1].Ty,
            Ctx.pointer(Ctx.scalar(TypeKind::BF16), /*IsConst=*/true));
  EXPECT_EQ(S.Args[2].Ty,
            Ctx.pointer(Ctx.scalar(TypeKind::I8), /*IsConst=*/true));
  EXPECT_EQ(S.Args[3].Ty, Ctx.scalar(TypeKind::U64));
  EXPECT_EQ(S.Args[4].Literal, "-1.5");
  EXPECT_EQ(S.Args[5].Literal, "'a,b'");
}

TEST_F(SignatureTest, EverySpellingOfEveryElementType) {
  static const std::pair<const char *, TypeKind> Spellings[] = {
      {"i1", TypeKind::Bool},
      {"u1", TypeKind::Bool},
      {"B", TypeKind::Bool},
      {"bool", TypeKind::Bool},
      {"i8", TypeKind::I8},
      {"i16", TypeKind::I16},
      {"i32", TypeKind::I32},
      {"i64", TypeKind::I64},
      {"u8", TypeKind::U8},
      {"u16", TypeKind::U16},
      {"u32", TypeKind::U32},
      {"u64", TypeKind::U64},
      {"fp16", TypeKind::F16},
      {"f16", TypeKind::F16},
      {"bf16", TypeKind::BF16},
      {"fp32", TypeKind::F32},
      {"float32", TypeKind::F32},
      {"fp64", TypeKind::F64},
      {"fp8e4nv", TypeKind::F8E4M3FN},
      {"fp8e5", TypeKind::F8E5M2},
      {"fp8e4b8", TypeKind::F8E4M3FNUZ},
      {"fp8e5b16", TypeKind::F8E5M2FNUZ},
  };
  for (auto [Text, Kind] : Spellings) {
    EXPECT_EQ(parseTypeSpelling(Ctx, Text), Ctx.scalar(Kind)) << Text;
    EXPECT_EQ(parseTypeSpelling(Ctx, std::string("*") + Text),
              Ctx.pointer(Ctx.scalar(Kind)))
        << Text;
  }
}

TEST_F(SignatureTest, WhatIsNoTypeIsAnError) {
  for (const char *Text :
       {"*", "ptr<>", "ptr<f32", "fp33", "*fp32 *", "**x", "x=", "=", "a=b=c",
        "i32:", "i32:0", "i32:12", "*fp32:1", "i32,,i32", "i32:99999999999"}) {
    Messages.clear();
    parse(Text);
    // A trailing ':' gives no hint; all else is reported once.
    if (llvm::StringRef(Text) == "i32:")
      continue;
    EXPECT_FALSE(Ok) << Text;
    EXPECT_EQ(Messages.size(), 1u) << Text;
  }
}

TEST_F(SignatureTest, Definitions) {
  KernelSignature S;
  EXPECT_TRUE(succeeded(parseDefinition("BLOCK=256", S, Diags)));
  EXPECT_EQ(S.Args[0].Name, "BLOCK");
  EXPECT_EQ(S.Args[0].Literal, "256");
  EXPECT_TRUE(failed(parseDefinition("BLOCK", S, Diags)));
  EXPECT_TRUE(failed(parseDefinition("=1", S, Diags)));
}

} // namespace
