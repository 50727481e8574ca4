//===- EmitAtomic.cpp - Atomic ops ----------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Single accesses are relaxed; fences around all of an op's make the order that
// was asked for. What the machine has no instruction for is a loop that
// compares and swaps.
//
//===----------------------------------------------------------------------===//

#include "../LLVM/IntegerOps.h"
#include "Emitter.h"

using namespace mt;
using namespace mt::nvptx;
using llvm::StringRef;

static StringRef wordOf(const Op *O, StringRef Name, StringRef Default) {
  Attr A = O->attr(Name);
  return A && A.kind() == AttrKind::String ? A.asString() : Default;
}

static bool isCas(const Op *O) {
  return llvm::isa<AtomicCasOp, MaskedCasOp>(O);
}

static bool isExtremum(const Op *O) {
  return llvm::isa<AtomicMaxOp, AtomicMinOp>(O);
}

static Value *maskOf(const Op *O) {
  return llvm::isa<AtomicCasOp>(O) ? nullptr : O->operand(O->numOperands() - 1);
}

llvm::Value *
KernelEmitter::atomicInstruction(const Op *O, StringRef Operation,
                                 llvm::ArrayRef<llvm::Value *> Operands,
                                 llvm::Value *Mask) {
  Type Element = O->type().elementType();
  unsigned Bits = Element.bitWidth();
  Registers Inputs(Operands.begin(), Operands.end());
  if (Mask) {
    Inputs.push_back(Mask);
    Inputs.push_back(B.getIntN(Bits, 0));
  }
  return emitAsm(ptx::atomic(Operation, wordOf(O, "scope", "gpu"), Bits,
                             Operands.size() - 1, Mask),
                 Inputs)[0];
}

/// Any op of which the machine does not do one: combines and tries to swap.
llvm::Value *KernelEmitter::atomicLoop(Op *O, llvm::Value *Address,
                                       llvm::Value *Operand) {
  Type Element = O->type().elementType();
  unsigned Bits = Element.bitWidth();
  V First = B.CreateAlignedLoad(B.getIntNTy(Bits), Address,
                                llvm::Align(Bits / 8), /*isVolatile=*/true);
  llvm::BasicBlock *Before = B.GetInsertBlock(), *Try = newBlock("try"),
                   *Swap = newBlock("swap"), *Done = newBlock("exchanged");
  B.CreateBr(Try);
  B.SetInsertPoint(Try);
  llvm::PHINode *Seen = B.CreatePHI(First->getType(), 2);
  Seen->addIncoming(First, Before);
  V Old = S.fromBits(Element, Seen), New = Operand;
  if (isExtremum(O) && Element.isFloat()) {
    // NaN propagates; what is kept anyway need not be written.
    V Keeps = llvm::isa<AtomicMaxOp>(O) ? B.CreateFCmpUGE(Old, Operand)
                                        : B.CreateFCmpULE(Old, Operand);
    Keeps = B.CreateAnd(Keeps, B.CreateFCmpORD(Operand, Operand));
    B.CreateCondBr(Keeps, Done, Swap);
    B.SetInsertPoint(Swap);
  } else {
    B.CreateBr(Swap);
    B.SetInsertPoint(Swap);
    New = combineAtomic(O, Old, Operand);
  }
  V Found = atomicInstruction(O, "cas.b" + std::to_string(Bits),
                              {Address, Seen, S.toBits(Element, New)}, nullptr);
  Seen->addIncoming(Found, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpEQ(Found, Seen), Done, Try);
  B.SetInsertPoint(Done);
  return Seen;
}

/// What an atomic op on Element writes.
llvm::Value *KernelEmitter::combineAtomic(const Op *O, llvm::Value *Old,
                                          llvm::Value *Operand) {
  Type Element = O->type().elementType();
  auto Integer = [&](OpKind Kind) {
    return IntegerOps(B).emit(Kind, Element, {Old, Operand});
  };
  switch (O->kind()) {
  case OpKind::AtomicAdd:
    return Element.isFloat() ? B.CreateFAdd(Old, Operand)
                             : Integer(OpKind::Add);
  case OpKind::AtomicMax:
    return Integer(OpKind::Maximum);
  case OpKind::AtomicMin:
    return Integer(OpKind::Minimum);
  case OpKind::AtomicAnd:
    return Integer(OpKind::And);
  case OpKind::AtomicOr:
    return Integer(OpKind::Or);
  case OpKind::AtomicXor:
    return Integer(OpKind::Xor);
  default:
    assert(llvm::isa<AtomicXchgOp>(O) && "not an atomic op with one operand");
    return Operand;
  }
}

/// One register of an atomic op; the bits that memory held.
llvm::Value *KernelEmitter::atomicOn(Op *O, int64_t R) {
  Type Element = O->type().elementType();
  V Address = get(O->operand(0), R);
  Value *Mask = maskOf(O);
  V Condition = Mask ? get(Mask, R) : nullptr;
  auto Bits = [&](unsigned I) {
    return S.toBits(Element, get(O->operand(I), R));
  };
  if (isCas(O))
    return atomicInstruction(O, "cas.b" + std::to_string(Element.bitWidth()),
                             {Address, Bits(1), Bits(2)}, Condition);
  std::string Operation = ptx::atomicOperation(O->kind(), Element, SM);
  if (!Operation.empty())
    return atomicInstruction(O, Operation, {Address, Bits(1)}, Condition);
  V Operand = get(O->operand(1), R);
  if (!Condition)
    return atomicLoop(O, Address, Operand);
  llvm::BasicBlock *Before = B.GetInsertBlock(), *Then = newBlock("atomic"),
                   *After = newBlock("atomic.end");
  B.CreateCondBr(Condition, Then, After);
  B.SetInsertPoint(Then);
  V Old = atomicLoop(O, Address, Operand);
  llvm::BasicBlock *End = B.GetInsertBlock();
  B.CreateBr(After);
  B.SetInsertPoint(After);
  llvm::PHINode *Result = B.CreatePHI(Old->getType(), 2);
  Result->addIncoming(llvm::Constant::getNullValue(Old->getType()), Before);
  Result->addIncoming(Old, End);
  return Result;
}

void KernelEmitter::emitAtomic(Op *O) {
  StringRef Sem = wordOf(O, "sem", "acq_rel");
  ptx::Instruction Fence = ptx::fence(wordOf(O, "scope", "gpu"));
  if (Sem == "release" || Sem == "acq_rel")
    emitAsm(Fence, {});
  Registers Results;
  Type Element = O->type().elementType();
  for (int64_t R = 0; R != O->type().numElements(); ++R)
    Results.push_back(S.fromBits(Element, atomicOn(O, R)));
  set(O->result(), std::move(Results));
  if (Sem == "acquire" || Sem == "acq_rel")
    emitAsm(Fence, {});
}
