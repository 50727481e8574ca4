//===- SingleLaneStores.cpp - Masked stores of one known lane -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A masked store whose mask is known to hold in one lane is a store of that
// element. LLVM 22 makes it one by itself, but with AVX-512 it forgets there
// that a truncation was merged into the store, and writes the wide element
// over the neighbours.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace mt;

/// The only lane in which Mask holds; nothing if there are more or it is not
/// known.
static std::optional<unsigned> onlyLane(llvm::Value *Mask) {
  auto *C = llvm::dyn_cast<llvm::Constant>(Mask);
  auto *Type = llvm::dyn_cast<llvm::FixedVectorType>(Mask->getType());
  std::optional<unsigned> Found;
  for (unsigned I = 0, E = C && Type ? Type->getNumElements() : 0; I != E;
       ++I) {
    llvm::Constant *Lane = C->getAggregateElement(I);
    if (!Lane || (!Lane->isNullValue() && Found))
      return std::nullopt;
    if (!Lane->isNullValue())
      Found = I;
  }
  return Found;
}

static void splitStore(llvm::IntrinsicInst *Store) {
  llvm::Value *Data = Store->getArgOperand(0), *Place = Store->getArgOperand(1);
  std::optional<unsigned> Lane = onlyLane(Store->getArgOperand(2));
  if (!Lane)
    return;
  llvm::IRBuilder<> B(Store);
  llvm::Value *Element = B.CreateExtractElement(Data, *Lane);
  llvm::Value *Address = B.CreateConstGEP1_64(Element->getType(), Place, *Lane);
  B.CreateAlignedStore(Element, Address, llvm::Align(1));
  Store->eraseFromParent();
}

void cpu::splitSingleLaneStores(llvm::Module &M) {
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::make_early_inc_range(instructions(F)))
      if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
          Call && Call->getIntrinsicID() == llvm::Intrinsic::masked_store)
        splitStore(Call);
}
