//===- EmitMatrix.cpp - Tensor cores and copies into shared memory --------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/MatrixInstructions.h"

using namespace mt;
using namespace mt::nvptx;

/// Registers [First, First + Count) of a fragment, as words.
KernelEmitter::Registers KernelEmitter::wordsOf(Value *Val, unsigned First,
                                                unsigned Count) {
  Registers Elements;
  for (unsigned R = 0; R != Count; ++R)
    Elements.push_back(get(Val, First + R));
  return toWords(Val->type().elementType(), Elements);
}

void KernelEmitter::emitMma(MmaOp *O) {
  const MmaInstruction &I = O->instruction();
  ptx::Instruction Text = ptx::mma(I);
  unsigned A = I.aRegisters(), Other = I.bRegisters(), C = I.cRegisters();
  unsigned Rows = O->a()->type().numElements() / A,
           Columns = O->b()->type().numElements() / Other;
  Registers Results;
  for (unsigned Row = 0; Row != Rows; ++Row)
    for (unsigned Column = 0; Column != Columns; ++Column) {
      Registers Operands = wordsOf(O->a(), Row * A, A);
      Operands.append(wordsOf(O->b(), Column * Other, Other));
      for (unsigned R = 0; R != C; ++R)
        Operands.push_back(get(O->c(), Results.size() + R));
      Results.append(emitAsm(Text, Operands));
    }
  set(O->result(), std::move(Results));
}

void KernelEmitter::emitSharedLoadMatrix(SharedLoadMatrixOp *O) {
  Type Element = O->type().elementType();
  ptx::Instruction Text = ptx::loadMatrix(*O);
  int64_t Loads = O->index()->type().numElements();
  Registers Addresses = sharedAddresses(O->buffer(), O->index()), Results;
  for (int64_t R = 0; R != Loads; ++R) {
    Registers Words = emitAsm(Text, Addresses[R]);
    Results.append(fromWords(Element, Words, O->type().numElements() / Loads));
  }
  set(O->result(), std::move(Results));
}

void KernelEmitter::emitAsyncCopy(AsyncCopyOp *O) {
  unsigned Bytes = O->width() * O->buffer()->type().elementType().byteSize();
  ptx::Instruction Text = ptx::asyncCopy(Bytes, O->mask() != nullptr);
  Registers Addresses = sharedAddresses(O->buffer(), O->index());
  for (int64_t R = 0; R != O->ptr()->type().numElements(); ++R) {
    Registers Operands{Addresses[R], address(O->ptr(), R)};
    if (O->mask())
      Operands.push_back(
          B.CreateSelect(get(O->mask(), R), B.getInt32(Bytes), B.getInt32(0)));
    emitAsm(Text, Operands);
  }
}
