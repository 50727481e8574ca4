//===- EmitControl.cpp - Loops and conditions of a kernel -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars that loops carry are phis. Tiles they carry lie in scratch: the body
// overwrites the place it reads from if its plan allows, else two places take
// turns.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace mt;
using namespace mt::cpu;

/// The values a loop carries, while its blocks are being emitted.
struct KernelEmitter::Carried {
  struct Entry {
    BlockArgument *Arg;
    llvm::PHINode *Scalar = nullptr;
    llvm::PHINode *Read = nullptr, *Write = nullptr; ///< places taking turns
  };
  llvm::SmallVector<Entry, 4> Entries;
};

/// Makes the phis at the head of a loop, where the builder stands.
void KernelEmitter::beginCarried(Carried &C, llvm::ArrayRef<Value *> Inits,
                                 llvm::ArrayRef<BlockArgument *> Args,
                                 bool InPlace, llvm::BasicBlock *Before) {
  for (auto [Init, Arg] : llvm::zip(Inits, Args)) {
    Carried::Entry &Each = C.Entries.emplace_back();
    Each.Arg = Arg;
    if (!Arg->type().isTile()) {
      Each.Scalar = B.CreatePHI(Lanes.registerType(Arg->type()), 2);
      Each.Scalar->addIncoming(scalar(Init), Before);
      Scalars[Arg] = Each.Scalar;
      continue;
    }
    V Place = writeSlot(Arg);
    if (InPlace)
      continue;
    V Second;
    {
      LaneBuilder::Builder::InsertPointGuard Guard(B);
      B.SetInsertPoint(F->getEntryBlock().getTerminator());
      Second = allocate(Arg->type(), SlotBytes, Scratch);
    }
    Each.Read = B.CreatePHI(B.getPtrTy(), 2);
    Each.Write = B.CreatePHI(B.getPtrTy(), 2);
    Each.Read->addIncoming(Place, Before);
    Each.Write->addIncoming(Second, Before);
    Slots[Arg] = {Each.Read, Each.Write};
  }
}

/// Feeds what Yield gives into the phis; the builder stands at the loop's end.
void KernelEmitter::closeCarried(Carried &C, Op *Yield) {
  llvm::BasicBlock *Latch = B.GetInsertBlock();
  for (auto [I, Each] : llvm::enumerate(C.Entries)) {
    if (Each.Scalar)
      Each.Scalar->addIncoming(scalar(Yield->operand(I)), Latch);
    if (Each.Read) {
      Each.Read->addIncoming(Each.Write, Latch);
      Each.Write->addIncoming(Each.Read, Latch);
    }
  }
}

/// The results of a loop are what it carried when it ended.
void KernelEmitter::bindResults(const Carried &C, Op *O) {
  for (auto [I, Each] : llvm::enumerate(C.Entries)) {
    OpResult *Result = O->result(I);
    if (Each.Scalar) {
      Scalars[Result] = Each.Scalar;
      continue;
    }
    V Place = Slots[Each.Arg].Read;
    Slots[Result] = {Place, Place};
    if (Each.Read) // the next run of the loop starts from the first place
      Slots.erase(Each.Arg);
  }
}

/// How often a `for` runs, as u64.
llvm::Value *KernelEmitter::tripCount(ForOp *O) {
  Type Ty = O->inductionVar()->type();
  auto Wide = [&](Value *Val) { return Lanes.extend64(Ty, scalar(Val)); };
  return IntegerOps(B).tripCount(Ty.isSigned(), Wide(O->lowerBound()),
                                 Wide(O->upperBound()), Wide(O->step()));
}

/// Emits a block that runs Trips times (null = any number).
void KernelEmitter::emitLoopBody(const BlockPlan &Plan, V Trips) {
  constexpr uint64_t Guess = 100, Limit = uint64_t(1) << 40;
  auto *Known = llvm::dyn_cast_or_null<llvm::ConstantInt>(Trips);
  Traits.MayRunLong |= !Known;
  uint64_t Outside = Repetitions;
  uint64_t Factor =
      Known ? std::max<uint64_t>(1, Known->getLimitedValue(Limit)) : Guess;
  Repetitions = std::min(Limit, Outside * std::min(Limit / Outside, Factor));
  ++LoopDepth;
  emitPlan(Plan);
  Traits.ProgramCost += Repetitions;
  --LoopDepth;
  Repetitions = Outside;
}

void KernelEmitter::emitFor(ForOp *O) {
  llvm::SmallVector<Value *, 4> Inits;
  llvm::SmallVector<BlockArgument *, 4> Args;
  for (unsigned I = 0; I != O->numCarried(); ++I) {
    Inits.push_back(O->init(I));
    Args.push_back(O->carried(I));
  }
  llvm::SmallVector<Value *, 4> Homes(Args.begin(), Args.end());
  BlockPlan Plan = planBlock(O->body(), Affine, Homes);
  V Trips = tripCount(O);
  V Lb = scalar(O->lowerBound()), Step = scalar(O->step());
  llvm::BasicBlock *Before = B.GetInsertBlock();
  llvm::BasicBlock *Head = newBlock("for"), *Body = newBlock("for.body");
  llvm::BasicBlock *After = newBlock("for.end");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  llvm::PHINode *Count = B.CreatePHI(B.getInt64Ty(), 2);
  llvm::PHINode *Iv = B.CreatePHI(Lb->getType(), 2, "iv");
  Count->addIncoming(B.getInt64(0), Before);
  Iv->addIncoming(Lb, Before);
  Scalars[O->inductionVar()] = Iv;
  Carried C;
  beginCarried(C, Inits, Args, Plan.YieldsInPlace, Before);
  B.CreateCondBr(B.CreateICmpULT(Count, Trips), Body, After);
  B.SetInsertPoint(Body);
  emitCancelPoll();
  emitLoopBody(Plan, Trips);
  closeCarried(C, O->body().terminator());
  Count->addIncoming(B.CreateAdd(Count, B.getInt64(1)), B.GetInsertBlock());
  Iv->addIncoming(B.CreateAdd(Iv, Step), B.GetInsertBlock());
  B.CreateBr(Head);
  B.SetInsertPoint(After);
  bindResults(C, O);
}

void KernelEmitter::emitWhile(WhileOp *O) {
  llvm::SmallVector<Value *, 4> Inits(O->operands());
  llvm::ArrayRef<BlockArgument *> Args = O->conditionBlock().args();
  llvm::SmallVector<Value *, 4> Homes(Args.begin(), Args.end());
  BlockPlan Condition = planBlock(O->conditionBlock(), Affine, {});
  BlockPlan Plan = planBlock(O->doBlock(), Affine, Homes);
  llvm::BasicBlock *Before = B.GetInsertBlock();
  llvm::BasicBlock *Head = newBlock("while"), *Body = newBlock("while.do");
  llvm::BasicBlock *After = newBlock("while.end");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  Carried C;
  beginCarried(C, Inits, Args, Plan.YieldsInPlace, Before);
  emitCancelPoll();
  emitLoopBody(Condition, nullptr);
  Op *End = O->conditionBlock().terminator();
  B.CreateCondBr(scalar(End->operand(0)), Body, After);
  B.SetInsertPoint(Body);
  emitLoopBody(Plan, nullptr);
  closeCarried(C, O->doBlock().terminator());
  B.CreateBr(Head);
  B.SetInsertPoint(After);
  bindResults(C, O);
}

void KernelEmitter::emitIf(IfOp *O) {
  llvm::SmallVector<Value *, 4> Homes;
  for (unsigned I = 0; I != O->numResults(); ++I) {
    Homes.push_back(O->result(I));
    if (O->result(I)->type().isTile())
      writeSlot(O->result(I));
  }
  llvm::BasicBlock *Sides[2] = {newBlock("then"), newBlock("else")};
  llvm::BasicBlock *After = newBlock("if.end");
  B.CreateCondBr(scalar(O->condition()), Sides[0], Sides[1]);
  llvm::BasicBlock *Ends[2];
  for (unsigned I = 0; I != 2; ++I) {
    B.SetInsertPoint(Sides[I]);
    emitBlock(O->body(I), Homes);
    Ends[I] = B.GetInsertBlock();
    B.CreateBr(After);
  }
  B.SetInsertPoint(After);
  for (unsigned R = 0; R != O->numResults(); ++R) {
    if (O->result(R)->type().isTile())
      continue;
    llvm::PHINode *Phi =
        B.CreatePHI(Lanes.registerType(O->result(R)->type()), 2);
    for (unsigned I = 0; I != 2; ++I)
      Phi->addIncoming(scalar(O->body(I).terminator()->operand(R)), Ends[I]);
    Scalars[O->result(R)] = Phi;
  }
}
