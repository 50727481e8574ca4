//===- EmitStreaming.cpp - Stores that bypass the caches ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestEmitter.h"

using namespace mt;
using namespace mt::cpu;

/// True if the nest stores whole cache lines and nothing else, many of them.
bool NestEmitter::mayStream(const NestCode &Code) const {
  // What stands before the first line is one masked vector, or single elements.
  int64_t LeastBytes = E.lanes().machine().HasMasks ? 64 : 16;
  bool Any = false;
  for (const NestItem &Item : Code.Items) {
    if (Item.V)
      continue;
    int64_t Size = accessSize(Item.O);
    const Access &A = Code.Accesses.find(Item.O)->second;
    if (!A.Affine || A.Strides[VectorDim] != Stride{Size, nullptr} ||
        !A.Terms.empty() || Size * Lanes < LeastBytes)
      return false;
    Any = true;
  }
  return Any && !E.isInLoop() && Code.Stores.empty() &&
         Code.Shape[VectorDim] >= 4 * int64_t(Lanes);
}

/// The address of a store's element Index of the loop that does vectors.
llvm::Value *NestEmitter::addressOf(Op *Store, V Index) {
  const NestFrame::Address &A = Frame.Addresses.find(Store)->second;
  V Result = A.Base;
  for (unsigned D = 0; D != A.Strides.size(); ++D)
    Result = B.CreateAdd(
        Result,
        B.CreateMul(D == VectorDim ? Index : Shape.Indices[D], A.Strides[D]));
  return Result;
}

/// First becomes the first element at which all stores begin a cache line, or
/// 0 if there is none. The result says whether stores bypass the caches.
llvm::Value *NestEmitter::emitStreamingTest(const NestCode &Code, V &First) {
  V Zero = B.getInt64(0), Aligned = B.getTrue();
  First = nullptr;
  for (const NestItem &Item : Code.Items) {
    if (Item.V)
      continue;
    if (!First) {
      V ToLine =
          B.CreateAnd(B.CreateNeg(addressOf(Item.O, Zero)), B.getInt64(63));
      First = B.CreateUDiv(ToLine, B.getInt64(accessSize(Item.O)));
    }
    V Past = B.CreateAnd(addressOf(Item.O, First), B.getInt64(63));
    Aligned = B.CreateAnd(Aligned, B.CreateIsNull(Past));
  }
  Aligned = B.CreateAnd(Aligned, B.CreateICmpULE(First, Limits[VectorDim]));
  // Without streaming too: stores across two lines take twice as long.
  First = B.CreateSelect(Aligned, First, Zero);
  return B.CreateAnd(E.streamFlag(), Aligned);
}

// The elements in front of the first cache line and those behind the last
// vector share one piece of code: a loop around all comes by twice.
void NestEmitter::emitStreaming(NestCode &Code, unsigned Depth) {
  V First;
  V Wanted = emitStreamingTest(Code, First);
  llvm::BasicBlock *Before = B.GetInsertBlock();
  llvm::BasicBlock *Ends = E.newBlock("ends"), *Main = E.newBlock("main");
  llvm::BasicBlock *After = E.newBlock("ends.done");
  B.CreateBr(Ends);
  B.SetInsertPoint(Ends);
  llvm::PHINode *Begin = B.CreatePHI(B.getInt64Ty(), 2);
  llvm::PHINode *End = B.CreatePHI(B.getInt64Ty(), 2);
  llvm::PHINode *IsFront = B.CreatePHI(B.getInt1Ty(), 2);
  Begin->addIncoming(B.getInt64(0), Before);
  End->addIncoming(First, Before);
  IsFront->addIncoming(B.getTrue(), Before);
  emitRest(Code, Depth, Begin, End);
  B.CreateCondBr(IsFront, Main, After);
  B.SetInsertPoint(Main);
  Shape.Streaming = Wanted;
  V MainEnd = emitVectors(Code, Depth, First);
  Shape.Streaming = nullptr;
  Begin->addIncoming(MainEnd, B.GetInsertBlock());
  End->addIncoming(Limits[VectorDim], B.GetInsertBlock());
  IsFront->addIncoming(B.getFalse(), B.GetInsertBlock());
  B.CreateBr(Ends);
  B.SetInsertPoint(After);
}
