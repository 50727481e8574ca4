//===- SemaArith.cpp - Arithmetic on run-time values
//-----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

static bool isPointerLike(SemaValue V) {
  return V.isExpr() && V.expr()->Ty.elementType().isPointer();
}

SemaValue Sema::runtimeBinary(BinaryOp Op, SemaValue L, SemaValue R, Range W) {
  if (Op == BinaryOp::Pow || Op == BinaryOp::MatMult) {
    unsupported(W) << "'" << spelling(Op)
                   << "' works on compile-time values only; "
                   << (Op == BinaryOp::Pow
                           ? "multiply, or use tl.exp2(y * tl.log2(x))"
                           : "use tl.dot");
    return SemaValue::error();
  }
  if (isPointerLike(L) || isPointerLike(R)) {
    std::string What = "an operand of '" + spelling(Op).str() + "'";
    sym::Expr *LE = toValue(L, What, W);
    sym::Expr *RE = LE ? toValue(R, What, W) : nullptr;
    return RE ? pointerArith(Op, LE, RE, W) : SemaValue::error();
  }
  bool Divides =
      Op == BinaryOp::Div || Op == BinaryOp::FloorDiv || Op == BinaryOp::Mod;
  sym::Expr *LE = nullptr, *RE = nullptr;
  if (!makeOperands(L, R, Divides ? Division::Yes : Division::No,
                    /*Weak=*/true, spelling(Op), W, LE, RE))
    return SemaValue::error();
  // `v >> n` fills with v's own sign, even where n makes the common type
  // unsigned.
  Type Common = LE->Ty.elementType();
  if (Op == BinaryOp::RShift && L.isExpr() && Common.isInteger() &&
      L.expr()->Ty.elementType().isSigned() && !Common.isSigned()) {
    Type Signed = In.Ctx.scalar(TypeKind(unsigned(Common.kind()) -
                                         unsigned(TypeKind::U8) +
                                         unsigned(TypeKind::I8)));
    SemaValue V = elementwise(
        OpKind::Shr, {cast(LE, Signed, W), cast(RE, Signed, W)}, Signed, W);
    return V.isError() ? V : SemaValue(cast(V.expr(), Common, W));
  }
  return arithmetic(Op, LE, RE, W);
}

SemaValue Sema::pointerArith(BinaryOp Op, sym::Expr *L, sym::Expr *R, Range W) {
  Type LT = L->Ty.elementType(), RT = R->Ty.elementType();
  bool Swap = Op == BinaryOp::Add && RT.isPointer() && !LT.isPointer();
  if (Swap) {
    std::swap(L, R);
    std::swap(LT, RT);
  }
  bool Valid = (Op == BinaryOp::Add || Op == BinaryOp::Sub) && LT.isPointer() &&
               RT.isIntegerOrBool();
  if (!Valid) {
    if (Swap)
      std::swap(L, R);
    auto Diag = error(W);
    Diag << "invalid operands of type " << L->Ty << " and " << R->Ty << " for '"
         << spelling(Op) << "'";
    if (RT.isFloat() || LT.isFloat())
      Diag << "; pointers move by integers";
    return SemaValue::error();
  }
  if (RT.isBool())
    R = cast(R, In.Ctx.i32(), W);
  if (Op == BinaryOp::Sub) {
    // Negating a narrow unsigned offset in its own width would add 2^n - k.
    if (!RT.isSigned())
      R = cast(R, In.Ctx.i64(), W);
    R = op(OpKind::Neg, {R}, R->Ty, W);
  }
  if (R->isConstant() == false && R->Const && R->Op == OpKind::Neg)
    R = constantExpr(R->Const, W); // x - 1 moves by the literal -1
  return elementwise(OpKind::AddPtr, {L, R}, LT, W);
}

SemaValue Sema::divide(sym::Expr *L, sym::Expr *R, Range W) {
  // Both have one type by now; integers of every width divide in f32.
  if (L->Ty.elementType().isIntegerOrBool()) {
    L = cast(L, In.Ctx.f32(), W);
    R = cast(R, In.Ctx.f32(), W);
  }
  return elementwise(OpKind::Div, {L, R}, L->Ty.elementType(), W);
}

static OpKind arithmeticKind(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Add:
    return OpKind::Add;
  case BinaryOp::Sub:
    return OpKind::Sub;
  case BinaryOp::Mult:
    return OpKind::Mul;
  case BinaryOp::Mod:
    return OpKind::Mod;
  case BinaryOp::LShift:
    return OpKind::Shl;
  case BinaryOp::RShift:
    return OpKind::Shr;
  case BinaryOp::BitAnd:
    return OpKind::And;
  case BinaryOp::BitOr:
    return OpKind::Or;
  case BinaryOp::BitXor:
    return OpKind::Xor;
  case BinaryOp::Div:
  case BinaryOp::FloorDiv:
  case BinaryOp::Pow:
  case BinaryOp::MatMult:
    break;
  }
  return OpKind::Div;
}

SemaValue Sema::arithmetic(BinaryOp Op, sym::Expr *L, sym::Expr *R, Range W) {
  Type Element = L->Ty.elementType();
  bool Bits = Op >= BinaryOp::LShift;
  bool Shift = Op == BinaryOp::LShift || Op == BinaryOp::RShift;
  auto Invalid = [&](StringRef Advice) {
    error(W) << "invalid operands of type " << L->Ty << " and " << R->Ty
             << " for '" << spelling(Op) << "'; " << Advice;
    return SemaValue::error();
  };
  if (Op == BinaryOp::Div)
    return divide(L, R, W);
  if (Element.isFloat8())
    return Invalid("8-bit floats are for storage: cast to tl.float16 or "
                   "tl.float32 first");
  if (Element.isFloat() && Bits)
    return Invalid("it needs integers");
  if (Element.isFloat() && Op == BinaryOp::FloorDiv)
    return Invalid("it needs integers: divide with '/' and use tl.floor");
  if (Element.isBool() &&
      (Op == BinaryOp::FloorDiv || Op == BinaryOp::Mod || Shift))
    return Invalid("cast booleans to an integer type first");
  return elementwise(arithmeticKind(Op), {L, R}, Element, W);
}
