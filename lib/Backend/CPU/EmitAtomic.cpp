//===- EmitAtomic.cpp - Atomic read-modify-write --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers use the instructions of the machine as far as it has them; what it
// cannot do indivisibly on its own is a loop that computes the new value and
// tries to exchange it. A program's threads being one, {scope} says nothing
// here that {sem} does not.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace mt;
using namespace mt::cpu;
using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;

static AtomicOrdering orderingOf(const Op *O) {
  Attr Sem = O->attr("sem");
  llvm::StringRef Word = Sem ? Sem.asString() : "acq_rel";
  if (Word == "relaxed")
    return AtomicOrdering::Monotonic;
  if (Word == "acquire")
    return AtomicOrdering::Acquire;
  if (Word == "release")
    return AtomicOrdering::Release;
  return AtomicOrdering::AcquireRelease;
}

/// LLVM's instruction for O on integers or bits; nothing for floats, which are
/// combined outside of it.
static std::optional<AtomicRMWInst::BinOp> instructionFor(const Op *O,
                                                          Type Element) {
  if (O->kind() == OpKind::AtomicXchg)
    return AtomicRMWInst::Xchg;
  if (!Element.isInteger())
    return std::nullopt;
  bool Signed = Element.isSigned();
  switch (O->kind()) {
  case OpKind::AtomicAdd:
    return AtomicRMWInst::Add;
  case OpKind::AtomicAnd:
    return AtomicRMWInst::And;
  case OpKind::AtomicOr:
    return AtomicRMWInst::Or;
  case OpKind::AtomicXor:
    return AtomicRMWInst::Xor;
  case OpKind::AtomicMax:
    return Signed ? AtomicRMWInst::Max : AtomicRMWInst::UMax;
  case OpKind::AtomicMin:
    return Signed ? AtomicRMWInst::Min : AtomicRMWInst::UMin;
  default: // compare and swap is no read-modify-write of LLVM's
    return std::nullopt;
  }
}

namespace {

/// Emits one atomic op on one element.
class AtomicEmitter {
public:
  using V = llvm::Value *;
  AtomicEmitter(KernelEmitter &E, const Op *O, V Address)
      : E(E), B(E.builder()), O(O),
        Element(O->operand(0)->type().elementType().pointee()),
        Bits(B.getIntNTy(Element.bitWidth())),
        Pointer(B.CreateIntToPtr(Address, B.getPtrTy())),
        Alignment(Element.byteSize()), Ordering(orderingOf(O)) {}

  /// The value read. Operands are those behind the pointer.
  V emit(llvm::ArrayRef<V> Operands) {
    if (O->kind() == OpKind::AtomicCas)
      return fromBits(B.CreateExtractValue(
          compareAndSwap(toBits(Operands[0]), toBits(Operands[1])), 0));
    if (auto Instruction = instructionFor(O, Element))
      return fromBits(B.CreateAtomicRMW(
          *Instruction, Pointer, toBits(Operands[0]), Alignment, Ordering));
    return emitFloatLoop(Operands[0]);
  }

private:
  V toBits(V Value) { return B.CreateBitCast(Value, Bits); }
  V fromBits(V Value) {
    return B.CreateBitCast(Value, E.lanes().registerType(Element));
  }

  V compareAndSwap(V Expected, V New) {
    return B.CreateAtomicCmpXchg(
        Pointer, Expected, New, Alignment, Ordering,
        llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(Ordering));
  }

  V emitFloatLoop(V Operand) {
    OpKind Combiner = O->kind() == OpKind::AtomicAdd   ? OpKind::Add
                      : O->kind() == OpKind::AtomicMax ? OpKind::Maximum
                                                       : OpKind::Minimum;
    llvm::LoadInst *First = B.CreateAlignedLoad(Bits, Pointer, Alignment);
    First->setAtomic(AtomicOrdering::Monotonic);
    llvm::BasicBlock *Before = B.GetInsertBlock();
    llvm::BasicBlock *Try = E.newBlock("try"), *Done = E.newBlock("exchanged");
    B.CreateBr(Try);
    B.SetInsertPoint(Try);
    llvm::PHINode *Old = B.CreatePHI(Bits, 2);
    Old->addIncoming(First, Before);
    V New = E.lanes().combine(Combiner, Element, fromBits(Old), Operand);
    V Swapped = compareAndSwap(Old, toBits(New));
    Old->addIncoming(B.CreateExtractValue(Swapped, 0), B.GetInsertBlock());
    B.CreateCondBr(B.CreateExtractValue(Swapped, 1), Done, Try);
    B.SetInsertPoint(Done);
    return fromBits(Old);
  }

  KernelEmitter &E;
  LaneBuilder::Builder &B;
  const Op *O;
  Type Element;
  llvm::Type *Bits;
  V Pointer;
  llvm::Align Alignment;
  AtomicOrdering Ordering;
};

} // namespace

llvm::Value *KernelEmitter::emitAtomic(const Op *O, V Address,
                                       llvm::ArrayRef<V> Operands,
                                       V Condition) {
  if (!Condition)
    return AtomicEmitter(*this, O, Address).emit(Operands);
  llvm::BasicBlock *Before = B.GetInsertBlock();
  llvm::BasicBlock *Then = newBlock("atomic"), *After = newBlock("atomic.end");
  B.CreateCondBr(Condition, Then, After);
  B.SetInsertPoint(Then);
  V Old = AtomicEmitter(*this, O, Address).emit(Operands);
  llvm::BasicBlock *End = B.GetInsertBlock();
  B.CreateBr(After);
  B.SetInsertPoint(After);
  llvm::PHINode *Phi = B.CreatePHI(Old->getType(), 2);
  Phi->addIncoming(Old, End);
  Phi->addIncoming(llvm::Constant::getNullValue(Old->getType()), Before);
  return Phi;
}

void KernelEmitter::emitScalarAtomic(const Op *O) {
  V Condition = accessMask(O) ? scalar(accessMask(O)) : nullptr;
  llvm::SmallVector<V, 2> Operands;
  for (const Use &U : atomicValues(O))
    Operands.push_back(scalar(U.get()));
  Scalars[O->result()] =
      emitAtomic(O, scalar(O->operand(0)), Operands, Condition);
}
