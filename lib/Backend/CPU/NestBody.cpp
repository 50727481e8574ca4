//===- NestBody.cpp - What a loop nest does for some elements -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestBody.h"

using namespace mt;
using namespace mt::cpu;

void NestBody::run() {
  for (const NestItem &Item : Code.Items)
    emitItem(Item);
  // All values first: a store may overwrite what another one is computed from.
  unsigned Identity = Code.identityMap();
  for (const ScratchStore &S : Code.Stores)
    value(S.V, Identity);
  for (const ScratchStore &S : Code.Stores)
    writeSlot(S);
}

llvm::Value *NestBody::value(Value *Val, unsigned Map) {
  if (!Val->type().isTile())
    return E.scalar(Val);
  V &Known = Values[{Val, Map}];
  if (!Known) {
    V Read = readSlot(Val, Map);
    return Values[{Val, Map}] = Read; // the reference may have moved
  }
  return Known;
}

/// A value used by an access, lined up with the nest.
llvm::Value *NestBody::operand(Value *Val) {
  return value(Val, Code.alignedMap(Val->type().shape()));
}

void NestBody::emitItem(const NestItem &Item) {
  Op *O = Item.O;
  if (auto *S = llvm::dyn_cast<StoreOp>(O))
    return store(S);
  if (auto *A = llvm::dyn_cast<AssertOp>(O))
    return assertion(A);
  V Result;
  if (auto *L = llvm::dyn_cast<LoadOp>(O))
    Result = load(L);
  else if (isAtomic(O))
    Result = atomic(O);
  else if (auto *A = llvm::dyn_cast<ArangeOp>(O))
    Result = arange(A, Item.Map);
  else if (llvm::isa<BroadcastOp>(O))
    Result = value(O->operand(0),
                   Code.operandMap(Item.Map, O->type(), O->operand(0)->type()));
  else
    Result = elementwise(O, Item.Map);
  Values[{O->result(), Item.Map}] = Result;
}

llvm::Value *NestBody::laneNumbers(llvm::Type *Int) {
  llvm::SmallVector<llvm::Constant *, 64> Numbers;
  for (unsigned I = 0; I != Shape.Lanes; ++I)
    Numbers.push_back(llvm::ConstantInt::get(Int, I));
  return llvm::ConstantVector::get(Numbers);
}

llvm::Value *NestBody::arange(const ArangeOp *O, unsigned Map) {
  int8_t Dim = Code.map(Map)[0];
  V Start = B.getInt32(O->start());
  V First = B.CreateAdd(B.CreateTrunc(index(Dim), B.getInt32Ty()), Start);
  if (!isInnermost(Dim))
    return First;
  return B.CreateAdd(Lanes.splat(First, Shape.Lanes),
                     laneNumbers(B.getInt32Ty()));
}

llvm::Value *NestBody::elementwise(Op *O, unsigned Map) {
  llvm::SmallVector<V, 3> Operands;
  bool AnyVector = false;
  for (Value *Operand : O->operands()) {
    unsigned OperandMap = Code.operandMap(Map, O->type(), Operand->type());
    Operands.push_back(value(Operand, OperandMap));
    AnyVector |= Operands.back()->getType()->isVectorTy();
  }
  if (AnyVector)
    for (V &Operand : Operands)
      Operand = Lanes.splat(Operand, Shape.Lanes);
  return Lanes.emit(O, Operands);
}
