//===- EmitControl.cpp - Loops and branches -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops with regions become one of few forms, which targets that print structured
// code override; here they are branches. A carried fragment is one phi for each
// of its registers.
//
//===----------------------------------------------------------------------===//

#include "../LLVM/IntegerOps.h"
#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/LoopCounting.h"

using namespace mt;
using namespace mt::nvptx;

//===----------------------------------------------------------------------===//
// Registers that enter and leave regions
//===----------------------------------------------------------------------===//

/// Single bytes travel four to a register of 32 bits, as tensor cores and
/// memory have them: a byte each would take as many.
static bool travelsInWords(Type T) {
  Type Element = T.elementType();
  return T.isFragment() && !Element.isBool() && Element.byteSize() == 1 &&
         T.numElements() % 4 == 0;
}

template <typename Range>
KernelEmitter::Registers KernelEmitter::gather(Range &&Vals) {
  Registers All;
  for (Value *Val : Vals) {
    Registers Each;
    for (int64_t R = 0; R != Val->type().numElements(); ++R)
      Each.push_back(get(Val, R));
    All.append(travelsInWords(Val->type())
                   ? toWords(Val->type().elementType(), Each)
                   : std::move(Each));
  }
  return All;
}

template <typename Range>
void KernelEmitter::scatter(Range &&Vals, llvm::ArrayRef<llvm::Value *> All) {
  for (Value *Val : Vals) {
    int64_t Count = Val->type().numElements();
    bool InWords = travelsInWords(Val->type());
    auto Taken = All.take_front(InWords ? Count / 4 : Count);
    All = All.drop_front(Taken.size());
    set(Val, InWords ? fromWords(Val->type().elementType(), Taken, Count)
                     : Registers(Taken));
  }
}

/// Emits a region; what its terminator gives.
KernelEmitter::Registers KernelEmitter::emitRegion(Block &Body) {
  emitBlock(Body);
  Op *Terminator = Body.terminator();
  return Terminator ? gather(Terminator->operands()) : Registers();
}

namespace {
/// What a loop carries: a phi for each register. A phi has no operands while
/// the loop is emitted: what the first gives does not hold for the others.
class CarriedPhis {
public:
  /// Made at the head of the loop, where the builder stands.
  CarriedPhis(llvm::IRBuilder<> &B, llvm::ArrayRef<llvm::Value *> Inits) {
    for (llvm::Value *Init : Inits)
      Phis.push_back(B.CreatePHI(Init->getType(), 2));
  }
  llvm::ArrayRef<llvm::Value *> values() const { return Phis; }
  /// Gives the phis their operands for an edge from From.
  void add(llvm::ArrayRef<llvm::Value *> Operands, llvm::BasicBlock *From) {
    for (auto [Phi, Each] : llvm::zip_equal(Phis, Operands))
      llvm::cast<llvm::PHINode>(Phi)->addIncoming(Each, From);
  }

private:
  llvm::SmallVector<llvm::Value *, 4> Phis;
};
} // namespace

/// Tells the assembler not to unroll the loop that Latch closes, unless it is
/// short.
static void limitUnrolling(llvm::BranchInst *Latch, llvm::BasicBlock *Head,
                           unsigned MaxUnrolled) {
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

static llvm::Value *mayGoOn(llvm::IRBuilder<> &B, llvm::Value *At,
                            llvm::Value *End, bool Down, bool Signed) {
  auto Predicate =
      Down ? (Signed ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_UGT)
           : (Signed ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT);
  return B.CreateICmp(Predicate, At, End);
}

KernelEmitter::Registers KernelEmitter::emitCounted(
    const Counter &C, llvm::ArrayRef<llvm::Value *> Inits, CountedBody Body) {
  llvm::BasicBlock *Before = B.GetInsertBlock(), *Head = newBlock("for"),
                   *Inside = newBlock("for.body"), *After = newBlock("for.end");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  llvm::PHINode *At = B.CreatePHI(C.Begin->getType(), 2);
  CarriedPhis Carried(B, Inits);
  B.CreateCondBr(mayGoOn(B, At, C.End, C.Down, C.Signed), Inside, After);
  B.SetInsertPoint(Inside);
  Registers Next = Body(At, Carried.values());
  Carried.add(Inits, Before);
  Carried.add(Next, B.GetInsertBlock());
  // No step leaves the type of a counter.
  At->addIncoming(C.Begin, Before);
  At->addIncoming(B.CreateAdd(At, C.Step, "", /*HasNUW=*/!C.Signed,
                              /*HasNSW=*/C.Signed),
                  B.GetInsertBlock());
  limitUnrolling(B.CreateBr(Head), Head, MaxUnrolled);
  B.SetInsertPoint(After);
  return Registers(Carried.values());
}

void KernelEmitter::emitFor(ForOp *O) {
  Type T = O->inductionVar()->type();
  V Lb = get(O->lowerBound()), Ub = get(O->upperBound()), Step = get(O->step());
  auto Wide = [&](V X) { return S.extend64(T, X); };
  auto *Literal = llvm::dyn_cast<Constant>(O->step());
  bool Down = Literal && T.isSigned() && Literal->asSigned() < 0;
  LoopCounting Counting =
      Down && !countsDown() ? LoopCounting::Trips : countingOf(O);
  Counter C{Lb, Ub, Step, Down, T.isSigned()};
  if (Counting == LoopCounting::Wide)
    C = {Wide(Lb), Wide(Ub), Wide(Step), Down, /*Signed=*/true};
  else if (Counting == LoopCounting::Trips)
    C = {B.getInt64(0),
         IntegerOps(B).tripCount(T.isSigned(), Wide(Lb), Wide(Ub), Wide(Step)),
         B.getInt64(1), /*Down=*/false, /*Signed=*/false};
  llvm::SmallVector<Value *, 4> Inits, Args;
  for (unsigned I = 0; I != O->numCarried(); ++I) {
    Inits.push_back(O->init(I));
    Args.push_back(O->carried(I));
  }
  Registers Last =
      emitCounted(C, gather(Inits), [&](V At, llvm::ArrayRef<V> Carried) {
        scatter(Args, Carried);
        V Index = At;
        if (Counting == LoopCounting::Wide)
          Index = B.CreateTrunc(At, Lb->getType());
        else if (Counting == LoopCounting::Trips)
          Index = B.CreateAdd(
              Lb, B.CreateMul(B.CreateIntCast(At, Lb->getType(), false), Step));
        set(O->inductionVar(), {Index});
        return emitRegion(O->body());
      });
  scatter(O->results(), Last);
}

//===----------------------------------------------------------------------===//
// while, if
//===----------------------------------------------------------------------===//

KernelEmitter::Registers
KernelEmitter::emitWhileTrue(llvm::ArrayRef<llvm::Value *> Inits,
                             LoopCondition Condition, LoopBody Body) {
  llvm::BasicBlock *Before = B.GetInsertBlock(), *Head = newBlock("while"),
                   *Inside = newBlock("while.do"),
                   *After = newBlock("while.end");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  CarriedPhis Carried(B, Inits);
  B.CreateCondBr(Condition(Carried.values()), Inside, After);
  B.SetInsertPoint(Inside);
  Registers Next = Body(Carried.values());
  Carried.add(Inits, Before);
  Carried.add(Next, B.GetInsertBlock());
  B.CreateBr(Head);
  B.SetInsertPoint(After);
  return Registers(Carried.values());
}

KernelEmitter::Registers
KernelEmitter::emitDoWhile(llvm::ArrayRef<llvm::Value *> Inits,
                           DoWhileBody Body) {
  llvm::BasicBlock *Before = B.GetInsertBlock(), *Head = newBlock("do");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  CarriedPhis Carried(B, Inits);
  auto [Again, Next] = Body(Carried.values());
  Carried.add(Inits, Before);
  Carried.add(Next, B.GetInsertBlock());
  llvm::BasicBlock *After = newBlock("do.end");
  B.CreateCondBr(Again, Head, After);
  B.SetInsertPoint(After);
  return Next;
}

void KernelEmitter::emitWhile(WhileOp *O) {
  Block &Test = O->conditionBlock();
  Registers Last = emitWhileTrue(
      gather(O->operands()),
      [&](llvm::ArrayRef<V> Carried) {
        scatter(Test.args(), Carried);
        return emitRegion(Test)[0];
      },
      [&](llvm::ArrayRef<V>) { return emitRegion(O->doBlock()); });
  scatter(O->results(), Last);
}

KernelEmitter::Registers KernelEmitter::emitChoice(llvm::Value *Condition,
                                                   Side Then, Side Else) {
  llvm::BasicBlock *Sides[2] = {newBlock("then"), newBlock("else")};
  llvm::BasicBlock *After = newBlock("if.end"), *Ends[2];
  Registers Held[2], Results;
  B.CreateCondBr(Condition, Sides[0], Sides[1]);
  for (unsigned I = 0; I != 2; ++I) {
    B.SetInsertPoint(Sides[I]);
    Held[I] = I == 0 ? Then() : Else();
    Ends[I] = B.GetInsertBlock();
    B.CreateBr(After);
  }
  B.SetInsertPoint(After);
  for (auto [Left, Right] : llvm::zip_equal(Held[0], Held[1])) {
    llvm::PHINode *Phi = B.CreatePHI(Left->getType(), 2);
    Phi->addIncoming(Left, Ends[0]);
    Phi->addIncoming(Right, Ends[1]);
    Results.push_back(Phi);
  }
  return Results;
}

void KernelEmitter::emitIfTrue(llvm::Value *Condition,
                               llvm::function_ref<void()> Body) {
  llvm::BasicBlock *Then = newBlock("then"), *After = newBlock("end");
  B.CreateCondBr(Condition, Then, After);
  B.SetInsertPoint(Then);
  Body();
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

void KernelEmitter::emitIf(IfOp *O) {
  scatter(O->results(),
          emitChoice(
              get(O->condition()), [&] { return emitRegion(O->body(0)); },
              [&] { return emitRegion(O->body(1)); }));
}
