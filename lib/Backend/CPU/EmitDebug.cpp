//===- EmitDebug.cpp - Asserts and prints ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts are made by the host: code hands over numbers of asserts and prints.
//
//===----------------------------------------------------------------------===//

#include "NestBody.h"

using namespace mt;
using namespace mt::cpu;

//===----------------------------------------------------------------------===//
// Asserts
//===----------------------------------------------------------------------===//

// The ids of the program go where the launcher passed those of the first one.
void KernelEmitter::emitAssert(const AssertOp *O, V Holds) {
  unsigned Number = Traits.Asserts.size();
  Traits.Asserts.push_back({O->loc(), O->message()});
  llvm::BasicBlock *Fails = newBlock("fails"), *Go = newBlock("holds");
  B.CreateCondBr(Holds, Go, Fails);
  B.SetInsertPoint(Fails);
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    B.CreateStore(ProgramIds[Axis],
                  B.CreateConstGEP1_64(B.getInt32Ty(), F->getArg(1), 3 + Axis));
  B.CreateRet(B.getInt32(FirstAssertCode + Number));
  B.SetInsertPoint(Go);
}

void KernelEmitter::emitScalarAssert(const AssertOp *O) {
  V Holds = scalar(O->condition());
  if (O->mask())
    Holds = B.CreateOr(Holds, B.CreateNot(scalar(O->mask())));
  emitAssert(O, Holds);
}

void NestBody::assertion(AssertOp *O) {
  V Holds = operand(O->condition());
  if (V Mask = mask(Code.Accesses.find(O)->second))
    Holds = B.CreateOr(Holds, B.CreateNot(Mask));
  E.emitAssert(O, Holds);
}

//===----------------------------------------------------------------------===//
// Prints
//===----------------------------------------------------------------------===//

llvm::Value *KernelEmitter::printedPlace(Value *Val) {
  if (Val->type().isTile())
    return readSlot(Val);
  V Bits = Lanes.toMemory(Val->type(), scalar(Val));
  V Place = newVariable(Bits->getType());
  B.CreateStore(Bits, Place);
  return Place;
}

void KernelEmitter::emitPrint(const PrintOp *O) {
  unsigned Number = Traits.Prints.size();
  KernelTraits::Print &Info = Traits.Prints.emplace_back();
  Info.Prefix = O->prefix();
  Info.Hex = O->isHex();
  llvm::Type *Ptr = B.getPtrTy();
  V Ids = newVariable(llvm::ArrayType::get(B.getInt32Ty(), 3));
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    B.CreateStore(ProgramIds[Axis],
                  B.CreateConstGEP1_64(B.getInt32Ty(), Ids, Axis));
  V Places =
      newVariable(llvm::ArrayType::get(Ptr, std::max(1u, O->numOperands())));
  for (unsigned I = 0; I != O->numOperands(); ++I) {
    Info.Types.push_back(O->operand(I)->type());
    B.CreateStore(printedPlace(O->operand(I)),
                  B.CreateConstGEP1_64(Ptr, Places, I));
  }
  V Sink = F->getArg(6);
  auto *Ty = llvm::FunctionType::get(B.getVoidTy(),
                                     {Ptr, B.getInt32Ty(), Ptr, Ptr}, false);
  B.CreateCall(Ty, B.CreateLoad(Ptr, Sink),
               {Sink, B.getInt32(Number), Ids, Places});
  Traits.ProgramCost += PrintCost * Repetitions;
}
