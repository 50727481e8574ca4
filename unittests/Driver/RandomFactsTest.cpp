//===- RandomFactsTest.cpp - What facts change, on random arithmetic ------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random index arithmetic under random facts. For launches that fulfil the
// facts, a kernel must write the same with and without their being used.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Driver/Compiler.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Transforms/LaunchPredicates.h"
#include "gtest/gtest.h"
#include <random>

using namespace mt;

namespace {

class RandomKernel {
public:
  explicit RandomKernel(unsigned Seed) : Random(Seed) {}

  std::string text();
  int pick(int Low, int High) {
    return std::uniform_int_distribution<int>(Low, High)(Random);
  }
  template <typename T> T oneOf(std::initializer_list<T> List) {
    return *(List.begin() + pick(0, int(List.size()) - 1));
  }

private:
  std::string value() { return Values[pick(0, int(Values.size()) - 1)]; }
  std::string operand() {
    return pick(0, 2) ? value() : std::to_string(oneOf({1, 2, 3, 4, 7, 8, 16}));
  }
  void addOp(const std::string &Text) {
    Values.push_back("%v" + std::to_string(Values.size()));
    Body += "  " + Values.back() + " = " + Text + " : i32\n";
  }

  std::mt19937 Random;
  std::vector<std::string> Values;
  std::string Body;
};

} // namespace

std::string RandomKernel::text() {
  static constexpr const char *Facts[] = {
      "M % 4 == 0",          "M % 8 == 0",
      "N % 3 == 0",          "1 <= M <= 8",
      "0 <= N <= 100",       "-5 <= N <= 5",
      "grid.x * 4 <= M",     "grid.y * 2 <= N",
      "grid.x * 8 <= N",     "grid.x <= cdiv(M, 4) * cdiv(N, 2)",
      "1 <= N <= 1000000000"};
  std::string Assumed;
  for (int I = pick(1, 4); I != 0; --I)
    Assumed += std::string(Assumed.empty() ? "" : ", ") + '"' +
               Facts[pick(0, int(std::size(Facts)) - 1)] + '"';
  Values = {"M", "N", "%px", "%py", "%gx"};
  for (int I = pick(4, 14); I != 0; --I)
    addOp(oneOf({"add ", "sub ", "mul ", "div ", "mod ", "minimum ", "maximum ",
                 "div ", "mod ", "mul "}) +
          value() + ", " + operand());
  for (int I = 0; I != 8; ++I) {
    std::string At = std::to_string(I);
    Body += "  %c" + At + " = cmp_" + oneOf({"lt", "le", "gt", "ge"}) + " " +
            value() + ", " + operand() + " : bool\n  %a" + At +
            " = addptr x, " + At + ":i32 : ptr<i32>\n  store %a" + At + ", " +
            value() + ", %c" + At + "\n";
  }
  return "kernel @k(x: ptr<i32>, M: i32, N: i32) attributes {assume=[" +
         Assumed +
         "]} {\n  %px = program_id {axis=0} : i32\n  %py = program_id "
         "{axis=1} : i32\n  %gx = num_programs {axis=0} : i32\n" +
         Body + "}\n";
}

TEST(RandomFacts, ChangeNothingThatIsWritten) {
  Compiler C;
  unsigned NumChanged = 0, NumLaunches = 0;
  for (unsigned Seed = 0; Seed != 400; ++Seed) {
    RandomKernel Random(Seed);
    std::string Text = Random.text();
    Context Ctx;
    DiagnosticEngine Diags;
    Diags.setHandler([&](const Diagnostic &D) {
      ADD_FAILURE() << D.Message << "\n" << Text;
    });
    std::unique_ptr<Module> Plain = parseModule(Ctx, Text, "k.mt", Diags);
    ASSERT_TRUE(Plain);
    std::unique_ptr<Module> Used = Plain->clone();
    ASSERT_TRUE(succeeded(C.runPasses(*Used, "launch-facts", {}, Diags)));
    std::string Why;
    auto Facts = assumedFacts(*Plain->kernels().front(), Why);
    ASSERT_TRUE(Facts) << Why;
    NumChanged += !structurallyEqual(*Plain, *Used);
    const Target &T = *C.findTarget("interp", Diags);
    auto Before = C.loadAsIs(*Plain->kernels().front(), T, {}, Diags);
    auto After = C.loadAsIs(*Used->kernels().front(), T, {}, Diags);
    ASSERT_TRUE(Before && After);
    for (int I = 0; I != 60; ++I) {
      // Small numbers, and some close to the ends of the type.
      auto Number = [&] {
        int Small = Random.pick(-9, 40);
        return Random.pick(0, 7)
                   ? Small
                   : Small +
                         Random.oneOf({1 << 30, -(1 << 30), INT32_MAX - 40});
      };
      Grid Programs{uint32_t(Random.pick(1, 6)), uint32_t(Random.pick(1, 3)),
                    1};
      int32_t A[8] = {}, B[8] = {};
      uint64_t Args[] = {uint64_t(A), uint64_t(int64_t(Number())),
                         uint64_t(int64_t(Number()))};
      LaunchValues Values{Args, {Programs.X, Programs.Y, Programs.Z}};
      if (!llvm::all_of(*Facts, [&](const LaunchPredicate &P) {
            return P.holds(Values);
          }))
        continue;
      ++NumLaunches;
      LaunchParams Launch;
      Launch.Programs = Programs;
      Launch.Args = Args;
      ASSERT_EQ(llvm::toString(Before->launch(Launch)), "") << Text;
      Args[0] = uint64_t(B);
      ASSERT_EQ(llvm::toString(After->launch(Launch)), "") << Text;
      ASSERT_EQ(llvm::ArrayRef<int32_t>(A), llvm::ArrayRef<int32_t>(B))
          << "M=" << int64_t(Args[1]) << " N=" << int64_t(Args[2]) << " grid "
          << Programs.X << "x" << Programs.Y << "\n"
          << Text;
    }
  }
  // Not a test of nothing.
  EXPECT_GT(NumChanged, 100u);
  EXPECT_GT(NumLaunches, 1000u);
}
