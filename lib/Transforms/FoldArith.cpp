//===- FoldArith.cpp - Folding of arithmetic ------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers wrap, so their constants may be regrouped. Floats keep every bit:
// x + -0.0, x - 0.0, x * 1.0 and x / 1.0 are x for each x, signed zeros and
// infinities included; x + 0.0 is not (it turns -0.0 into 0.0).
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/IR/Facts.h"
#include <cmath>

using namespace mt;

static bool isIntegerLike(Op *O) {
  return O->type().elementType().isIntegerOrBool();
}

/// (x op c) op d -> x op (c op d) for the associative integer ops.
Value *Folder::mergeLiterals(Op *O) {
  Constant *Outer = asConstant(O->operand(1));
  if (!Outer || !Outer->type().isIntegerOrBool())
    return nullptr;
  Op *Inner = O->operand(0)->definingOp();
  if (!Inner || Inner->kind() != O->kind())
    return nullptr;
  Constant *C = asConstant(Inner->operand(1));
  if (!C)
    return nullptr;
  Type T = C->type();
  uint64_t Bits =
      evaluate(O->kind(), {}, {T, T}, {C->bits(), Outer->bits()}, T);
  O->setOperand(0, Inner->operand(0));
  O->setOperand(1, Ctx.constant(T, Bits));
  dropFacts(O); // the sum of a sum may wrap where both do not
  changedInPlace();
  return nullptr;
}

Value *Folder::foldAdd(Op *O) {
  Constant *C = asConstant(O->operand(1));
  if (!C)
    return nullptr;
  if (isZero(C) || isFloat(C, -0.0))
    return keep(O, O->operand(0));
  return mergeLiterals(O);
}

Value *Folder::foldSub(Op *O) {
  Value *A = O->operand(0), *B = O->operand(1);
  if (Constant *C = asConstant(B); isZero(C) || isFloat(C, 0.0))
    return keep(O, A);
  return A == B && isIntegerLike(O) ? scalar(O, 0) : nullptr;
}

Value *Folder::foldMul(Op *O) {
  Constant *C = asConstant(O->operand(1));
  if (!C)
    return nullptr;
  if (isOne(C) || isFloat(C, 1.0))
    return keep(O, O->operand(0));
  if (isZero(C))
    if (Value *Zero = scalar(O, 0))
      return Zero;
  return mergeLiterals(O);
}

/// Dividing by zero is dividing by one.
Value *Folder::foldDiv(Op *O) {
  Value *A = O->operand(0);
  Constant *C = asConstant(O->operand(1));
  if (isOne(C) || isZero(C) || isFloat(C, 1.0))
    return keep(O, A);
  // The smallest integer divided by -1 keeps its value, as its negation does.
  if (isAllOnes(C) && C->type().isSigned() && A->type() == O->type())
    return create(O, OpKind::Neg, {A}, O->type());
  return isZero(asConstant(A)) ? scalar(O, 0) : nullptr;
}

Value *Folder::foldMod(Op *O) {
  Constant *C = asConstant(O->operand(1));
  bool DividesAll =
      isOne(C) || isZero(C) || (isAllOnes(C) && C->type().isSigned());
  if (DividesAll || isZero(asConstant(O->operand(0))))
    return scalar(O, 0);
  return nullptr;
}

Value *Folder::foldShift(Op *O) {
  if (Constant *C = asConstant(O->operand(1)))
    if ((C->bits() & (C->type().bitWidth() - 1)) == 0)
      return keep(O, O->operand(0));
  return isZero(asConstant(O->operand(0))) ? scalar(O, 0) : nullptr;
}

/// Negation flips one bit of a float and wraps for integers: twice is nothing.
Value *Folder::foldNeg(Op *O) {
  if (auto *Inner = getDefining<NegOp>(O->operand(0)))
    return keep(O, Inner->input());
  return nullptr;
}

/// abs(abs x), abs(neg x), floor(floor x), floor(ceil x) and the like.
Value *Folder::foldIdempotent(Op *O) {
  Type T = O->type().elementType();
  if (O->kind() == OpKind::Abs && T.isInteger() && !T.isSigned())
    return keep(O, O->operand(0));
  Op *Inner = O->operand(0)->definingOp();
  if (!Inner)
    return nullptr;
  OpKind K = Inner->kind();
  if (O->kind() == OpKind::Abs) {
    if (K == OpKind::Neg) {
      O->setOperand(0, Inner->operand(0));
      changedInPlace();
    }
    return K == OpKind::Abs ? keep(O, Inner->result()) : nullptr;
  }
  bool IsIntegral = K == OpKind::Floor || K == OpKind::Ceil;
  return IsIntegral ? keep(O, Inner->result()) : nullptr;
}

Value *Folder::foldExtremum(Op *O) {
  Value *A = O->operand(0), *B = O->operand(1);
  if (A == B)
    return keep(O, A);
  Constant *C = asConstant(B);
  Value *Other = A;
  if (!C) {
    C = asConstant(A);
    Other = B;
  }
  if (!C)
    return nullptr;
  bool IsMax = O->kind() == OpKind::Maximum;
  if (IsMax ? isLowest(C) : isHighest(C))
    return keep(O, Other);
  if (IsMax ? isHighest(C) : isLowest(C))
    return scalar(O, C->bits());
  // An infinity loses against everything, NaN included if that propagates.
  double Neutral = IsMax ? -HUGE_VAL : HUGE_VAL;
  if (isFloat(C, Neutral) && O->boolAttr("propagate_nan", true))
    return keep(O, Other);
  return nullptr;
}
