//===- PipelineTest.cpp - Tests of pipelines and their passes -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Transforms/Pipeline.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/PipelineRunner.h"
#include "gtest/gtest.h"

using namespace mt;

namespace {

/// Counts how often it ran; an analysis that a pass may claim to keep.
class CountingAnalysis : public AnalysisInfoMixin<CountingAnalysis> {
public:
  struct Result {
    size_t NumOps;
  };
  Result run(Kernel &K, KernelAnalysisManager &) {
    ++Runs;
    return {K.numOps()};
  }
  static AnalysisKey Key;
  static inline unsigned Runs = 0;
};
AnalysisKey CountingAnalysis::Key;

/// Asks for the analysis, and keeps it or not.
template <bool Keeps> class AskPass : public PassInfoMixin<AskPass<Keeps>> {
public:
  explicit AskPass(const PassOptions &O)
      : Factor(O.integer("factor")), Text(O.string("text")) {}
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM) {
    AM.getResult<CountingAnalysis>(K);
    passContext(K, AM).count("factor", Factor);
    passContext(K, AM).count("text " + Text);
    return Keeps ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

private:
  int64_t Factor;
  std::string Text;
};

class TouchModulePass : public PassInfoMixin<TouchModulePass> {
public:
  PreservedAnalyses run(Module &, ModuleAnalysisManager &) {
    return PreservedAnalyses::none();
  }
};

/// Leaves an op behind its use, and says so or not.
template <bool Admits>
class BreakPass : public PassInfoMixin<BreakPass<Admits>> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &) {
    OpBuilder B(K);
    Op *Def = B.create<ProgramIdOp>(0u);
    B.setInsertionPoint(Def);
    B.create(OpKind::Neg, {Def->result()});
    return Admits ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

class PipelineTest : public testing::Test {
protected:
  PipelineTest() {
    CountingAnalysis::Runs = 0;
    PB.registerAnalyses([](KernelAnalysisManager &AM) {
      AM.registerPass([] { return CountingAnalysis(); });
    });
    PassOption Options[] = {PassOption::integer("factor", 4, "a number"),
                            PassOption::string("text", "abc", "a word")};
    PB.registerKernelPass<"ask", AskPass<true>>("ask", Options);
    PB.registerKernelPass<"ask-and-drop", AskPass<false>>("ask", Options);
    PB.registerModulePass<"touch", TouchModulePass>("touch");
    PB.registerKernelPass<"break", BreakPass<true>>("break");
    PB.registerKernelPass<"break-silently", BreakPass<false>>("break");
    Diags.setHandler(
        [this](const Diagnostic &D) { Messages.push_back(D.Message); });
  }

  /// The pipeline as it prints back, or the first message.
  std::string roundtrip(llvm::StringRef Text) {
    Messages.clear();
    std::unique_ptr<const Pipeline> P = PB.parse(Text, Diags);
    if (!P)
      return Messages.empty() ? "failed without a message" : Messages[0];
    ModulePassManager PM = PB.build(*P);
    std::string Result;
    llvm::raw_string_ostream OS(Result);
    printPipeline(OS, PM);
    return Result;
  }

  PipelineReport run(llvm::StringRef Text, unsigned Kernels = 1) {
    Context Ctx;
    Module M(Ctx);
    for (unsigned I = 0; I != Kernels; ++I)
      M.addKernel("k" + std::to_string(I));
    PipelineReport Report;
    EXPECT_TRUE(
        succeeded(runPipeline(M, PB, Text, PipelineOptions(), Diags, &Report)));
    return Report;
  }

  PassBuilder PB;
  DiagnosticEngine Diags;
  std::vector<std::string> Messages;
};

TEST_F(PipelineTest, PrintsWhatParsesBack) {
  for (llvm::StringRef Text :
       {"", "kernel(ask)", "kernel(ask,fold),touch,kernel(cse),kernel(dce)",
        "touch,touch", "kernel(ask<factor=7>,ask<factor=-1;text=xyz>)"})
    EXPECT_EQ(roundtrip(Text), Text);
}

TEST_F(PipelineTest, GroupsNeighboursAndExpandsDefaults) {
  EXPECT_EQ(roundtrip(" ask , fold\t"), "kernel(ask,fold)");
  EXPECT_EQ(roundtrip("ask,touch,fold"), "kernel(ask),touch,kernel(fold)");
  EXPECT_EQ(roundtrip("module(touch,ask,kernel(fold))"),
            "touch,kernel(ask),kernel(fold)");
  EXPECT_EQ(roundtrip("kernel(default<O1>,ask)"),
            "kernel(fold,cse,dce,loop-simplify,licm,mem-opt,cse,dce,ask)");
  EXPECT_EQ(roundtrip("default<O0>"), "");
}

TEST_F(PipelineTest, LeavesOutDefaultOptions) {
  EXPECT_EQ(roundtrip("ask<factor=4;text=abc>"), "kernel(ask)");
  EXPECT_EQ(roundtrip("ask<factor=0x10>"), "kernel(ask<factor=16>)");
}

TEST_F(PipelineTest, RefusesWrongOptions) {
  EXPECT_EQ(roundtrip("ask<factor>"),
            "pass 'ask': option 'factor' needs a value: 'factor=...'");
  EXPECT_EQ(roundtrip("ask<factor=many>"),
            "pass 'ask': option 'factor' takes an integer, not 'many'");
  EXPECT_EQ(roundtrip("ask<text=x;colour=red>"),
            "pass 'ask': unknown option 'colour'; it has factor, text");
  EXPECT_EQ(roundtrip("touch<x>"),
            "pass 'touch': unknown option 'x'; it has none");
}

TEST_F(PipelineTest, RefusesModulePassesInsideKernel) {
  EXPECT_EQ(roundtrip("kernel(touch)"),
            "'touch' works on modules and cannot stand inside 'kernel(...)'");
  EXPECT_EQ(roundtrip("module(module(touch))"),
            "'module(...)' cannot stand inside 'module(...)'");
}

TEST_F(PipelineTest, ExtensionsJoinDefaultPipelines) {
  PB.extend(ExtensionPoint::PipelineStart, "ask");
  PB.extend(ExtensionPoint::PipelineEnd, "touch");
  EXPECT_EQ(roundtrip("default<O3>"),
            "kernel(ask,fold,cse,dce,loop-simplify,licm,mem-opt,"
            "unroll<max-trips=16;max-ops=1024>,fold,mem-opt,cse,dce),touch");
  EXPECT_EQ(PB.ssaPipeline(2), "ask,fold,cse,dce,touch");
  EXPECT_EQ(roundtrip("default<O0>"), "");
  EXPECT_EQ(roundtrip("kernel(default<O3>)"),
            "'default<O3>' holds passes on modules and cannot stand inside "
            "'kernel(...)'");
}

TEST_F(PipelineTest, AFailedPluginLeavesNothing) {
  int Identity;
  ASSERT_TRUE(PB.beginPlugin("p", &Identity));
  PB.registerKernelPass<"new", AskPass<true>>("new");
  PB.registerKernelPass<"cse", AskPass<true>>("not the real one");
  PB.extend(ExtensionPoint::PipelineEnd, "new");
  EXPECT_EQ(llvm::toString(PB.endPlugin()),
            "pass 'cse' exists already in MyTriton itself");
  EXPECT_FALSE(PB.find("new"));
  EXPECT_EQ(PB.find("cse")->Plugin, "");
  EXPECT_EQ(PB.ssaPipeline(2), "fold,cse,dce");
  // The same plugin may try again, and a loaded one is not loaded twice.
  ASSERT_TRUE(PB.beginPlugin("p", &Identity));
  EXPECT_FALSE(bool(PB.endPlugin()));
  EXPECT_FALSE(PB.beginPlugin("p", &Identity));
}

TEST_F(PipelineTest, PassesReadTheirOptions) {
  PipelineReport Report = run("ask<factor=7>,ask,ask<text=xyz>");
  EXPECT_EQ(Report.Stats.get("ask", "factor"), 7u + 4 + 4);
  EXPECT_EQ(Report.Stats.get("ask", "text abc"), 2u);
  EXPECT_EQ(Report.Stats.get("ask", "text xyz"), 1u);
}

TEST_F(PipelineTest, AnalysesLiveAsLongAsPassesKeepThem) {
  run("ask,ask,ask");
  EXPECT_EQ(CountingAnalysis::Runs, 1u);
  CountingAnalysis::Runs = 0;
  run("ask,ask-and-drop,ask");
  EXPECT_EQ(CountingAnalysis::Runs, 2u);
  CountingAnalysis::Runs = 0;
  run("kernel(ask),kernel(ask)", /*Kernels=*/3);
  EXPECT_EQ(CountingAnalysis::Runs, 3u);
  CountingAnalysis::Runs = 0;
  run("ask,touch,ask", /*Kernels=*/3);
  EXPECT_EQ(CountingAnalysis::Runs, 6u);
}

TEST_F(PipelineTest, UnchangedKernelsAreNotVerifiedAgain) {
  // The first pass is verified behind whatever it says: its input may be bad.
  run("ask,break-silently,ask");
  EXPECT_TRUE(Messages.empty());
  for (llvm::StringRef Text :
       {"break-silently", "ask,break,ask", "ask,break-silently,ask-and-drop"}) {
    Messages.clear();
    Context Ctx;
    Module M(Ctx);
    M.addKernel("k");
    EXPECT_TRUE(failed(runPipeline(M, PB, Text, PipelineOptions(), Diags)))
        << Text.str();
    EXPECT_EQ(Messages.size(), 1u);
  }
}

TEST_F(PipelineTest, AFailureStopsTheKernelAndThenTheModule) {
  Context Ctx;
  Module M(Ctx);
  Kernel &Bad = M.addKernel("bad");
  M.addKernel("good");
  // An op behind its use.
  OpBuilder B(Bad);
  Op *Def = B.create(OpKind::ProgramId, {}, {Ctx.i32()},
                     Ctx.dict({Ctx.named("axis", Ctx.intAttr(0))}));
  B.setInsertionPoint(Def);
  B.create(OpKind::Neg, {Def->result()}, {Ctx.i32()});
  PipelineReport Report;
  EXPECT_TRUE(failed(runPipeline(M, PB, "kernel(verify,ask),kernel(ask)",
                                 PipelineOptions(), Diags, &Report)));
  // Only @good's first `ask` ran.
  EXPECT_EQ(Report.Stats.get("ask", "factor"), 4u);
  EXPECT_EQ(Messages.size(), 1u);
}

} // namespace
