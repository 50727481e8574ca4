//===- EmitControl.cpp - Loops and branches -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A carried fragment is one phi for each of its registers.
//
//===----------------------------------------------------------------------===//

#include "../LLVM/IntegerOps.h"
#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/LoopCounting.h"

using namespace mt;
using namespace mt::nvptx;

/// Makes the phis at the head of a loop, where the builder stands.
KernelEmitter::Phis
KernelEmitter::openCarried(llvm::ArrayRef<Value *> Inits,
                           llvm::ArrayRef<BlockArgument *> Args,
                           llvm::BasicBlock *Before) {
  Phis Carried;
  for (auto [Init, Arg] : llvm::zip(Inits, Args)) {
    auto &Each = Carried.emplace_back();
    Registers Held;
    for (int64_t R = 0; R != Arg->type().numElements(); ++R) {
      Each.push_back(B.CreatePHI(S.registerType(Arg->type().elementType()), 2));
      Each.back()->addIncoming(get(Init, R), Before);
      Held.push_back(Each.back());
    }
    set(Arg, std::move(Held));
  }
  return Carried;
}

/// Feeds what Yield gives into the phis; the builder stands at the loop's end.
void KernelEmitter::closeCarried(const Phis &Carried, Op *Yield) {
  for (auto [Each, From] : llvm::zip(Carried, Yield->operands()))
    for (auto [R, Phi] : llvm::enumerate(Each))
      Phi->addIncoming(get(From, R), B.GetInsertBlock());
}

/// The results of a loop are what it carried when it ended.
void KernelEmitter::bindResults(const Phis &Carried, Op *O) {
  for (auto [Each, Result] : llvm::zip(Carried, O->results()))
    set(Result, Registers(Each.begin(), Each.end()));
}

/// Tells the assembler not to unroll the loop that Latch closes, unless its
/// body is short: passes on tiles have decided how many iterations run
/// together, and the assembler's time grows with the code.
static void limitUnrolling(llvm::BranchInst *Latch, llvm::BasicBlock *Head) {
  constexpr unsigned MaxUnrolled = 48;
  unsigned Size = 0;
  for (auto It = Head->getIterator(), End = Head->getParent()->end(); It != End;
       ++It)
    Size += It->size();
  if (Size <= MaxUnrolled)
    return;
  llvm::LLVMContext &Ctx = Latch->getContext();
  auto *Disable = llvm::MDNode::get(
      Ctx, llvm::MDString::get(Ctx, "llvm.loop.unroll.disable"));
  // The first operand of a loop's node is the node itself.
  llvm::MDNode *Loop = llvm::MDNode::getDistinct(Ctx, {nullptr, Disable});
  Loop->replaceOperandWith(0, Loop);
  Latch->setMetadata(llvm::LLVMContext::MD_loop, Loop);
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

namespace {
/// What a loop counts: from Begin on by Step until End.
struct Counter {
  llvm::Value *Begin, *End, *Step;
  bool Down, Signed;
};
} // namespace

static llvm::Value *mayGoOn(llvm::IRBuilder<> &B, const Counter &C,
                            llvm::Value *At) {
  auto Predicate =
      C.Down ? (C.Signed ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_UGT)
             : (C.Signed ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT);
  return B.CreateICmp(Predicate, At, C.End);
}

void KernelEmitter::emitFor(ForOp *O) {
  Type T = O->inductionVar()->type();
  V Lb = get(O->lowerBound()), Ub = get(O->upperBound()), Step = get(O->step());
  auto Wide = [&](V X) { return S.extend64(T, X); };
  auto *Literal = llvm::dyn_cast<Constant>(O->step());
  LoopCounting Counting = countingOf(O);
  bool Down = Literal && T.isSigned() && Literal->asSigned() < 0;
  Counter C{Lb, Ub, Step, Down, T.isSigned()};
  if (Counting == LoopCounting::Wide)
    C = {Wide(Lb), Wide(Ub), Wide(Step), Down, /*Signed=*/true};
  else if (Counting == LoopCounting::Trips)
    C = {B.getInt64(0),
         IntegerOps(B).tripCount(T.isSigned(), Wide(Lb), Wide(Ub), Wide(Step)),
         B.getInt64(1), /*Down=*/false, /*Signed=*/false};

  llvm::BasicBlock *Before = B.GetInsertBlock(), *Head = newBlock("for"),
                   *Body = newBlock("for.body"), *After = newBlock("for.end");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  llvm::PHINode *At = B.CreatePHI(C.Begin->getType(), 2);
  At->addIncoming(C.Begin, Before);
  llvm::SmallVector<Value *, 4> Inits;
  llvm::SmallVector<BlockArgument *, 4> Args;
  for (unsigned I = 0; I != O->numCarried(); ++I) {
    Inits.push_back(O->init(I));
    Args.push_back(O->carried(I));
  }
  Phis Carried = openCarried(Inits, Args, Before);
  B.CreateCondBr(mayGoOn(B, C, At), Body, After);
  B.SetInsertPoint(Body);
  V Index = At;
  if (Counting == LoopCounting::Wide)
    Index = B.CreateTrunc(At, Lb->getType());
  else if (Counting == LoopCounting::Trips)
    Index = B.CreateAdd(
        Lb, B.CreateMul(B.CreateIntCast(At, Lb->getType(), false), Step));
  set(O->inductionVar(), {Index});
  emitBlock(O->body());
  closeCarried(Carried, O->body().terminator());
  // No step leaves the type of a counter.
  V Next = B.CreateAdd(At, C.Step, "", /*HasNUW=*/!C.Signed,
                       /*HasNSW=*/C.Signed);
  At->addIncoming(Next, B.GetInsertBlock());
  limitUnrolling(B.CreateBr(Head), Head);
  B.SetInsertPoint(After);
  bindResults(Carried, O);
}

//===----------------------------------------------------------------------===//
// while, if
//===----------------------------------------------------------------------===//

void KernelEmitter::emitWhile(WhileOp *O) {
  llvm::BasicBlock *Before = B.GetInsertBlock(), *Head = newBlock("while"),
                   *Body = newBlock("while.do"), *After = newBlock("while.end");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  llvm::SmallVector<Value *, 4> Inits(O->operands());
  Phis Carried = openCarried(Inits, O->conditionBlock().args(), Before);
  emitBlock(O->conditionBlock());
  B.CreateCondBr(get(O->conditionBlock().terminator()->operand(0)), Body,
                 After);
  B.SetInsertPoint(Body);
  emitBlock(O->doBlock());
  closeCarried(Carried, O->doBlock().terminator());
  B.CreateBr(Head);
  B.SetInsertPoint(After);
  bindResults(Carried, O);
}

void KernelEmitter::emitIf(IfOp *O) {
  llvm::BasicBlock *Sides[2] = {newBlock("then"), newBlock("else")};
  llvm::BasicBlock *After = newBlock("if.end"), *Ends[2];
  B.CreateCondBr(get(O->condition()), Sides[0], Sides[1]);
  for (unsigned I = 0; I != 2; ++I) {
    B.SetInsertPoint(Sides[I]);
    emitBlock(O->body(I));
    Ends[I] = B.GetInsertBlock();
    B.CreateBr(After);
  }
  B.SetInsertPoint(After);
  for (auto [I, Result] : llvm::enumerate(O->results())) {
    Registers Held;
    for (int64_t R = 0; R != Result->type().numElements(); ++R) {
      llvm::PHINode *Phi =
          B.CreatePHI(S.registerType(Result->type().elementType()), 2);
      for (unsigned Side = 0; Side != 2; ++Side)
        Phi->addIncoming(get(O->body(Side).terminator()->operand(I), R),
                         Ends[Side]);
      Held.push_back(Phi);
    }
    set(Result, std::move(Held));
  }
}
