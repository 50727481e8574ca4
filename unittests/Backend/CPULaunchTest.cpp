//===- CPULaunchTest.cpp - Launches on the target cpu ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include <thread>

using namespace mt;
using namespace mt::test;
using testing::HasSubstr;

namespace {

/// out[(z * ny + y) * nx + x] = 1 + the same number, in every program.
struct IdKernel : Kernels {
  explicit IdKernel(std::vector<int32_t> &Out) {
    auto *P = array("out", Out.data(), Out.size(), Ctx.i32());
    auto Id = [&](unsigned Axis) {
      return B.create<ProgramIdOp>(Axis)->result();
    };
    auto Extent = [&](unsigned Axis) {
      return B.create<NumProgramsOp>(Axis)->result();
    };
    Value *Plane = op(OpKind::Mul, {Id(2), Extent(1)});
    Value *Row = op(OpKind::Add, {Plane, Id(1)});
    Value *Scaled = op(OpKind::Mul, {Row, Extent(0)});
    Value *Flat = op(OpKind::Add, {Scaled, Id(0)});
    store(addptr(P, Flat), op(OpKind::Add, {Flat, i32(1)}));
  }
};

TEST(CPULaunch, GridsOfThreeDimensionsOnSeveralThreads) {
  for (Grid G : {Grid{1, 1, 1}, Grid{7, 1, 1}, Grid{1, 9, 1}, Grid{5, 4, 3},
                 Grid{100, 70, 3}})
    for (unsigned Threads : {1, 2, 5}) {
      std::vector<int32_t> Out(G.size());
      IdKernel Ks(Out);
      ASSERT_EQ(runOnCPU(Ks, G, "", Threads), "");
      for (size_t I = 0; I != Out.size(); ++I)
        ASSERT_EQ(Out[I], int32_t(I + 1)) << "threads " << Threads;
    }
}

TEST(CPULaunch, AnEmptyGridRunsNothing) {
  std::vector<int32_t> Out(1);
  IdKernel Ks(Out);
  for (Grid G : {Grid{0, 1, 1}, Grid{1, 0, 1}, Grid{1, 1, 0}, Grid{0, 0, 0}})
    EXPECT_EQ(runOnCPU(Ks, G), "");
  EXPECT_EQ(Out[0], 0);
}

TEST(CPULaunch, AHugeGridRuns) {
  // One program stores; the others have nothing to do.
  int32_t Out = 0;
  Kernels Ks;
  auto *P = Ks.array("out", &Out, 1, Ks.Ctx.i32());
  Value *Id = Ks.B.create<ProgramIdOp>(0u)->result();
  Value *Mask = Ks.op(OpKind::CmpEq, {Id, Ks.i32(123456789)});
  Ks.store(P, Id, Mask);
  EXPECT_EQ(runOnCPU(Ks, {300'000'000}, "", 2), "");
  EXPECT_EQ(Out, 123456789);
}

TEST(CPULaunch, WrongNumberOfArguments) {
  std::vector<int32_t> Out(1);
  IdKernel Ks(Out);
  Ks.Args.push_back(0);
  EXPECT_EQ(runOnCPU(Ks), "kernel 'k' takes 1 arguments, not 2");
}

TEST(CPULaunch, AGridOfMoreThan64BitsIsRefused) {
  std::vector<int32_t> Out(1);
  IdKernel Ks(Out);
  EXPECT_THAT(runOnCPU(Ks, {~0u, ~0u, ~0u}), HasSubstr("2^64"));
}

TEST(CPULaunch, ChecksAreForTheInterpreter) {
  std::vector<int32_t> Out(1);
  IdKernel Ks(Out);
  std::unique_ptr<Executable> E = compileForCPU(Ks);
  LaunchParams Launch;
  Launch.Args = Ks.Args;
  Launch.Checks = &Ks.Diags;
  EXPECT_THAT(llvm::toString(E->launch(Launch)), HasSubstr("interp"));
}

/// `while (true) {}`.
void buildEndless(Kernels &Ks) {
  WhileOp *W = Ks.B.create<WhileOp>(llvm::ArrayRef<Value *>());
  Ks.B.setInsertionPointToEnd(W->conditionBlock());
  Ks.B.createTerminator(OpKind::Condition, {Ks.Ctx.boolConstant(true)});
  Ks.B.setInsertionPointToEnd(W->doBlock());
  Ks.yield({});
}

TEST(CPULaunch, CancelStopsAnEndlessProgram) {
  Kernels Ks;
  buildEndless(Ks);
  std::atomic<bool> Cancel = false;
  Ks.Cancel = &Cancel;
  std::thread Later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    Cancel = true;
  });
  EXPECT_EQ(runOnCPU(Ks, {2}, "", 2), "kernel 'k' was interrupted");
  Later.join();
}

TEST(CPULaunch, CancelStopsAHugeGrid) {
  std::vector<int32_t> Out(1);
  Kernels Ks;
  auto *P = Ks.array("out", Out.data(), 1, Ks.Ctx.i32());
  Ks.store(P, Ks.i32(1));
  std::atomic<bool> Cancel = false;
  Ks.Cancel = &Cancel;
  std::thread Later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    Cancel = true;
  });
  EXPECT_EQ(runOnCPU(Ks, {~0u, 1000}, "", 1), "kernel 'k' was interrupted");
  Later.join();
}

TEST(CPULaunch, PollStopsAnEndlessProgram) {
  Kernels Ks;
  buildEndless(Ks);
  std::unique_ptr<Executable> E = compileForCPU(Ks);
  for (unsigned Threads : {1, 2}) {
    int Polls = 0;
    auto Poll = [&] { return ++Polls == 2; };
    LaunchParams Launch;
    Launch.NumThreads = Threads;
    Launch.Poll = Poll;
    EXPECT_EQ(llvm::toString(E->launch(Launch)), "kernel 'k' was interrupted");
  }
}

TEST(CPULaunch, UnknownArchitecture) {
  std::vector<int32_t> Out(1);
  IdKernel Ks(Out);
  TargetOptions Options;
  Options.Arch = "sm_90a";
  EXPECT_FALSE(createCPUTarget()->load(Ks.K, Options, Ks.Diags));
  EXPECT_THAT(Ks.Messages.back(), HasSubstr("unknown CPU 'sm_90a'"));
}

TEST(CPULaunch, CodeForAnotherProcessorIsNotRun) {
  std::vector<int32_t> Out(1);
  IdKernel Ks(Out);
  TargetOptions Options;
  Options.Arch = "diamondrapids"; // APX and AVX10.2
  if (createCPUTarget()->load(Ks.K, Options, Ks.Diags))
    GTEST_SKIP() << "this computer has all of it";
  EXPECT_THAT(Ks.Messages.back(), HasSubstr("cannot run on this computer"));
}

TEST(CPULaunch, CallsAreRefusedWithTheirLocation) {
  Kernels Ks;
  NamedAttr Callee = Ks.Ctx.named("callee", Ks.Ctx.stringAttr("f"));
  Ks.B.create(OpKind::Call, {}, llvm::ArrayRef<Type>(), Ks.Ctx.dict({Callee}));
  EXPECT_FALSE(createCPUTarget()->load(Ks.K, {}, Ks.Diags));
  EXPECT_THAT(Ks.Messages.back(), HasSubstr("inline '@f'"));
}

} // namespace
