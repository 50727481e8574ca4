//===- InterpCheckTest.cpp - Faults the interpreter reports ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test plants one fault; its neighbours show what must stay silent.
//
//===----------------------------------------------------------------------===//

#include "InterpFixture.h"

using namespace mt;
using namespace mt::test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

/// `base + program_id(0) * Block + arange(Block)`.
Value *offsets(Kernels &K, int64_t Block) {
  Value *Id = K.B.create<ProgramIdOp>(0)->result();
  Value *Start = K.op(OpKind::Mul, {Id, K.i32(Block)});
  return K.op(OpKind::Add, {Start, K.arange(Block)});
}

} // namespace

TEST(InterpCheck, CleanKernelIsSilent) {
  float X[10] = {}, Out[10];
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *At = offsets(K, 4);
  Value *Mask = K.op(OpKind::CmpLt, {At, K.i32(10)});
  Value *V = K.load(K.addptr(XP, At), Mask);
  K.store(K.addptr(OutP, At), K.op(OpKind::Add, {V, V}), Mask);
  EXPECT_THAT(K.check({3}), IsEmpty());
}

TEST(InterpCheck, LoadPastTheEnd) {
  // The array's neighbour in memory belongs to another parameter.
  float Memory[12] = {}, Out[12];
  Kernels K;
  Value *XP = K.array("x", Memory, 10, K.Ctx.f32());
  K.array("y", Memory + 10, 2, K.Ctx.f32());
  Value *OutP = K.array("out", Out);
  Value *At = offsets(K, 4);
  K.store(K.addptr(OutP, At), K.load(K.addptr(XP, At)));
  EXPECT_THAT(K.check({3}),
              ElementsAre("load of x[10] is out of bounds: x has 10 elements "
                          "(program (2, 0, 0), lane 2; 1 more at this op)"));
}

TEST(InterpCheck, StoreBeforeTheStartIsNotDone) {
  int32_t Memory[] = {1, 2, 3};
  Kernels K;
  Value *OutP = K.array("out", Memory + 1, 2, K.Ctx.i32());
  K.store(K.addptr(OutP, K.i32(-1)), K.i32(9));
  EXPECT_THAT(K.check(),
              ElementsAre("store to out[-1] is out of bounds: out has 2 "
                          "elements (program (0, 0, 0))"));
  EXPECT_THAT(Memory, ElementsAre(1, 2, 3));
}

TEST(InterpCheck, EveryAccessToAnEmptyArrayIsOutside) {
  int32_t Memory[1];
  Kernels K;
  Value *OutP = K.array("out", Memory, 0, K.Ctx.i32());
  K.store(OutP, K.i32(9));
  EXPECT_THAT(K.check(),
              ElementsAre("store to out[0] is out of bounds: out has 0 "
                          "elements (program (0, 0, 0))"));
}

TEST(InterpCheck, CastPointersRememberTheirArray) {
  int32_t X[] = {1, 2}, Out[1];
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Type Byte = K.Ctx.scalar(TypeKind::U8);
  Value *Bytes = K.B.createCast(XP, K.Ctx.pointer(Byte))->result();
  Value *V = K.load(K.addptr(Bytes, K.i32(9)));
  K.store(OutP, K.B.createCast(V, K.Ctx.i32())->result());
  EXPECT_THAT(K.check(),
              ElementsAre("load of x[9] is out of bounds: x has 8 elements "
                          "(program (0, 0, 0))"));
}

TEST(InterpCheck, UndefinedLanesReachAStore) {
  float X[8] = {}, Out[8];
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *At = K.arange(8);
  Value *Mask = K.op(OpKind::CmpLt, {At, K.i32(6)});
  Value *V = K.load(K.addptr(XP, At), Mask);
  K.store(K.addptr(OutP, At), K.op(OpKind::Mul, {V, K.f32(2)}));
  EXPECT_THAT(K.check(),
              ElementsAre("the stored value is undefined (program (0, 0, 0), "
                          "lane 6; 1 more at this op)"));
}

TEST(InterpCheck, UndefinedLanesThatNothingUsesAreFine) {
  float X[8] = {}, Out[8];
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *At = K.arange(8);
  Value *Mask = K.op(OpKind::CmpLt, {At, K.i32(6)});
  Value *V = K.load(K.addptr(XP, At), Mask);
  Value *Chosen = K.op(OpKind::Select, {Mask, V, K.f32(0)});
  K.store(K.addptr(OutP, At), Chosen);
  // `x > 0` of an undefined lane, but the other half of the mask is false.
  Value *Positive = K.op(OpKind::CmpGt, {V, K.f32(0)});
  Value *Both = K.op(OpKind::And, {Positive, Mask});
  K.store(K.addptr(OutP, At), K.f32(1), Both);
  EXPECT_THAT(K.check(), IsEmpty());
}

TEST(InterpCheck, UndefinedAddressMaskAndBranch) {
  int32_t X[2] = {}, Out[2];
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *V = K.load(XP, K.Ctx.boolConstant(false));
  Value *Zero = K.op(OpKind::CmpEq, {V, K.i32(0)});
  K.store(K.addptr(OutP, V), K.i32(1));
  K.store(OutP, K.i32(1), Zero);
  auto *If = K.B.create<IfOp>(Zero, llvm::ArrayRef<Type>());
  for (unsigned R : {0, 1}) {
    K.B.setInsertionPointToEnd(If->body(R));
    K.yield({});
  }
  EXPECT_THAT(K.check(),
              ElementsAre("an address is undefined (program (0, 0, 0))",
                          "the mask is undefined (program (0, 0, 0))",
                          "the condition of an if is undefined (program (0, 0, "
                          "0))"));
}

TEST(InterpCheck, UndefinedValuesTravelThroughLoops) {
  float X[1] = {}, Out[1];
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *V = K.load(XP, K.Ctx.boolConstant(false));
  auto *F = K.B.create<ForOp>(K.i32(0), K.i32(2), K.i32(1),
                              llvm::ArrayRef<Value *>({V}));
  {
    OpBuilder::Guard G(K.B);
    K.B.setInsertionPointToEnd(F->body());
    K.yield({K.op(OpKind::Add, {F->carried(0), K.f32(1)})});
  }
  K.store(OutP, F->result());
  EXPECT_THAT(K.check(), ElementsAre("the stored value is undefined (program "
                                     "(0, 0, 0))"));
}

TEST(InterpCheck, TwoProgramsWriteOneElement) {
  int32_t Out[1];
  Kernels K;
  K.store(K.array("out", Out), K.B.create<ProgramIdOp>(0)->result());
  EXPECT_THAT(K.check({3}),
              ElementsAre("race between programs: out[0] is written here, and "
                          "written by program (0, 0, 0) (program (1, 0, 0); 1 "
                          "more at this op)"));
}

TEST(InterpCheck, OneProgramReadsWhatAnotherWrites) {
  int32_t X[5] = {};
  Kernels K;
  Value *XP = K.array("x", X);
  Value *Id = K.B.create<ProgramIdOp>(1)->result();
  Value *Next = K.op(OpKind::Add, {Id, K.i32(1)});
  K.store(K.addptr(XP, Id), K.load(K.addptr(XP, Next)));
  EXPECT_THAT(K.check({1, 4}),
              ElementsAre("race between programs: x[1] is written here, and "
                          "read by program (0, 0, 0) (program (0, 1, 0); 2 "
                          "more at this op)"));
}

TEST(InterpCheck, AliasedParametersRaceToo) {
  int32_t X[8] = {};
  Kernels K;
  Value *XP = K.array("x", X);
  Value *YP = K.array("y", X + 1, 7, K.Ctx.i32());
  Value *Id = K.B.create<ProgramIdOp>(0)->result();
  K.store(K.addptr(YP, Id), K.load(K.addptr(XP, Id)));
  EXPECT_THAT(K.check({2}),
              ElementsAre("race between programs: x[1] is read here, and "
                          "written by program (0, 0, 0) (program (1, 0, 0))"));
}

TEST(InterpCheck, ProgramsMayShareReadsAndOwnTheirElements) {
  int32_t X[1] = {3}, Out[4] = {};
  Kernels K;
  Value *XP = K.array("x", X), *OutP = K.array("out", Out);
  Value *At = K.addptr(OutP, K.B.create<ProgramIdOp>(0)->result());
  K.store(At, K.load(XP));
  K.store(At, K.op(OpKind::Add, {K.load(At), K.i32(1)}));
  EXPECT_THAT(K.check({4}), IsEmpty());
  EXPECT_THAT(Out, ElementsAre(4, 4, 4, 4));
}

TEST(InterpCheck, NeighbouringBytesDoNotRace) {
  uint8_t Out[8];
  Kernels K;
  Value *OutP = K.array("out", Out);
  Value *Id = K.B.create<ProgramIdOp>(0)->result();
  Value *Byte = K.B.createCast(Id, K.Ctx.scalar(TypeKind::U8))->result();
  K.store(K.addptr(OutP, Id), Byte);
  EXPECT_THAT(K.check({8}), IsEmpty());
}

TEST(InterpCheck, ReportsAreCapped) {
  int32_t Out[1];
  Kernels K;
  Value *OutP = K.array("out", Out);
  for (int I = 1; I != 31; ++I)
    K.store(K.addptr(OutP, K.i32(I)), K.i32(0));
  std::vector<std::string> Messages = K.check();
  ASSERT_EQ(Messages.size(), 21u);
  EXPECT_EQ(Messages.back(), "10 more faults in kernel 'k' are not shown");
}
