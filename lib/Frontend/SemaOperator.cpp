//===- SemaOperator.cpp - Operators
//----------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaValue KernelSema::visitBinary(const BinaryExpr &E) {
  SemaValue L = visit(E.Lhs);
  SemaValue R = visit(E.Rhs);
  return binary(E.Op, L, R, E.Range);
}

SemaValue Sema::binary(BinaryOp Op, SemaValue L, SemaValue R, Range W) {
  if (L.isError() || R.isError())
    return SemaValue::error();
  if (isCompileTime(L) && isCompileTime(R))
    return constBinary(Op, L, R, W);
  return runtimeBinary(Op, L, R, W);
}

//===----------------------------------------------------------------------===//
// Unary operators
//===----------------------------------------------------------------------===//

SemaValue KernelSema::visitUnary(const UnaryExpr &E) {
  SemaValue V = visit(E.Operand);
  if (V.isError())
    return V;
  if (E.Op == UnaryOp::Not && !V.isExpr()) {
    std::optional<bool> Truth = truth(V, E.Operand->Range);
    return Truth ? boolean(!*Truth) : SemaValue::error();
  }
  if (!V.isConst() && !V.isExpr()) {
    error(E.Range) << "the operand of '" << spelling(E.Op) << "' is "
                   << describe(V);
    return SemaValue::error();
  }
  if (V.isExpr())
    return unary(E.Op, V, E.Range);
  switch (E.Op) {
  case UnaryOp::Neg:
    return constant(PyRef::steal(PyNumber_Negative(V.object())), E.Range);
  case UnaryOp::Pos:
    return constant(PyRef::steal(PyNumber_Positive(V.object())), E.Range);
  case UnaryOp::Invert:
  case UnaryOp::Not:
    return constant(PyRef::steal(PyNumber_Invert(V.object())), E.Range);
  }
  llvm_unreachable("covered switch");
}

SemaValue Sema::unary(UnaryOp Op, SemaValue V, Range W) {
  sym::Expr *E = V.expr();
  Type Element = E->Ty.elementType();
  auto Invalid = [&](StringRef Advice) {
    error(W) << "invalid operand of type " << E->Ty << " for '" << spelling(Op)
             << "'" << Advice;
    return SemaValue::error();
  };
  switch (Op) {
  case UnaryOp::Neg:
    if (Element.isPointer())
      return Invalid("");
    if (Element.isBool())
      return Invalid("; use '~' for the logical complement");
    return op(OpKind::Neg, {E}, E->Ty, W);
  case UnaryOp::Pos:
    if (Element.isPointer() || In.Options.AsTriton)
      return Invalid("");
    return V;
  case UnaryOp::Invert:
    if (!Element.isIntegerOrBool())
      return Invalid("; it needs integers or booleans");
    return op(OpKind::Not, {E}, E->Ty, W);
  case UnaryOp::Not:
    if (!Element.isBool())
      return Invalid("; it needs a boolean, such as a comparison");
    return op(OpKind::Not, {E}, E->Ty, W);
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

SemaValue KernelSema::visitCompare(const CompareExpr &E) {
  SemaValue L = visit(E.First);
  SemaValue R = visit(E.Rest[0]);
  SemaValue Result = compare(E.Ops[0], L, R, E.Range);
  for (size_t I = 1; I != E.Ops.size(); ++I) {
    // A compile-time comparison that fails decides the chain, as in Python.
    if (Result.isConst()) {
      std::optional<bool> Holds = truth(Result, E.Range);
      if (!Holds || !*Holds)
        return Holds ? Result : SemaValue::error();
    } else if (In.Options.AsTriton) {
      unsupported(E.Range) << "a chain of multiple comparisons is not "
                              "supported; join them with '&'";
      return SemaValue::error();
    }
    SemaValue Next = visit(E.Rest[I]);
    SemaValue Link = compare(E.Ops[I], R, Next, E.Range);
    R = Next;
    if (Link.isError() || Result.isError())
      Result = SemaValue::error();
    else if (Result.isExpr())
      Result = binary(BinaryOp::BitAnd, Result, Link, E.Range);
    else
      Result = Link;
  }
  return Result;
}

static OpKind compareKind(CompareOp Op) {
  switch (Op) {
  case CompareOp::Eq:
    return OpKind::CmpEq;
  case CompareOp::Ne:
    return OpKind::CmpNe;
  case CompareOp::Lt:
    return OpKind::CmpLt;
  case CompareOp::Le:
    return OpKind::CmpLe;
  case CompareOp::Gt:
    return OpKind::CmpGt;
  case CompareOp::Ge:
  case CompareOp::Is:
  case CompareOp::IsNot:
  case CompareOp::In:
  case CompareOp::NotIn:
    break;
  }
  return OpKind::CmpGe;
}

SemaValue Sema::compare(CompareOp Op, SemaValue L, SemaValue R, Range W) {
  if (L.isError() || R.isError())
    return SemaValue::error();
  if (Op == CompareOp::Is || Op == CompareOp::IsNot)
    return identity(Op, L, R, W);
  if (isCompileTime(L) && isCompileTime(R))
    return constCompare(Op, L, R, W);
  if (Op == CompareOp::In || Op == CompareOp::NotIn) {
    unsupported(W) << "'" << spelling(Op)
                   << "' needs compile-time values on both sides";
    return SemaValue::error();
  }
  // `x == None` can only be a mistake for `is`, with a known answer.
  if ((L.isNone() || R.isNone()) && Op <= CompareOp::Ne)
    return boolean(Op == CompareOp::Ne);
  sym::Expr *LE = nullptr, *RE = nullptr;
  if (!makeOperands(L, R, Division::No, /*Weak=*/false, spelling(Op), W, LE,
                    RE))
    return SemaValue::error();
  return elementwise(compareKind(Op), {LE, RE}, In.Ctx.boolean(), W);
}

SemaValue Sema::identity(CompareOp Op, SemaValue L, SemaValue R, Range W) {
  bool Same = false;
  if (L.isConst() && R.isConst())
    Same = L.object() == R.object();
  else if (L.isEntity() && R.isEntity())
    Same = L.entity() == R.entity() || (L.entity()->Kind == EntityKind::DType &&
                                        R.entity()->Kind == EntityKind::DType &&
                                        L.entity()->Ty == R.entity()->Ty);
  else if (!L.isNone() && !R.isNone() && (L.isExpr() || R.isExpr())) {
    unsupported(W) << "'" << spelling(Op)
                   << "' compares compile-time objects; use '==' for values";
    return SemaValue::error();
  }
  return boolean(Same == (Op == CompareOp::Is));
}

//===----------------------------------------------------------------------===//
// `and`, `or`
//===----------------------------------------------------------------------===//

SemaValue Sema::logical(bool IsAnd, sym::Expr *L, sym::Expr *R, Range W) {
  for (sym::Expr *E : {L, R})
    if (!E->Ty.elementType().isBool()) {
      error(W) << "operands of '" << (IsAnd ? "and" : "or")
               << "' must be booleans, got " << E->Ty
               << "; compare with 0, or use '" << (IsAnd ? "&" : "|")
               << "' for bits";
      return SemaValue::error();
    }
  if (L->Ty.isTile() || R->Ty.isTile())
    Diags->warning(loc(W)) << "'" << (IsAnd ? "and" : "or")
                           << "' on blocks works element by element; use '"
                           << (IsAnd ? "&" : "|") << "' to say so";
  return elementwise(IsAnd ? OpKind::And : OpKind::Or, {L, R}, In.Ctx.boolean(),
                     W);
}

SemaValue KernelSema::visitBool(const BoolExpr &E) {
  SemaValue Result;
  for (Expr *Operand : E.Operands) {
    SemaValue V = visit(Operand);
    if (V.isError())
      return V;
    if (!V.isExpr()) {
      std::optional<bool> Truth = truth(V, Operand->Range);
      if (!Truth)
        return SemaValue::error();
      bool Decides = *Truth != E.IsAnd;
      bool IsLast = Operand == E.Operands.back();
      // One that decides ends the evaluation; one that does not is dropped.
      if (Result.isAbsent() && (Decides || IsLast))
        return V;
      if (Decides)
        return V;
      continue;
    }
    if (Result.isAbsent()) {
      Result = V;
      continue;
    }
    Result = logical(E.IsAnd, Result.expr(), V.expr(), E.Range);
    if (Result.isError())
      return Result;
  }
  return Result;
}
