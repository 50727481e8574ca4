//===- Op.cpp - Operations, blocks and regions ----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Op.h"
#include "mytriton/IR/Kernel.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// Block
//===----------------------------------------------------------------------===//

Op *Block::parentOp() const { return Parent->parentOp(); }

Kernel *Block::kernel() const { return Parent->kernel(); }

Op *Block::terminator() {
  if (Ops.empty() || !Ops.back().hasTrait(OT_Terminator))
    return nullptr;
  return &Ops.back();
}

BlockArgument *Block::addArgument(Type Ty) {
  Args.push_back(kernel()->createArgument(this, Ty, Args.size()));
  return Args.back();
}

void Block::eraseArgument(unsigned I) {
  assert(Args[I]->use_empty() && "erasing an argument that has uses");
  Args.erase(Args.begin() + I);
  for (unsigned J = I, E = Args.size(); J != E; ++J)
    Args[J]->Index = J;
}

void Block::insert(Op *NewOp, Op *Before) {
  assert(!NewOp->Parent && "op already stands in a block");
  assert((!Before || Before->Parent == this) && "place is in another block");
  NewOp->Parent = this;
  if (!Before) {
    // Appending keeps the numbering valid.
    NewOp->Order = Ops.empty() ? 0 : Ops.back().Order + 1;
    Ops.push_back(*NewOp);
    return;
  }
  OrderValid = false;
  Ops.insert(Before->getIterator(), *NewOp);
}

//===----------------------------------------------------------------------===//
// Op
//===----------------------------------------------------------------------===//

bool Op::use_empty() const {
  for (unsigned I = 0; I != NumResults; ++I)
    if (!result(I)->use_empty())
      return false;
  return true;
}

int64_t Op::intAttr(llvm::StringRef Name, int64_t Default) const {
  Attr A = attr(Name);
  return A && A.isInt() ? A.asInt() : Default;
}

bool Op::boolAttr(llvm::StringRef Name, bool Default) const {
  Attr A = attr(Name);
  return A && A.isBool() ? A.asBool() : Default;
}

void Op::eraseOperands(unsigned Begin, unsigned End) {
  assert(Begin <= End && End <= NumOperands && "no such operands");
  unsigned Count = End - Begin;
  for (unsigned I = Begin; I + Count < NumOperands; ++I)
    setOperand(I, operand(I + Count));
  for (unsigned I = NumOperands - Count; I != NumOperands; ++I)
    setOperand(I, nullptr);
  NumOperands -= Count;
}

bool Op::isBeforeInBlock(const Op *Other) const {
  assert(Parent && Parent == Other->Parent && "ops of different blocks");
  if (!Parent->OrderValid) {
    uint32_t N = 0;
    for (const Op &Each : Parent->Ops)
      Each.Order = N++;
    Parent->OrderValid = true;
  }
  return Order < Other->Order;
}

bool Op::isInside(const Op *Ancestor) const {
  for (const Op *O = this; O; O = O->parentOp())
    if (O == Ancestor)
      return true;
  return false;
}

void Op::remove() {
  assert(Parent && "op stands in no block");
  Parent->Ops.remove(*this);
  Parent = nullptr;
}

void Op::moveBefore(Op *Other) {
  remove();
  Other->Parent->insert(this, Other);
}

void Op::moveToEnd(Block &B) {
  remove();
  B.insert(this);
}

void Op::dropOperands() {
  for (Use &U : operandUses())
    U.set(nullptr);
  for (unsigned I = 0; I != NumRegions; ++I)
    for (Op &Nested : body(I))
      Nested.dropOperands();
}

void Op::erase() {
  dropOperands();
  assert(use_empty() && "erasing an op whose results are used");
  if (Parent)
    remove();
  // The memory stays in the kernel's arena until the kernel dies.
}

void Op::replaceWith(llvm::ArrayRef<Value *> NewValues) {
  assert(NewValues.size() == NumResults && "one value per result");
  for (unsigned I = 0; I != NumResults; ++I)
    result(I)->replaceAllUsesWith(NewValues[I]);
  erase();
}
