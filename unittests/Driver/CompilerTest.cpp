//===- CompilerTest.cpp - Tests of the compiler as a library --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Driver/Compiler.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mt;

namespace {

constexpr llvm::StringRef Negate = R"(
kernel @negate(x: ptr<f32>, y: ptr<f32>) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = addptr x, %0 : vector<8 x ptr<f32>>
  %2 = load %1, none, none : vector<8 x f32>
  %3 = neg %2 : vector<8 x f32>
  %4 = addptr y, %0 : vector<8 x ptr<f32>>
  store %4, %3, none
}
)";

class CompilerTest : public testing::Test {
protected:
  CompilerTest() { collect(Diags, Messages); }

  static void collect(DiagnosticEngine &Diags, std::vector<std::string> &To) {
    Diags.setHandler([&To](const Diagnostic &D) { To.push_back(D.Message); });
  }
  std::unique_ptr<Module> parse(Context &Ctx, DiagnosticEngine &D) {
    return parseModule(Ctx, Negate, "negate.mt", D);
  }

  Compiler C;
  CompilerOptions Options;
  DiagnosticEngine Diags;
  std::vector<std::string> Messages;
};

TEST_F(CompilerTest, StagesAndTargetsAreFoundOrExplained) {
  ASSERT_TRUE(C.findTarget("interp", Diags));
  EXPECT_EQ(C.targetForStage("", "cuda", Diags)->name(), "cuda");
  EXPECT_EQ(C.targetForStage("interp", "ssa", Diags)->name(), "interp");
  EXPECT_TRUE(Messages.empty());
  EXPECT_FALSE(C.targetForStage("interp", "cuda", Diags));
  EXPECT_FALSE(C.targetForStage("abacus", "cuda", Diags));
  ASSERT_EQ(Messages.size(), 2u);
  EXPECT_EQ(Messages[0], "target 'interp' has no stage 'cuda'; it has ssa");
  EXPECT_TRUE(llvm::StringRef(Messages[1])
                  .starts_with("unknown target 'abacus'; this build has "));
}

TEST_F(CompilerTest, LoadedKernelsRun) {
  Context Ctx;
  std::unique_ptr<Module> M = parse(Ctx, Diags);
  std::unique_ptr<Executable> Code =
      C.load(*M->kernels()[0], *C.findTarget("interp", Diags), Options, Diags);
  ASSERT_TRUE(Code);
  float X[8] = {0, 1, -2, 3, 4, 5, 6, -0.5f}, Y[8] = {};
  uint64_t Args[] = {uint64_t(X), uint64_t(Y)};
  LaunchParams Launch;
  Launch.Args = Args;
  llvm::Error E = Code->launch(Launch);
  ASSERT_FALSE(bool(E)) << llvm::toString(std::move(E));
  for (int I = 0; I != 8; ++I)
    EXPECT_EQ(Y[I], -X[I]);
}

TEST_F(CompilerTest, FailuresGiveNoResult) {
  Context Ctx;
  std::unique_ptr<Module> M = parse(Ctx, Diags);
  EXPECT_TRUE(failed(C.runPasses(*M, "fold,oops", Options, Diags)));
  EXPECT_EQ(Messages.size(), 1u);
  Options.SaveTemps = "/dev/null/no-directory";
  EXPECT_FALSE(
      C.compile(*M, C.findTarget("cuda", Diags), "cuda", Options, Diags));
  EXPECT_EQ(Messages.back(), "cannot make directory '/dev/null/no-directory': "
                             "Not a directory");
}

TEST_F(CompilerTest, ThreadsShareOneCompiler) {
  std::vector<std::string> Texts(8);
  std::vector<std::thread> Threads;
  for (std::string &Text : Texts)
    Threads.emplace_back([&] {
      Context Ctx;
      DiagnosticEngine Own;
      std::unique_ptr<Module> M = parse(Ctx, Own);
      (void)C.runPasses(*M, C.ssaPipeline(2), Options, Own);
      auto Result =
          C.compile(*M, C.targets().find("cuda"), "cuda", Options, Own);
      Text = Result.value_or("failed");
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_TRUE(llvm::StringRef(Texts[0]).contains("void negate("));
  for (const std::string &Text : Texts)
    EXPECT_EQ(Text, Texts[0]);
}

} // namespace
