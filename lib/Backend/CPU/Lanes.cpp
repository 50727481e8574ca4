//===- Lanes.cpp - Lane-by-lane operations as LLVM IR ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "llvm/IR/Module.h"

using namespace mt;
using namespace mt::cpu;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

llvm::Type *LaneBuilder::registerType(Type Element) const {
  if (Element.isBool())
    return B.getInt1Ty();
  if (Element.kind() == TypeKind::F32)
    return B.getFloatTy();
  if (Element.kind() == TypeKind::F64)
    return B.getDoubleTy();
  return B.getIntNTy(Element.bitWidth());
}

llvm::Type *LaneBuilder::memoryType(Type Element) const {
  return Element.isBool() ? B.getInt8Ty() : registerType(Element);
}

llvm::Type *LaneBuilder::lanesOf(llvm::Type *Scalar, llvm::Value *Like) {
  return lanesOf(Scalar, Like->getType());
}

llvm::Value *LaneBuilder::fromMemory(Type Element, llvm::Value *V) {
  return Element.isBool() ? B.CreateIsNotNull(V) : V;
}

llvm::Value *LaneBuilder::toMemory(Type Element, llvm::Value *V) {
  return Element.isBool() ? B.CreateZExt(V, lanesOf(B.getInt8Ty(), V)) : V;
}

llvm::Constant *LaneBuilder::literal(const Constant *C) const {
  return literalOf(registerType(C->type()), C->bits());
}

llvm::Value *LaneBuilder::splat(llvm::Value *V, unsigned Lanes) {
  if (Lanes == 1 || V->getType()->isVectorTy())
    return V;
  return B.CreateVectorSplat(Lanes, V);
}

llvm::Value *LaneBuilder::extend64(Type Element, llvm::Value *V) {
  return B.CreateIntCast(V, lanesOf(B.getInt64Ty(), V), Element.isSigned());
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

llvm::Value *LaneBuilder::intrinsic(llvm::Intrinsic::ID ID,
                                    llvm::ArrayRef<llvm::Value *> Operands) {
  return B.CreateIntrinsic(ID, {Operands[0]->getType()}, Operands);
}

llvm::Constant *LaneBuilder::ofInt(llvm::Value *Like, uint64_t Bits) {
  return IntegerOps::constantLike(Like, Bits);
}

/// A function of libm that neither touches memory nor fails.
static llvm::FunctionCallee libmFunction(llvm::Module &M, llvm::StringRef Name,
                                         llvm::Type *Ty, unsigned Arity) {
  llvm::SmallVector<llvm::Type *, 2> Params(Arity, Ty);
  llvm::FunctionCallee F = M.getOrInsertFunction(
      Name, llvm::FunctionType::get(Ty, Params, /*isVarArg=*/false));
  auto *Fn = llvm::cast<llvm::Function>(F.getCallee());
  Fn->setDoesNotThrow();
  Fn->setDoesNotAccessMemory();
  Fn->setWillReturn();
  return F;
}

// A loop instead of one call per lane keeps the code small: these functions
// cost far more than the trip through the stack.
llvm::Value *LaneBuilder::callPerLane(llvm::StringRef Function,
                                      llvm::ArrayRef<llvm::Value *> Operands) {
  llvm::Type *Ty = Operands[0]->getType();
  llvm::Function *F = B.GetInsertBlock()->getParent();
  llvm::FunctionCallee Callee = libmFunction(
      *F->getParent(), Function, Ty->getScalarType(), Operands.size());
  auto *VT = llvm::dyn_cast<llvm::FixedVectorType>(Ty);
  if (!VT)
    return B.CreateCall(Callee, Operands);

  Builder Entry(&F->getEntryBlock(), F->getEntryBlock().begin());
  llvm::SmallVector<llvm::Value *, 2> Buffers;
  for (llvm::Value *Operand : Operands) {
    Buffers.push_back(Entry.CreateAlloca(Ty));
    B.CreateStore(Operand, Buffers.back());
  }
  llvm::BasicBlock *Before = B.GetInsertBlock();
  auto *Loop = llvm::BasicBlock::Create(B.getContext(), "lane", F);
  auto *After = llvm::BasicBlock::Create(B.getContext(), "lanes.done", F);
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  llvm::PHINode *I = B.CreatePHI(B.getInt64Ty(), 2);
  I->addIncoming(B.getInt64(0), Before);
  llvm::SmallVector<llvm::Value *, 2> Args;
  for (llvm::Value *Buffer : Buffers)
    Args.push_back(B.CreateLoad(Ty->getScalarType(),
                                B.CreateGEP(Ty->getScalarType(), Buffer, I)));
  llvm::Value *Result = B.CreateCall(Callee, Args);
  B.CreateStore(Result, B.CreateGEP(Ty->getScalarType(), Buffers[0], I));
  llvm::Value *Next = B.CreateAdd(I, B.getInt64(1));
  I->addIncoming(Next, Loop);
  B.CreateCondBr(B.CreateICmpULT(Next, B.getInt64(VT->getNumElements())), Loop,
                 After);
  B.SetInsertPoint(After);
  return B.CreateLoad(Ty, Buffers[0]);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

llvm::Value *LaneBuilder::emit(const Op *O, llvm::ArrayRef<llvm::Value *> Ops) {
  if (llvm::isa<SelectOp>(O))
    return B.CreateSelect(Ops[0], Ops[1], Ops[2]);
  if (const auto *C = llvm::dyn_cast<CastOp>(O))
    return emitCast(C, Ops[0]);
  if (const auto *A = llvm::dyn_cast<AddPtrOp>(O)) {
    V Offset = extend64(A->offset()->type().elementType(), Ops[1]);
    uint64_t Size = A->type().elementType().pointee().byteSize();
    return B.CreateAdd(Ops[0], B.CreateMul(Offset, ofInt(Offset, Size)));
  }
  Type Element = O->operand(0)->type().elementType();
  if (Element.isFloat())
    return emitFloat(O, Element, Ops);
  if (Element.isBool())
    return IntegerOps(B).emitBool(O->kind(), Ops);
  return emitInteger(O->kind(), Element, Ops);
}
