//===- OpTest.cpp - Ops, uses, blocks, clones -----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Builder.h"
#include "gtest/gtest.h"

using namespace mt;

namespace {

class OpTest : public ::testing::Test {
protected:
  OpTest() : M(Ctx), K(M.addKernel("k")), B(K) {
    X = K.addParam("x", Ctx.i32());
    Y = K.addParam("y", Ctx.i32());
  }
  Context Ctx;
  Module M;
  Kernel &K;
  OpBuilder B;
  BlockArgument *X, *Y;
};

} // namespace

TEST_F(OpTest, UseListsAreExact) {
  auto *A = B.create<AddOp>(X, Y);
  auto *C = B.create<MulOp>(A->result(), A->result());
  EXPECT_EQ(A->result()->numUses(), 2u);
  EXPECT_FALSE(X->use_empty());
  EXPECT_EQ(X->uses().begin()->owner(), A);
  EXPECT_EQ(X->uses().begin()->index(), 0u);
  A->result()->replaceAllUsesWith(Y);
  EXPECT_TRUE(A->use_empty());
  EXPECT_EQ(C->lhs(), Y);
  EXPECT_EQ(Y->numUses(), 3u);
  A->erase();
  EXPECT_TRUE(X->use_empty());
  EXPECT_EQ(Y->numUses(), 2u);
  EXPECT_EQ(&K.body().front(), C);
}

TEST_F(OpTest, ConstantsKeepNoUses) {
  Constant *One = Ctx.intConstant(Ctx.i32(), 1);
  auto *A = B.create<AddOp>(X, One);
  EXPECT_TRUE(One->use_empty());
  A->result()->replaceAllUsesWith(One);
  EXPECT_EQ(A->rhs(), One);
}

TEST_F(OpTest, ResultsFindTheirOwner) {
  auto *F = B.create<ForOp>(X, Y, Ctx.intConstant(Ctx.i32(), 1),
                            llvm::ArrayRef<Value *>({X, Y}));
  ASSERT_EQ(F->numResults(), 2u);
  EXPECT_EQ(F->result(0)->owner(), F);
  EXPECT_EQ(F->result(1)->owner(), F);
  EXPECT_EQ(F->result(1)->index(), 1u);
  EXPECT_EQ(F->inductionVar()->type(), Ctx.i32());
  EXPECT_EQ(F->carried(1)->index(), 2u);
  EXPECT_EQ(F->body().parentOp(), F);
  EXPECT_EQ(F->body().kernel(), &K);
}

TEST_F(OpTest, OrderInBlockSurvivesInsertion) {
  Op *A = B.create<AddOp>(X, Y);
  Op *C = B.create<SubOp>(X, Y);
  EXPECT_TRUE(A->isBeforeInBlock(C));
  B.setInsertionPoint(C);
  Op *D = B.create<MulOp>(X, Y);
  EXPECT_TRUE(A->isBeforeInBlock(D));
  EXPECT_TRUE(D->isBeforeInBlock(C));
  C->moveBefore(A);
  EXPECT_TRUE(C->isBeforeInBlock(A));
}

TEST_F(OpTest, ClonesMapNestedValues) {
  auto *F = B.create<ForOp>(X, Y, Ctx.intConstant(Ctx.i32(), 1),
                            llvm::ArrayRef<Value *>({X}));
  B.setInsertionPointToEnd(F->body());
  auto *Sum = B.create<AddOp>(F->carried(0), F->inductionVar());
  B.createTerminator(OpKind::Yield, {Sum->result()});
  ValueMap Map;
  Map[X] = Y;
  auto *New = llvm::cast<ForOp>(K.cloneOp(F, Map));
  K.body().insert(New);
  EXPECT_EQ(New->lowerBound(), Y);
  EXPECT_EQ(New->init(0), Y);
  Op &NewSum = New->body().front();
  EXPECT_EQ(NewSum.operand(0), New->carried(0));
  EXPECT_EQ(NewSum.operand(1), New->inductionVar());
  EXPECT_EQ(New->body().terminator()->operand(0), NewSum.result());
  EXPECT_EQ(Map[F->result()], New->result());
  EXPECT_EQ(K.numOps(), 6u);
}

TEST_F(OpTest, ErasingOperandsMovesTheRestDown) {
  Op *Y3 = B.createTerminator(OpKind::Yield, {X, Y, X});
  Y3->eraseOperands(1, 2);
  ASSERT_EQ(Y3->numOperands(), 2u);
  EXPECT_EQ(Y3->operand(1), X);
  EXPECT_TRUE(Y->use_empty());
  EXPECT_EQ(X->numUses(), 2u);
}

TEST_F(OpTest, TypesAreInferredByRule) {
  auto *R = B.create<ArangeOp>(0, 8);
  EXPECT_EQ(R->type(), Ctx.tile({8}, Ctx.i32()));
  auto *S = B.create<AddOp>(R->result(), X);
  EXPECT_EQ(S->type(), R->type());
  auto *C = B.create<CmpLtOp>(S->result(), X);
  EXPECT_EQ(C->type(), Ctx.tile({8}, Ctx.boolean()));
  BlockArgument *P = K.addParam("p", Ctx.pointer(Ctx.f32()));
  auto *Q = B.create<AddPtrOp>(P, S->result());
  auto *L = llvm::cast<LoadOp>(
      B.create(OpKind::Load, {Q->result(), C->result(), nullptr}));
  EXPECT_EQ(L->type(), Ctx.tile({8}, Ctx.f32()));
  EXPECT_EQ(L->other(), nullptr);
}

TEST_F(OpTest, BrokenRulesSayWhy) {
  llvm::SmallVector<Type, 1> Types;
  std::string Why;
  BlockArgument *F = K.addParam("f", Ctx.f32());
  EXPECT_TRUE(
      failed(inferResultTypes(Ctx, OpKind::Add, {X, F}, {}, Types, Why)));
  EXPECT_EQ(Why, "operands have element types i32 and f32; they must be equal");
  EXPECT_TRUE(
      failed(inferResultTypes(Ctx, OpKind::And, {F, F}, {}, Types, Why)));
  EXPECT_EQ(Why, "operand 'a' has element type f32, which 'and' does not take");
  EXPECT_TRUE(failed(inferResultTypes(Ctx, OpKind::Add, {X}, {}, Types, Why)));
  EXPECT_EQ(Why, "expected 2 operands, got 1");
}

TEST_F(OpTest, PurityLooksIntoRegions) {
  auto *F = B.create<ForOp>(X, Y, Ctx.intConstant(Ctx.i32(), 1),
                            llvm::ArrayRef<Value *>());
  EXPECT_TRUE(isPure(F));
  BlockArgument *P = K.addParam("p", Ctx.pointer(Ctx.i32()));
  B.setInsertionPointToEnd(F->body());
  B.create(OpKind::Store, {P, X, nullptr});
  EXPECT_FALSE(isPure(F));
  EXPECT_TRUE(mayWrite(F));
  EXPECT_FALSE(mayRead(F));
}
