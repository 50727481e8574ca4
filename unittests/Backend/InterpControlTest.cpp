//===- InterpControlTest.cpp - Loops, branches, calls, threads ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpFixture.h"
#include <limits>
#include <thread>

using namespace mt;
using namespace mt::test;
using ::testing::ElementsAre;

/// The values of the induction variable of `range(Lb, Ub, Step)`, and their
/// number, from a kernel that stores each into out[trip].
static std::vector<int32_t> rangeOf(int32_t Lb, int32_t Ub, int32_t Step) {
  int32_t Out[16] = {}, Trips[1];
  Kernels K;
  Value *OutP = K.array("out", Out), *TripsP = K.array("trips", Trips);
  auto *F = K.B.create<ForOp>(K.i32(Lb), K.i32(Ub), K.i32(Step),
                              llvm::ArrayRef<Value *>({K.i32(0)}));
  {
    OpBuilder::Guard G(K.B);
    K.B.setInsertionPointToEnd(F->body());
    K.store(K.addptr(OutP, F->carried(0)), F->inductionVar());
    K.yield({K.op(OpKind::Add, {F->carried(0), K.i32(1)})});
  }
  K.store(TripsP, F->result());
  EXPECT_EQ(K.run(), "");
  return {Out, Out + Trips[0]};
}

TEST(InterpFor, CountsAsRangeDoes) {
  constexpr int32_t Max = std::numeric_limits<int32_t>::max();
  constexpr int32_t Min = std::numeric_limits<int32_t>::min();
  EXPECT_THAT(rangeOf(0, 3, 1), ElementsAre(0, 1, 2));
  EXPECT_THAT(rangeOf(0, 5, 2), ElementsAre(0, 2, 4));
  EXPECT_THAT(rangeOf(5, 0, -2), ElementsAre(5, 3, 1));
  EXPECT_THAT(rangeOf(3, 3, 1), ElementsAre());
  EXPECT_THAT(rangeOf(3, 0, 1), ElementsAre());
  EXPECT_THAT(rangeOf(0, 3, 0), ElementsAre());
  EXPECT_THAT(rangeOf(Max - 2, Max, 2), ElementsAre(Max - 2));
  EXPECT_THAT(rangeOf(Min, Max, Max), ElementsAre(Min, -1, Max - 1));
}

TEST(InterpFor, YieldedValuesMaySwap) {
  int32_t Out[2];
  Kernels K;
  Value *OutP = K.array("out", Out);
  auto *F = K.B.create<ForOp>(K.i32(0), K.i32(3), K.i32(1),
                              llvm::ArrayRef<Value *>({K.i32(1), K.i32(2)}));
  {
    OpBuilder::Guard G(K.B);
    K.B.setInsertionPointToEnd(F->body());
    K.yield({F->carried(1), F->carried(0)});
  }
  K.store(OutP, F->result(0));
  K.store(K.addptr(OutP, K.i32(1)), F->result(1));
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(Out, ElementsAre(2, 1));
}

TEST(InterpFor, CarriesTiles) {
  float X[] = {1, 2, 3, 4, 5, 6, 7, 8}, Out[4];
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *First = K.loadAll(XP, 4);
  auto *F = K.B.create<ForOp>(K.i32(1), K.i32(2), K.i32(1),
                              llvm::ArrayRef<Value *>({First}));
  {
    OpBuilder::Guard G(K.B);
    K.B.setInsertionPointToEnd(F->body());
    Value *Row = K.op(OpKind::Mul, {F->inductionVar(), K.i32(4)});
    Value *V = K.load(K.addptr(XP, K.op(OpKind::Add, {K.arange(4), Row})));
    K.yield({K.op(OpKind::Add, {F->carried(0), V})});
  }
  K.storeAll(OutP, F->result(), 4);
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(Out, ElementsAre(6, 8, 10, 12));
}

TEST(InterpWhile, RunsUntilItsConditionFails) {
  // Collatz steps from 6: 6 3 10 5 16 8 4 2 1.
  int32_t Out[2];
  Kernels K;
  Value *OutP = K.array("out", Out);
  auto *W = K.B.create<WhileOp>(llvm::ArrayRef<Value *>({K.i32(6), K.i32(0)}));
  {
    OpBuilder::Guard G(K.B);
    K.B.setInsertionPointToEnd(W->conditionBlock());
    K.B.createTerminator(OpKind::Condition,
                         {K.op(OpKind::CmpNe, {W->carried(0), K.i32(1)})});
    K.B.setInsertionPointToEnd(W->doBlock());
    Value *Odd = K.op(OpKind::CmpEq,
                      {K.op(OpKind::And, {W->carried(0), K.i32(1)}), K.i32(1)});
    auto *If = K.B.create<IfOp>(Odd, llvm::ArrayRef<Type>({K.Ctx.i32()}));
    {
      OpBuilder::Guard Inner(K.B);
      K.B.setInsertionPointToEnd(If->thenBlock());
      Value *Triple = K.op(OpKind::Mul, {W->carried(0), K.i32(3)});
      K.yield({K.op(OpKind::Add, {Triple, K.i32(1)})});
      K.B.setInsertionPointToEnd(If->elseBlock());
      K.yield({K.op(OpKind::Div, {W->carried(0), K.i32(2)})});
    }
    K.yield({If->result(), K.op(OpKind::Add, {W->carried(1), K.i32(1)})});
  }
  K.store(OutP, W->result(0));
  K.store(K.addptr(OutP, K.i32(1)), W->result(1));
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(Out, ElementsAre(1, 8));
}

TEST(InterpIf, UntakenBranchHasNoEffect) {
  int32_t Out[] = {0, 0};
  Kernels K;
  Value *OutP = K.array("out", Out);
  Value *Id = K.B.create<ProgramIdOp>(0)->result();
  auto *If = K.B.create<IfOp>(K.op(OpKind::CmpEq, {Id, K.i32(0)}),
                              llvm::ArrayRef<Type>());
  {
    OpBuilder::Guard G(K.B);
    K.B.setInsertionPointToEnd(If->thenBlock());
    K.store(OutP, K.i32(5));
    K.yield({});
    K.B.setInsertionPointToEnd(If->elseBlock());
    K.store(K.addptr(OutP, K.i32(1)), K.i32(6));
    K.yield({});
  }
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(Out, ElementsAre(5, 0));
}

namespace {

/// A func `@f(a) -> (a + 1, a * 2)` beside the kernel.
void addPair(Kernels &K, llvm::StringRef Name) {
  Kernel &F = K.M.addKernel(Name, /*IsFunc=*/true);
  F.setResultTypes({K.Ctx.i32(), K.Ctx.i32()});
  Value *A = F.addParam("a", K.Ctx.i32());
  OpBuilder B(F);
  Value *Next = B.create<AddOp>(A, K.i32(1))->result();
  Value *Twice = B.create<MulOp>(A, K.i32(2))->result();
  B.createTerminator(OpKind::Return, {Next, Twice});
}

Op *call(Kernels &K, llvm::StringRef Name, Value *Arg, OpBuilder &B) {
  Context &Ctx = K.Ctx;
  return B.create(OpKind::Call, {Arg}, {Ctx.i32(), Ctx.i32()},
                  Ctx.dict({Ctx.named("callee", Ctx.stringAttr(Name))}));
}

} // namespace

TEST(InterpCall, ReturnsSeveralValues) {
  int32_t Out[3];
  Kernels K;
  addPair(K, "f");
  Value *OutP = K.array("out", Out);
  Op *First = call(K, "f", K.i32(10), K.B);
  Op *Second = call(K, "f", First->result(1), K.B);
  K.store(OutP, First->result(0));
  K.store(K.addptr(OutP, K.i32(1)), Second->result(0));
  K.store(K.addptr(OutP, K.i32(2)), Second->result(1));
  ASSERT_EQ(K.run(), "");
  EXPECT_THAT(Out, ElementsAre(11, 21, 40));
}

TEST(InterpCall, RecursionAndMissingFuncsAreErrors) {
  Kernels K;
  Kernel &F = K.M.addKernel("f", /*IsFunc=*/true);
  OpBuilder B(F);
  Op *Inner = call(K, "f", F.addParam("a", K.Ctx.i32()), B);
  B.createTerminator(OpKind::Return, {Inner->result(0), Inner->result(1)});
  call(K, "f", K.i32(1), K.B);
  EXPECT_EQ(K.run(), "recursive call of '@f'");

  Kernels Missing;
  call(Missing, "g", Missing.i32(1), Missing.B);
  EXPECT_EQ(Missing.run(), "call of '@g', which is not a func of the module");
}

TEST(InterpCancel, StopsAnEndlessLoop) {
  std::atomic<bool> Cancel = false;
  Kernels K;
  auto *W = K.B.create<WhileOp>(llvm::ArrayRef<Value *>());
  K.B.setInsertionPointToEnd(W->conditionBlock());
  K.B.createTerminator(OpKind::Condition, {K.Ctx.boolConstant(true)});
  K.B.setInsertionPointToEnd(W->doBlock());
  K.yield({});
  K.Cancel = &Cancel;
  std::thread Stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    Cancel = true;
  });
  EXPECT_EQ(K.run(), "the launch was interrupted");
  Stopper.join();
}

TEST(InterpCancel, PollsTheLaunchingThread) {
  int32_t Out[1] = {};
  unsigned Polls = 0;
  auto Poll = [&] { return ++Polls == 3; };
  Kernels K;
  Value *OutP = K.array("out", Out);
  K.store(OutP, K.op(OpKind::Add, {K.load(OutP), K.i32(1)}));
  K.Poll = Poll;
  EXPECT_EQ(K.run({1000000}), "the launch was interrupted");
  EXPECT_EQ(Polls, 3u);
  EXPECT_GT(Out[0], 0);
  EXPECT_LT(Out[0], 1000000);
}

TEST(InterpLaunch, WrongNumberOfArgumentsIsAnError) {
  int32_t Out[1];
  Kernels K;
  K.array("out", Out);
  K.Args.push_back(1);
  EXPECT_EQ(K.run(), "kernel 'k' takes 1 argument, not 2");
}

TEST(InterpThreads, EachThreadOwnsItsRegisters) {
  // 32 threads hold 2 registers each: out[2 * t + r] = 100 * t + r.
  int32_t Out[64];
  Kernels K;
  K.K.setAttrs(K.Ctx.withAttr({}, "num_warps", K.Ctx.intAttr(1)));
  Value *OutP = K.array("out", Out);
  Context &Ctx = K.Ctx;
  Value *Thread = K.op(OpKind::ThreadId, {});
  auto Index = [&](Value *Base) {
    return K.B
        .create(OpKind::FragmentIndex, {Base}, {Ctx.fragment(2, Ctx.i32())},
                Ctx.withAttr({}, "stride", Ctx.intAttr(1)))
        ->result();
  };
  Value *At = Index(K.op(OpKind::Mul, {Thread, K.i32(2)}));
  Value *V = Index(K.op(OpKind::Mul, {Thread, K.i32(100)}));
  K.store(K.addptr(OutP, At), V);
  ASSERT_EQ(K.run(), "");
  for (int I = 0; I != 64; ++I)
    EXPECT_EQ(Out[I], 100 * (I / 2) + I % 2);
}

TEST(InterpThreads, StoresAreSeenBehindABarrier) {
  int32_t Buffer[32] = {}, Out[32];
  Kernels K;
  K.K.setAttrs(K.Ctx.withAttr({}, "num_threads", K.Ctx.intAttr(32)));
  Value *BufferP = K.array("buffer", Buffer), *OutP = K.array("out", Out);
  Value *Thread = K.op(OpKind::ThreadId, {});
  K.store(K.addptr(BufferP, Thread), Thread);
  K.B.create(OpKind::Barrier, {}, llvm::ArrayRef<Type>());
  Value *Mirror = K.op(OpKind::Sub, {K.i32(31), Thread});
  K.store(K.addptr(OutP, Thread), K.load(K.addptr(BufferP, Mirror)));
  ASSERT_EQ(K.run(), "");
  for (int I = 0; I != 32; ++I)
    EXPECT_EQ(Out[I], 31 - I);
}

TEST(InterpThreads, DivergentBranchIsAnError) {
  Kernels K;
  Value *Thread = K.op(OpKind::ThreadId, {});
  auto *If = K.B.create<IfOp>(K.op(OpKind::CmpLt, {Thread, K.i32(3)}),
                              llvm::ArrayRef<Type>());
  for (unsigned R : {0, 1}) {
    K.B.setInsertionPointToEnd(If->body(R));
    K.yield({});
  }
  EXPECT_EQ(K.run(), "threads 0 and 3 of a program disagree on the condition "
                     "of an if, which must be the same in every thread");
}
