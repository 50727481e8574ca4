//===- FoldLogic.cpp - Folding of bit operations and comparisons ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons of integers and pointers are total; those of floats are not, so
// with them only rules that hold for NaN apply.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"

using namespace mt;

Value *Folder::foldAnd(Op *O) {
  Value *A = O->operand(0), *B = O->operand(1);
  if (A == B)
    return keep(O, A);
  Constant *C = asConstant(B);
  if (isAllOnes(C))
    return keep(O, A);
  if (isZero(C))
    if (Value *Zero = scalar(O, 0))
      return Zero;
  return mergeLiterals(O);
}

Value *Folder::foldOr(Op *O) {
  Value *A = O->operand(0), *B = O->operand(1);
  if (A == B)
    return keep(O, A);
  Constant *C = asConstant(B);
  if (isZero(C))
    return keep(O, A);
  if (isAllOnes(C))
    if (Value *Ones = scalar(O, C->bits()))
      return Ones;
  return mergeLiterals(O);
}

Value *Folder::foldXor(Op *O) {
  Value *A = O->operand(0), *B = O->operand(1);
  if (A == B)
    return scalar(O, 0);
  Constant *C = asConstant(B);
  if (isZero(C))
    return keep(O, A);
  if (isAllOnes(C) && A->type() == O->type())
    return create(O, OpKind::Not, {A}, O->type());
  return mergeLiterals(O);
}

/// The comparison that holds exactly where K does not; null with NaN possible.
static std::optional<OpKind> inverse(OpKind K, bool MayBeNaN) {
  if (K == OpKind::CmpEq)
    return OpKind::CmpNe;
  if (K == OpKind::CmpNe)
    return OpKind::CmpEq;
  if (MayBeNaN)
    return std::nullopt;
  if (K == OpKind::CmpLt)
    return OpKind::CmpGe;
  if (K == OpKind::CmpLe)
    return OpKind::CmpGt;
  if (K == OpKind::CmpGt)
    return OpKind::CmpLe;
  if (K == OpKind::CmpGe)
    return OpKind::CmpLt;
  return std::nullopt;
}

static bool isComparison(OpKind K) {
  return K >= OpKind::CmpLt && K <= OpKind::CmpNe;
}

Value *Folder::foldNot(Op *O) {
  Op *Inner = O->operand(0)->definingOp();
  if (!Inner)
    return nullptr;
  if (Inner->kind() == OpKind::Not)
    return keep(O, Inner->operand(0));
  if (!isComparison(Inner->kind()))
    return nullptr;
  bool MayBeNaN = Inner->operand(0)->type().elementType().isFloat();
  std::optional<OpKind> Inverse = inverse(Inner->kind(), MayBeNaN);
  if (!Inverse)
    return nullptr;
  return create(O, *Inverse, {Inner->operand(0), Inner->operand(1)}, O->type());
}

/// A value compared with itself. Nothing for floats where NaN decides.
static std::optional<bool> compareWithItself(OpKind K, bool MayBeNaN) {
  if (K == OpKind::CmpLt || K == OpKind::CmpGt)
    return false;
  if (MayBeNaN)
    return std::nullopt;
  return K != OpKind::CmpNe;
}

/// An integer compared with a limit of its type.
static std::optional<bool> compareWithLimit(OpKind K, const Constant *C) {
  if (K == OpKind::CmpLt && isLowest(C))
    return false;
  if (K == OpKind::CmpGe && isLowest(C))
    return true;
  if (K == OpKind::CmpGt && isHighest(C))
    return false;
  if (K == OpKind::CmpLe && isHighest(C))
    return true;
  return std::nullopt;
}

Value *Folder::foldCompare(Op *O) {
  Value *A = O->operand(0), *B = O->operand(1);
  Constant *C = asConstant(B);
  std::optional<bool> Known;
  if (A == B)
    Known = compareWithItself(O->kind(), A->type().elementType().isFloat());
  else if (C)
    Known = compareWithLimit(O->kind(), C);
  if (Known)
    return scalar(O, *Known);
  if (!C || !C->type().isBool())
    return nullptr;
  // A bool compared with true or false is itself or its complement.
  if (O->kind() != OpKind::CmpEq && O->kind() != OpKind::CmpNe)
    return nullptr;
  if (C->asBool() == (O->kind() == OpKind::CmpEq))
    return keep(O, A);
  return A->type() == O->type() ? create(O, OpKind::Not, {A}, O->type())
                                : nullptr;
}

Value *Folder::foldSelect(Op *O) {
  auto *Select = llvm::cast<SelectOp>(O);
  Value *A = Select->trueValue(), *B = Select->falseValue();
  if (A == B)
    return keep(O, A);
  if (Constant *C = asConstant(Select->condition()))
    return keep(O, C->asBool() ? A : B);
  if (auto *Not = getDefining<NotOp>(Select->condition())) {
    O->setOperand(0, Not->input());
    O->setOperand(1, B);
    O->setOperand(2, A);
    changedInPlace();
    return nullptr;
  }
  Constant *True = asConstant(A), *False = asConstant(B);
  if (!True || !False || !True->type().isBool())
    return nullptr;
  if (True->asBool()) // select c, true, false
    return keep(O, Select->condition());
  return Select->condition()->type() == O->type()
             ? create(O, OpKind::Not, {Select->condition()}, O->type())
             : nullptr;
}
