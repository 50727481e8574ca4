//===- EmitScalarMemory.cpp - Loads and stores of one element -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace mt;
using namespace mt::cpu;

void KernelEmitter::emitScalarLoad(const LoadOp *O) {
  V Condition = O->mask() ? scalar(O->mask()) : nullptr;
  V Other = O->other() ? scalar(O->other()) : nullptr;
  Scalars[O->result()] = emitLoad(O, scalar(O->ptr()), Condition, Other);
}

void KernelEmitter::emitScalarStore(const StoreOp *O) {
  V Condition = O->mask() ? scalar(O->mask()) : nullptr;
  emitStore(O->value()->type(), scalar(O->ptr()), scalar(O->value()),
            Condition);
}

llvm::Value *KernelEmitter::emitLoad(const LoadOp *O, V Address, V Condition,
                                     V Other) {
  Type Element = O->type().elementType();
  llvm::Type *Ty = Lanes.memoryType(Element);
  auto Load = [&] {
    V Ptr = B.CreateIntToPtr(Address, B.getPtrTy());
    V Raw = B.CreateAlignedLoad(Ty, Ptr, llvm::Align(1), O->isVolatile());
    return Lanes.fromMemory(Element, Raw);
  };
  if (!Condition)
    return Load();
  if (!Other)
    Other = llvm::Constant::getNullValue(Lanes.registerType(Element));
  llvm::BasicBlock *Before = B.GetInsertBlock();
  llvm::BasicBlock *Then = newBlock("load"), *After = newBlock("loaded");
  B.CreateCondBr(Condition, Then, After);
  B.SetInsertPoint(Then);
  V Loaded = Load();
  B.CreateBr(After);
  B.SetInsertPoint(After);
  llvm::PHINode *Phi = B.CreatePHI(Loaded->getType(), 2);
  Phi->addIncoming(Loaded, Then);
  Phi->addIncoming(Other, Before);
  return Phi;
}

void KernelEmitter::emitStore(Type Element, V Address, V Value, V Condition) {
  llvm::BasicBlock *After = nullptr;
  if (Condition) {
    llvm::BasicBlock *Then = newBlock("store");
    After = newBlock("stored");
    B.CreateCondBr(Condition, Then, After);
    B.SetInsertPoint(Then);
  }
  B.CreateAlignedStore(Lanes.toMemory(Element, Value),
                       B.CreateIntToPtr(Address, B.getPtrTy()), llvm::Align(1));
  if (After) {
    B.CreateBr(After);
    B.SetInsertPoint(After);
  }
}
