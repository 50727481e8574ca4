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

#include "Emitter.h"

using namespace mt;
using namespace mt::nvptx;
using llvm::StringRef;

static StringRef wordOf(const Op *O, StringRef Name, StringRef Default) {
  Attr A = O->attr(Name);
  return A && A.kind() == AttrKind::String ? A.asString() : Default;
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

/// An extremum or a sum of floats that the machine does not do at once:
/// computes it and tries to swap.
llvm::Value *KernelEmitter::atomicLoop(Op *O, llvm::Value *Address,
                                       llvm::Value *Operand) {
  Type Element = O->type().elementType();
  unsigned Bits = Element.bitWidth();
  // Gives what memory holds then, and true if it is not what Seen says.
  auto Swap = [&](V Seen, V New) -> Registers {
    V Found =
        atomicInstruction(O, "cas.b" + std::to_string(Bits),
                          {Address, Seen, S.toBits(Element, New)}, nullptr);
    return {B.CreateICmpNE(Found, Seen), Found};
  };
  V First = B.CreateAlignedLoad(B.getIntNTy(Bits), Address,
                                llvm::Align(Bits / 8), /*isVolatile=*/true);
  return emitDoWhile(First, [&](llvm::ArrayRef<V> Carried) {
    V Seen = Carried[0], Old = S.fromBits(Element, Seen);
    Registers Tried;
    if (llvm::isa<AtomicMaxOp, AtomicMinOp>(O)) {
      // NaN propagates; what is kept anyway need not be written.
      V Keeps = llvm::isa<AtomicMaxOp>(O) ? B.CreateFCmpUGE(Old, Operand)
                                          : B.CreateFCmpULE(Old, Operand);
      Keeps = B.CreateAnd(Keeps, B.CreateFCmpORD(Operand, Operand));
      Tried = emitChoice(
          Keeps, [&] { return Registers{B.getFalse(), Seen}; },
          [&] { return Swap(Seen, Operand); });
    } else {
      Tried = Swap(Seen, B.CreateFAdd(Old, Operand));
    }
    return std::pair(Tried[0], Registers{Tried[1]});
  })[0];
}

/// One register of an atomic op; the bits that memory held.
llvm::Value *KernelEmitter::atomicOn(Op *O, int64_t R) {
  Type Element = O->type().elementType();
  V Address = address(O->operand(0), R);
  Value *Mask = maskOf(O);
  V Condition = Mask ? get(Mask, R) : nullptr;
  std::string Operation = ptx::atomicOperation(O->kind(), Element, SM);
  if (!Operation.empty()) {
    unsigned NumValues = llvm::isa<AtomicCasOp, MaskedCasOp>(O) ? 2 : 1;
    Registers Operands = {Address};
    for (unsigned I = 1; I <= NumValues; ++I)
      Operands.push_back(S.toBits(Element, get(O->operand(I), R)));
    return atomicInstruction(O, Operation, Operands, Condition);
  }
  V Operand = get(O->operand(1), R);
  if (!Condition)
    return atomicLoop(O, Address, Operand);
  return emitChoice(
      Condition, [&] { return Registers{atomicLoop(O, Address, Operand)}; },
      [&] { return Registers{B.getIntN(Element.bitWidth(), 0)}; })[0];
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
