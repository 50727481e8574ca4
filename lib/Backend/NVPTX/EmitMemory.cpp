//===- EmitMemory.cpp - Loads and stores ----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses under a mask are predicated instructions: LLVM would branch around
// each. What masked-off lanes hold is in the registers before. Others are
// LLVM's own loads and stores, which it may combine and move.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace mt;
using namespace mt::nvptx;

/// Constraints of inline assembly know no 8-bit registers.
static unsigned registerBits(unsigned WordBits) {
  return WordBits == 8 ? 32 : WordBits;
}

ptx::Access KernelEmitter::accessFor(const Op *O, Type Element, int64_t Width,
                                     bool IsLoad) const {
  ptx::Access A;
  unsigned Bits = Element.byteSize() * 8;
  unsigned Total = Bits * Width;
  A.WordBits = Bits == 64 ? 64 : std::min(32u, Total);
  A.Words = Total / A.WordBits;
  A.Modifiers = IsLoad && O->boolAttr("volatile") ? ".volatile"
                                                  : ptx::cacheHint(O, IsLoad);
  return A;
}

//===----------------------------------------------------------------------===//
// Elements and words
//===----------------------------------------------------------------------===//

/// The word whose elements these are, in order; null if there is none.
static llvm::Value *wholeWord(llvm::ArrayRef<llvm::Value *> Elements,
                              llvm::Type *Word) {
  const llvm::BitCastInst *From = nullptr;
  for (auto [I, Element] : llvm::enumerate(Elements)) {
    auto *Extract = llvm::dyn_cast<llvm::ExtractElementInst>(Element);
    if (!Extract)
      return nullptr;
    auto *Cast = llvm::dyn_cast<llvm::BitCastInst>(Extract->getVectorOperand());
    auto *At = llvm::dyn_cast<llvm::ConstantInt>(Extract->getIndexOperand());
    if (!Cast || !At || At->getZExtValue() != I || (From && Cast != From))
      return nullptr;
    From = Cast;
  }
  bool IsWord = From && From->getOperand(0)->getType() == Word;
  return IsWord ? From->getOperand(0) : nullptr;
}

/// Elements lie in words from the lowest bits up.
KernelEmitter::Registers
KernelEmitter::toWords(Type Element, llvm::ArrayRef<llvm::Value *> Elements) {
  unsigned Bits = Element.byteSize() * 8;
  unsigned WordBits =
      Bits == 64 ? 64 : std::min<unsigned>(32, Bits * Elements.size());
  unsigned PerWord = WordBits / Bits;
  llvm::Type *Word = B.getIntNTy(registerBits(WordBits));
  Registers Words;
  for (unsigned I = 0; I != Elements.size(); I += PerWord) {
    if (PerWord == 1) {
      Words.push_back(B.CreateZExt(memoryBits(Element, Elements[I]), Word));
      continue;
    }
    if (V Whole =
            wholeWord(Elements.slice(I, PerWord), B.getIntNTy(WordBits))) {
      Words.push_back(Whole);
      continue;
    }
    llvm::Type *Each = S.memoryType(Element);
    V Vector =
        llvm::PoisonValue::get(llvm::FixedVectorType::get(Each, PerWord));
    for (unsigned J = 0; J != PerWord; ++J)
      Vector = B.CreateInsertElement(Vector,
                                     S.toMemory(Element, Elements[I + J]), J);
    Words.push_back(B.CreateBitCast(Vector, B.getIntNTy(WordBits)));
  }
  return Words;
}

KernelEmitter::Registers
KernelEmitter::fromWords(Type Element, llvm::ArrayRef<llvm::Value *> Words,
                         int64_t Count) {
  Registers Elements;
  unsigned PerWord = Count / Words.size();
  for (V Word : Words) {
    if (PerWord == 1) {
      llvm::Type *Bits = B.getIntNTy(Element.byteSize() * 8);
      V X = B.CreateTrunc(Word, Bits);
      Elements.push_back(Element.isBool() ? S.fromMemory(Element, X)
                                          : S.fromBits(Element, X));
      continue;
    }
    llvm::Type *Each = S.memoryType(Element);
    V Vector = B.CreateBitCast(Word, llvm::FixedVectorType::get(Each, PerWord));
    for (unsigned J = 0; J != PerWord; ++J)
      Elements.push_back(
          S.fromMemory(Element, B.CreateExtractElement(Vector, J)));
  }
  return Elements;
}

/// An element as memory has it, as an integer.
llvm::Value *KernelEmitter::memoryBits(Type Element, llvm::Value *X) {
  return Element.isBool() ? S.toMemory(Element, X) : S.toBits(Element, X);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Registers R to R + Width of a load without mask, by LLVM's own instruction.
KernelEmitter::Registers KernelEmitter::loadPlain(LoadOp *O, int64_t R,
                                                  int64_t Width) {
  Type Element = O->type().elementType();
  llvm::Type *Each = S.memoryType(Element);
  llvm::Type *Ty = Width == 1 ? Each : llvm::FixedVectorType::get(Each, Width);
  V All = B.CreateAlignedLoad(Ty, address(O->ptr(), R),
                              llvm::Align(Element.byteSize() * Width),
                              O->isVolatile());
  if (Width == 1)
    return {S.fromMemory(Element, All)};
  Registers Elements;
  for (int64_t I = 0; I != Width; ++I)
    Elements.push_back(S.fromMemory(Element, B.CreateExtractElement(All, I)));
  return Elements;
}

KernelEmitter::Registers KernelEmitter::loadWords(LoadOp *O, int64_t R,
                                                  int64_t Width) {
  Type Element = O->type().elementType();
  ptx::Access A = accessFor(O, Element, Width, /*IsLoad=*/true);
  if (!O->mask() && A.Modifiers.empty())
    return loadPlain(O, R, Width);
  Registers Operands = {address(O->ptr(), R)};
  A.Predicated = O->mask() != nullptr;
  A.HasOther = A.Predicated && O->other();
  if (A.Predicated)
    Operands.push_back(get(O->mask(), R));
  if (A.HasOther) {
    Registers Others;
    for (int64_t I = 0; I != Width; ++I)
      Others.push_back(get(O->other(), R + I));
    Operands.append(toWords(Element, Others));
  }
  return fromWords(Element, emitAsm(ptx::load(A), Operands), Width);
}

void KernelEmitter::emitLoad(LoadOp *O) {
  int64_t Width = ptx::accessWidth(O);
  Registers Results;
  for (int64_t R = 0; R != O->type().numElements(); R += Width)
    Results.append(loadWords(O, R, Width));
  set(O->result(), std::move(Results));
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

llvm::Value *KernelEmitter::storedElements(StoreOp *O, int64_t R,
                                           int64_t Width) {
  Type Element = O->ptr()->type().elementType().pointee();
  V All = S.toMemory(Element, get(O->value(), R));
  if (Width == 1)
    return All;
  llvm::Type *Each = All->getType();
  V Vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(Each, Width));
  for (int64_t I = 0; I != Width; ++I)
    Vector = B.CreateInsertElement(
        Vector, S.toMemory(Element, get(O->value(), R + I)), I);
  return Vector;
}

void KernelEmitter::storePlain(StoreOp *O, int64_t R, int64_t Width) {
  Type Element = O->ptr()->type().elementType().pointee();
  V All = storedElements(O, R, Width);
  B.CreateAlignedStore(All, address(O->ptr(), R),
                       llvm::Align(Element.byteSize() * Width));
}

void KernelEmitter::storeWords(StoreOp *O, int64_t R, int64_t Width) {
  Type Element = O->ptr()->type().elementType().pointee();
  ptx::Access A = accessFor(O, Element, Width, /*IsLoad=*/false);
  if (!O->mask() && A.Modifiers.empty())
    return storePlain(O, R, Width);
  emitStoreAsm(A, address(O->ptr(), R), O->value(), O->mask(), R, Width);
}

void KernelEmitter::emitStoreAsm(ptx::Access A, V Address, Value *Stored,
                                 Value *Mask, int64_t R, int64_t Width) {
  A.Predicated = Mask != nullptr;
  Registers Operands = {Address}, Elements;
  for (int64_t I = 0; I != Width; ++I)
    Elements.push_back(get(Stored, R + I));
  Operands.append(toWords(Stored->type().elementType(), Elements));
  if (Mask)
    Operands.push_back(get(Mask, R));
  emitAsm(ptx::store(A), Operands);
}

void KernelEmitter::emitStore(StoreOp *O) {
  int64_t Width = ptx::accessWidth(O);
  for (int64_t R = 0; R != O->ptr()->type().numElements(); R += Width)
    storeWords(O, R, Width);
}
