//===- FoldCast.cpp - Folding of casts and broadcasts ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cast behind a cast reads through it where the inner one keeps every value
// (or every bit that the outer one looks at).
//
//===----------------------------------------------------------------------===//

#include "Fold.h"

using namespace mt;

/// True if every value of From, infinities and NaN included, is one of To.
static bool widensFloat(TypeKind From, TypeKind To) {
  if (To == TypeKind::F64)
    return true;
  if (To == TypeKind::F32)
    return From < TypeKind::F32;
  // f16 and bf16 hold every 8-bit float, but not each other.
  return (To == TypeKind::F16 || To == TypeKind::BF16) && From < TypeKind::F16;
}

static bool narrows(Type From, Type To) {
  return To.bitWidth() < From.bitWidth();
}

static bool widensInteger(Type From, Type To) {
  if (From.isSigned())
    return To.isSigned() && To.bitWidth() >= From.bitWidth();
  unsigned Bits = To.bitWidth() - (To.isSigned() ? 1 : 0);
  return Bits >= From.bitWidth();
}

/// True if `cast (cast x : Middle) : To` equals `cast x : To`.
static bool readsThrough(Type From, Type Middle, Type To) {
  if (From.isPointer() || Middle.isPointer() || To.isPointer())
    return false;
  if (From.isFloat() != Middle.isFloat())
    return false; // saturation and wrapping would mix
  // An infinity of f8e5m2 survives as itself, but saturates on its way back.
  if (From == To && From.kind() == TypeKind::F8E5M2)
    return false;
  if (From.isFloat())
    return From == Middle || widensFloat(From.kind(), Middle.kind());
  if (Middle.isBool())
    return From.isBool();
  if (widensInteger(From, Middle))
    return true;
  // Only the low bits count, whatever the middle made of the high ones.
  return To.isInteger() && To.bitWidth() <= Middle.bitWidth();
}

Value *Folder::foldCast(Op *O) {
  auto *Outer = llvm::cast<CastOp>(O);
  Value *Input = Outer->input();
  Type To = O->type().elementType();
  if (Input->type().elementType() == To)
    return keep(O, Input);
  auto *Inner = getDefining<CastOp>(Input);
  if (!Inner || Inner->isBitcast() != Outer->isBitcast())
    return nullptr;
  Type From = Inner->input()->type().elementType();
  if (!Outer->isBitcast() &&
      !readsThrough(From, Input->type().elementType(), To))
    return nullptr;
  if (Attr Rounding = O->attr("rounding"); Rounding && !narrows(From, To)) {
    // Between types of one width a rounding mode cannot be spelt; where every
    // value survives it says nothing.
    if (From != To && !widensFloat(From.kind(), To.kind()))
      return nullptr;
    O->setAttrs(Ctx.withAttr(O->attrs(), "rounding", Attr()));
  }
  O->setOperand(0, Inner->input());
  changedInPlace();
  return nullptr;
}

Value *Folder::foldBroadcast(Op *O) {
  Value *Input = O->operand(0);
  if (Input->type() == O->type())
    return Input;
  if (auto *Inner = getDefining<BroadcastOp>(Input)) {
    O->setOperand(0, Inner->input());
    changedInPlace();
  }
  return nullptr;
}
