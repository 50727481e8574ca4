//===- SemaMath.cpp - Selection, extrema, mathematics
//----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaValue Sema::callWhere(const BoundCall &C) {
  sym::Expr *Condition =
      toValue(C[0], "the condition of tl.where", C.Ranges[0]);
  if (!Condition)
    return SemaValue::error();
  Type CT = Condition->Ty.elementType();
  if (!CT.isBool()) {
    if (!CT.isInteger()) {
      error(C.Ranges[0]) << "the condition of tl.where must be boolean, got "
                         << Condition->Ty;
      return SemaValue::error();
    }
    Diags->warning(loc(C.Ranges[0]))
        << "the condition of tl.where is " << Condition->Ty
        << ", not boolean; it is compared with 0";
    Condition = cast(Condition, In.Ctx.boolean(), C.Ranges[0]);
  }
  sym::Expr *X = nullptr, *Y = nullptr;
  auto IsPointer = [](SemaValue V) {
    return V.isExpr() && V.expr()->Ty.elementType().isPointer();
  };
  if (IsPointer(C[1]) && IsPointer(C[2])) {
    X = C[1].expr();
    Y = C[2].expr();
    if (X->Ty.elementType() != Y->Ty.elementType()) {
      error(C.Range) << "tl.where chooses between " << X->Ty << " and " << Y->Ty
                     << ", which differ";
      return SemaValue::error();
    }
  } else if (!makeOperands(C[1], C[2], Division::No, /*Weak=*/true, "tl.where",
                           C.Range, X, Y)) {
    return SemaValue::error();
  }
  return elementwise(OpKind::Select, {Condition, X, Y}, X->Ty.elementType(),
                     C.Range);
}

//===----------------------------------------------------------------------===//
// Extrema
//===----------------------------------------------------------------------===//

std::optional<bool> Sema::nanRule(const BoundCall &C, unsigned Index) {
  SemaValue V = C[Index];
  if (V.isAbsentOrNone())
    return !In.Options.AsTriton;
  if (V.isEntity() && V.entity()->Kind == EntityKind::NanRule)
    return V.entity()->AllNan;
  if (V.isConst() && PyBool_Check(V.object()))
    return V.object() == Py_True;
  error(C.Ranges[Index]) << "propagate_nan must be tl.PropagateNan.ALL or "
                            "tl.PropagateNan.NONE, got "
                         << describe(V);
  return std::nullopt;
}

SemaValue Sema::extremum(OpKind K, SemaValue X, SemaValue Y, bool Propagate,
                         Range R, StringRef Name) {
  sym::Expr *L = nullptr, *H = nullptr;
  if (!makeOperands(X, Y, Division::No, /*Weak=*/false, Name, R, L, H))
    return SemaValue::error();
  Type Element = L->Ty.elementType();
  if (Element.kind() == TypeKind::BF16) { // computed and returned in f32
    Element = In.Ctx.f32();
    L = cast(L, Element, R);
    H = cast(H, Element, R);
  }
  AttrDict Attrs;
  if (!Propagate && Element.isFloat())
    Attrs =
        In.Ctx.dict({In.Ctx.named("propagate_nan", In.Ctx.boolAttr(false))});
  return elementwise(K, {L, H}, Element, R, Attrs);
}

SemaValue Sema::callExtremum(const BoundCall &C) {
  auto Propagate = nanRule(C, 2);
  if (!Propagate)
    return SemaValue::error();
  return extremum(C.Function.Op, C[0], C[1], *Propagate, C.Range, C.Name);
}

SemaValue Sema::callClamp(const BoundCall &C) {
  auto Propagate = nanRule(C, 3);
  sym::Expr *X = toValue(C[0], "the argument of tl.clamp", C.Ranges[0]);
  if (!Propagate || !X)
    return SemaValue::error();
  if (!X->Ty.elementType().isFloat()) {
    error(C.Ranges[0]) << C.Name << " needs floats, got " << X->Ty
                       << "; use tl.minimum and tl.maximum";
    return SemaValue::error();
  }
  SemaValue Low =
      extremum(OpKind::Maximum, C[1], C[0], *Propagate, C.Range, C.Name);
  if (Low.isError())
    return Low;
  return extremum(OpKind::Minimum, C[2], Low, *Propagate, C.Range, C.Name);
}

//===----------------------------------------------------------------------===//
// Mathematics
//===----------------------------------------------------------------------===//

bool Sema::checkMathType(sym::Expr *E, const BoundCall &C) {
  TypeKind K = E->Ty.elementType().kind();
  if (K == TypeKind::F32 || K == TypeKind::F64)
    return true;
  error(C.Ranges[0]) << "expected dtype fp32 or fp64 for " << C.Name << ", got "
                     << E->Ty << "; cast with .to(tl.float32)";
  return false;
}

SemaValue Sema::callMath(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E || !checkMathType(E, C))
    return SemaValue::error();
  return op(C.Function.Op, {E}, E->Ty, C.Range);
}

SemaValue Sema::callAbs(const BoundCall &C) {
  if (isCompileTime(C[0])) {
    PyRef Object = toObject(C[0]);
    if (Object)
      return constant(PyRef::steal(PyNumber_Absolute(Object.get())), C.Range);
  }
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E)
    return SemaValue::error();
  Type Element = E->Ty.elementType();
  if (Element.isBool() || (Element.isInteger() && !Element.isSigned()))
    return E;
  if (Element.isSigned() || Element.isFloat())
    return op(OpKind::Abs, {E}, E->Ty, C.Range);
  error(C.Ranges[0]) << C.Name << " needs a number, got " << E->Ty;
  return SemaValue::error();
}

SemaValue Sema::callFma(const BoundCall &C) {
  sym::Expr *X = nullptr, *Y = nullptr, *Z = nullptr;
  if (!makeOperands(C[0], C[1], Division::No, /*Weak=*/false, C.Name, C.Range,
                    X, Y) ||
      !makeOperands(X, C[2], Division::No, /*Weak=*/false, C.Name, C.Range, X,
                    Z))
    return SemaValue::error();
  Type Element = X->Ty.elementType();
  Y = cast(Y, Element, C.Range);
  if (!Element.isFloat() || Element.isFloat8()) {
    error(C.Range) << C.Name << " needs floats of 16 bits or more, got "
                   << Element;
    return SemaValue::error();
  }
  return elementwise(OpKind::Fma, {X, Y, Z}, Element, C.Range);
}

/// The upper half of the unsigned product, whatever the operands' signedness.
SemaValue Sema::callMulHi(const BoundCall &C) {
  sym::Expr *X = nullptr, *Y = nullptr;
  if (!makeOperands(C[0], C[1], Division::No, /*Weak=*/false, C.Name, C.Range,
                    X, Y))
    return SemaValue::error();
  Type Element = X->Ty.elementType();
  if (!Element.isInteger() || Element.bitWidth() < 32) {
    error(C.Range) << C.Name << " needs integers of 32 or 64 bits, got "
                   << Element;
    return SemaValue::error();
  }
  Type Unsigned =
      In.Ctx.scalar(Element.bitWidth() == 32 ? TypeKind::U32 : TypeKind::U64);
  SemaValue High = elementwise(
      OpKind::MulHi, {cast(X, Unsigned, C.Range), cast(Y, Unsigned, C.Range)},
      Unsigned, C.Range);
  return High.isError() ? High : cast(High.expr(), Element, C.Range);
}

/// False after reporting that E, the argument Index, is not f32.
bool Sema::checkFloat32(sym::Expr *E, const BoundCall &C, unsigned Index) {
  if (E->Ty.elementType().kind() == TypeKind::F32)
    return true;
  error(C.Ranges[Index]) << "expected dtype fp32 for " << C.Name << ", got "
                         << E->Ty << "; cast with .to(tl.float32)";
  return false;
}

/// `fdiv` takes floats of one type, `div_rn` promotes to f32. Correctly rounded
/// on every target: `div_rn`, and `fdiv` if asked for.
SemaValue Sema::callDivide(const BoundCall &C) {
  sym::Expr *X = nullptr, *Y = nullptr;
  bool IsRn = C.Function.Id == BuiltinId::DivRn, IsExact = IsRn;
  if (IsRn) {
    for (unsigned I : {0, 1})
      if (C[I].isExpr() && !checkFloat32(C[I].expr(), C, I))
        return SemaValue::error();
    if (!makeOperands(C[0], C[1], Division::Yes, /*Weak=*/true, C.Name, C.Range,
                      X, Y) ||
        !checkFloat32(X, C, 0))
      return SemaValue::error();
  } else {
    X = toValue(C[0], "an operand of tl.fdiv", C.Ranges[0]);
    Y = X ? toValue(C[1], "an operand of tl.fdiv", C.Ranges[1]) : nullptr;
    if (!Y)
      return SemaValue::error();
    if (!C[2].isAbsent()) {
      auto Ieee = constBool(C[2], "ieee_rounding", C.Ranges[2]);
      if (!Ieee)
        return SemaValue::error();
      IsExact = *Ieee;
    }
  }
  Type A = X->Ty.elementType(), B = Y->Ty.elementType();
  AttrDict Attrs;
  if (IsExact)
    Attrs = In.Ctx.dict({In.Ctx.named("math.exact", In.Ctx.boolAttr(true))});
  if (A.isFloat() && !A.isFloat8() && A == B)
    return elementwise(OpKind::Div, {X, Y}, A, C.Range, Attrs);
  error(C.Range) << C.Name << " needs floats of one type, got " << X->Ty
                 << " and " << Y->Ty << "; cast one of them";
  return SemaValue::error();
}

/// Square roots are correctly rounded everywhere.
SemaValue Sema::callSqrtRn(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E || !checkFloat32(E, C, 0))
    return SemaValue::error();
  return op(OpKind::Sqrt, {E}, E->Ty, C.Range);
}

/// `tl.add(x, y)` is `x + y`; integers wrap either way.
SemaValue Sema::callArith(const BoundCall &C) {
  if (!C[2].isAbsent() && !constBool(C[2], "sanitize_overflow", C.Ranges[2]))
    return SemaValue::error();
  BinaryOp Op = C.Function.Op == OpKind::Add   ? BinaryOp::Add
                : C.Function.Op == OpKind::Sub ? BinaryOp::Sub
                                               : BinaryOp::Mult;
  return binary(Op, C[0], C[1], C.Range);
}

SemaValue Sema::callCdiv(const BoundCall &C) {
  // (x + (d - 1)) // d, in Python between compile-time values.
  SemaValue One = integer(1, C.Range);
  SemaValue Less = binary(BinaryOp::Sub, C[1], One, C.Range);
  SemaValue Sum = binary(BinaryOp::Add, C[0], Less, C.Range);
  return binary(BinaryOp::FloorDiv, Sum, C[1], C.Range);
}

SemaValue Sema::callNextPowerOf2(const BoundCall &C) {
  auto N = constInt(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!N)
    return SemaValue::error();
  return integer(*N <= 0 ? 0 : int64_t(llvm::PowerOf2Ceil(*N)), C.Range);
}
