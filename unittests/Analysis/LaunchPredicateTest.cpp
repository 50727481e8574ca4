//===- LaunchPredicateTest.cpp - Facts a launcher can decide --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Analysis/LaunchPredicate.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Text.h"
#include "gtest/gtest.h"

using namespace mt;

namespace {

class LaunchPredicateTest : public testing::Test {
protected:
  LaunchPredicateTest() {
    M = parseModule(Ctx,
                    "kernel @k(x: ptr<f32>, M: i32, N: i64, u: u32, f: f32) {}",
                    "k.mt", Diags);
    K = M->kernels().front().get();
  }

  bool holds(llvm::StringRef Text, int64_t M, int64_t N, uint32_t GridX = 1,
             uint32_t GridY = 1) {
    std::string Why;
    std::optional<LaunchPredicate> P = LaunchPredicate::parse(Text, *K, Why);
    EXPECT_TRUE(P) << Why;
    EXPECT_EQ(P->str(*K), Text);
    uint64_t Args[] = {0, uint64_t(M), uint64_t(N), 0, 0};
    return P->holds({Args, {GridX, GridY, 1}});
  }
  std::string whyNot(llvm::StringRef Text) {
    std::string Why;
    EXPECT_FALSE(LaunchPredicate::parse(Text, *K, Why)) << Text.str();
    return Why;
  }

  Context Ctx;
  DiagnosticEngine Diags;
  std::unique_ptr<Module> M;
  Kernel *K;
};

} // namespace

TEST_F(LaunchPredicateTest, MultiplesAreNotNegative) {
  EXPECT_TRUE(holds("M % 64 == 0", 0, 0));
  EXPECT_TRUE(holds("M % 64 == 0", 128, 0));
  EXPECT_FALSE(holds("M % 64 == 0", 100, 0));
  EXPECT_FALSE(holds("M % 64 == 0", -64, 0));
  EXPECT_TRUE(holds("N % 3 == 0", 0, int64_t(3) << 40));
}

TEST_F(LaunchPredicateTest, RangesIncludeTheirEnds) {
  EXPECT_FALSE(holds("1 <= M <= 8", 0, 0));
  EXPECT_TRUE(holds("1 <= M <= 8", 1, 0));
  EXPECT_TRUE(holds("1 <= M <= 8", 8, 0));
  EXPECT_FALSE(holds("1 <= M <= 8", 9, 0));
  EXPECT_FALSE(holds("1 <= N <= 8", 0, int64_t(1) << 32 | 4));
}

TEST_F(LaunchPredicateTest, GridsAreComparedWithoutOverflow) {
  EXPECT_TRUE(holds("grid.x * 128 <= M", 256, 0, 2));
  EXPECT_FALSE(holds("grid.x * 128 <= M", 255, 0, 2));
  EXPECT_FALSE(holds("grid.x * 128 <= M", -256, 0, 2));
  EXPECT_FALSE(holds("grid.x * 1073741824 <= M", INT32_MAX, 0, 8));
  EXPECT_TRUE(holds("grid.y * 2 <= M", 8, 0, 100, 4));
}

TEST_F(LaunchPredicateTest, TiledExtentsAreBounded) {
  llvm::StringRef Text = "grid.x <= cdiv(M, 64) * cdiv(N, 32)";
  EXPECT_TRUE(holds(Text, 65, 33, 4));
  EXPECT_FALSE(holds(Text, 65, 33, 5));
  EXPECT_FALSE(holds(Text, 0, 33, 1));
  EXPECT_FALSE(holds(Text, -64, -32, 1));
  EXPECT_TRUE(holds(Text, 1 << 30, 1 << 30, 1));
  EXPECT_FALSE(holds(Text, (1 << 30) + 1, 1 << 30, 1));
}

TEST_F(LaunchPredicateTest, SlotsAreReadInTheirOwnWidth) {
  // What stands above the 32 bits of M does not count.
  EXPECT_TRUE(holds("M % 64 == 0", int64_t(5) << 33 | 64, 0));
}

TEST_F(LaunchPredicateTest, WrongTextsAreExplained) {
  EXPECT_NE(whyNot("M is even").find("is no fact about a launch"),
            std::string::npos);
  EXPECT_EQ(whyNot("Q % 4 == 0"),
            "'Q % 4 == 0': the kernel has no parameter 'Q'");
  EXPECT_EQ(whyNot("u % 4 == 0"), "'u % 4 == 0': parameter 'u' is no signed "
                                  "integer of 32 or 64 bits");
  for (llvm::StringRef Text :
       {"", "M % 0 == 0", "M % -4 == 0", "M % 4 == 1", "1 <= M", "grid.w <= M",
        "grid.x * 4 <= M + 1", "grid.y <= cdiv(M, 4) * cdiv(N, 4)",
        "M % 99999999999999999999 == 0", "disjoint(x)", "x % 4 == 0"})
    EXPECT_FALSE(whyNot(Text).empty());
}
