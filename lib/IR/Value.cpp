//===- Value.cpp - SSA values and their uses ------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Value.h"
#include "mytriton/IR/Op.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// Use
//===----------------------------------------------------------------------===//

unsigned Use::index() const { return this - Owner->operandUses().data(); }

//===----------------------------------------------------------------------===//
// Value
//===----------------------------------------------------------------------===//

unsigned Value::numUses() const {
  unsigned N = 0;
  for (const Use *U = First; U; U = U->next())
    ++N;
  return N;
}

void Value::replaceAllUsesWith(Value *New) {
  assert(New && New != this && "replacing a value by itself or nothing");
  if (llvm::isa<Constant>(New)) {
    while (First)
      First->set(New);
    return;
  }
  if (!First)
    return;
  // The whole list moves in front of New's, so each use is touched once.
  Use *Last = First;
  for (Use *U = First; U; U = U->Next) {
    U->Val = New;
    Last = U;
  }
  Last->Next = New->First;
  if (New->First)
    New->First->Prev = &Last->Next;
  New->First = First;
  First->Prev = &New->First;
  First = nullptr;
}

void Value::replaceUsesWithIf(Value *New,
                              llvm::function_ref<bool(Use &)> Pred) {
  for (Use *U = First; U;) {
    Use *Next = U->next();
    if (Pred(*U))
      U->set(New);
    U = Next;
  }
}

Op *Value::definingOp() const {
  if (auto *R = llvm::dyn_cast<OpResult>(this))
    return R->owner();
  return nullptr;
}

Op *OpResult::owner() const {
  // Results stand in front of their op, the first one nearest to it.
  auto *AfterFirst = const_cast<OpResult *>(this) + (Index + 1);
  return reinterpret_cast<Op *>(AfterFirst);
}

//===----------------------------------------------------------------------===//
// Constant
//===----------------------------------------------------------------------===//

int64_t Constant::asSigned() const {
  unsigned Width = Ty.bitWidth();
  return Ty.isSigned() ? llvm::SignExtend64(Raw, Width) : int64_t(Raw);
}

llvm::APFloat Constant::asAPFloat() const {
  return llvm::APFloat(Ty.floatSemantics(), llvm::APInt(Ty.bitWidth(), Raw));
}

double Constant::asDouble() const {
  llvm::APFloat V = asAPFloat();
  bool LosesInfo;
  V.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
            &LosesInfo);
  return V.convertToDouble();
}

bool Constant::isInt(int64_t V) const {
  if (Ty.isFloat())
    return asDouble() == double(V);
  return asSigned() == V;
}
