//===- EmitDebug.cpp - Asserts and prints ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/PrintFormat.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace mt;
using namespace mt::nvptx;
namespace Intrinsic = llvm::Intrinsic;

/// The driver's printf takes the arguments as C passes them, in memory.
void KernelEmitter::callPrintf(llvm::StringRef Format,
                               llvm::ArrayRef<llvm::Value *> Arguments) {
  llvm::SmallVector<llvm::Type *, 8> Types;
  for (V Argument : Arguments)
    Types.push_back(Argument->getType());
  auto *Ty = llvm::StructType::get(Ctx, Types);
  llvm::BasicBlock &Entry = F->getEntryBlock();
  llvm::IRBuilder<> AtEntry(&Entry, Entry.begin());
  V Buffer = AtEntry.CreateAlloca(Ty);
  for (unsigned I = 0; I != Arguments.size(); ++I)
    B.CreateStore(Arguments[I], B.CreateStructGEP(Ty, Buffer, I));
  llvm::FunctionCallee Printf = M.getOrInsertFunction(
      "vprintf", llvm::FunctionType::get(B.getInt32Ty(),
                                         {B.getPtrTy(), B.getPtrTy()}, false));
  B.CreateCall(Printf, {B.CreateGlobalString(Format),
                        B.CreateAddrSpaceCast(Buffer, B.getPtrTy())});
}

KernelEmitter::Registers KernelEmitter::programIds() {
  return {programId(0), programId(1), programId(2)};
}

static int64_t lanesOf(const Op *O) {
  int64_t Lanes = 1;
  for (const Value *V : O->operands())
    if (V && V->type().isFragment())
      Lanes = V->type().numElements();
  return Lanes;
}

void KernelEmitter::emitAssert(AssertOp *O) {
  for (int64_t R = 0; R != lanesOf(O); ++R) {
    V Fails = B.CreateNot(get(O->condition(), R));
    if (O->mask())
      Fails = B.CreateAnd(Fails, get(O->mask(), R));
    emitIfTrue(Fails, [&] {
      callPrintf(assertFormat(O), programIds());
      B.CreateIntrinsic(B.getVoidTy(), Intrinsic::trap, {});
    });
  }
}

/// As C promotes arguments of printf.
llvm::Value *KernelEmitter::printArgument(Value *Val, int64_t R, bool Hex) {
  Type T = Val->type().elementType();
  V X = T.isPointer() ? address(Val, R) : get(Val, R);
  bool IsFloat = T.isFloat() && !Hex;
  if (IsFloat)
    return B.CreateFPExt(S.asFloat(T, X), B.getDoubleTy());
  bool AsBits = Hex || T.isPointer();
  if (AsBits)
    X = S.toBits(T, X);
  llvm::Type *Ty = T.bitWidth() == 64 ? B.getInt64Ty() : B.getInt32Ty();
  return B.CreateIntCast(X, Ty, T.isSigned() && !AsBits);
}

void KernelEmitter::emitPrint(PrintElementsOp *O) {
  for (int64_t R = 0; R != lanesOf(O); ++R) {
    auto Print = [&] {
      Registers Arguments = programIds();
      for (unsigned I = 1; I != O->numOperands(); ++I)
        Arguments.push_back(
            printArgument(O->operand(I), R, O->isHex() && I > O->rank()));
      callPrintf(printFormat(O), Arguments);
    };
    if (O->mask())
      emitIfTrue(get(O->mask(), R), Print);
    else
      Print();
  }
}
