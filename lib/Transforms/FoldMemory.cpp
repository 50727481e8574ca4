//===- FoldMemory.cpp - Folding of memory ops -----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A literal mask decides at once. Volatile accesses stay as they are.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"

using namespace mt;

Value *Folder::foldAddPtr(Op *O) {
  return isZero(asConstant(O->operand(1))) ? keep(O, O->operand(0)) : nullptr;
}

Value *Folder::foldLoad(Op *O) {
  auto *Load = llvm::cast<LoadOp>(O);
  Constant *Mask = asConstant(Load->mask());
  if (!Mask || Load->isVolatile())
    return nullptr;
  if (!Mask->asBool()) // reads nothing
    return Load->other() ? keep(O, Load->other()) : nullptr;
  // `other` may be what gives the result its shape.
  if (Load->ptr()->type().shape() != O->type().shape())
    return nullptr;
  O->setOperand(1, nullptr);
  O->setOperand(2, nullptr);
  changedInPlace();
  return nullptr;
}

bool Folder::foldStore(Op *O) {
  auto *Store = llvm::cast<StoreOp>(O);
  Constant *Mask = asConstant(Store->mask());
  if (!Mask)
    return false;
  if (Mask->asBool())
    O->setOperand(2, nullptr);
  else
    O->erase();
  return true;
}
