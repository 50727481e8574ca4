//===- Evaluate.cpp - Scalar evaluation of ops ----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dispatch over the ops; integers and floats have a file each.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Evaluate.h"
#include "EvaluateDetail.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mt;
using namespace mt::detail;

static uint64_t evaluateCast(AttrDict Attrs, Type From, uint64_t Bits,
                             Type To) {
  if (Attrs.empty())
    return convertBits(Bits, From, To);
  if (Attr Bitcast = Attrs.get("bitcast"); Bitcast && Bitcast.asBool())
    return Bits;
  Attr Mode = Attrs.get("rounding");
  return convertBits(Bits, From, To, Mode && Mode.asString() == "rtz");
}

static bool ignoresNaN(AttrDict Attrs) {
  if (Attrs.empty())
    return false;
  Attr Propagate = Attrs.get("propagate_nan");
  return Propagate && !Propagate.asBool();
}

/// The pointer moved by whole elements; the offset extends by its signedness.
static uint64_t evaluateAddPtr(llvm::ArrayRef<Type> Types,
                               llvm::ArrayRef<uint64_t> Operands) {
  uint64_t Offset = extendInteger(Operands[1], Types[1].kind());
  return Operands[0] + Offset * Types[0].pointee().byteSize();
}

/// Ops on one element type go by that; the others are told apart here.
template <typename OpTy>
static uint64_t evaluateOp(AttrDict Attrs, llvm::ArrayRef<Type> Types,
                           llvm::ArrayRef<uint64_t> Operands, Type Result) {
  constexpr OpKind K = OpTy::Kind;
  if constexpr (computesOn<OpTy>(TS_All)) {
    if (Types[0].isFloat())
      return evaluateFloat(K, Types[0], Operands, ignoresNaN(Attrs));
    return evaluateInteger(K, Types[0].kind(), Operands);
  } else if constexpr (K == OpKind::Select) {
    return Operands[0] ? Operands[1] : Operands[2];
  } else if constexpr (K == OpKind::Cast) {
    return evaluateCast(Attrs, Types[0], Operands[0], Result);
  } else if constexpr (K == OpKind::AddPtr) {
    return evaluateAddPtr(Types, Operands);
  } else {
    static_assert(!OpTy::Info.has(OT_Elementwise), "op without a rule");
    llvm_unreachable("not an elementwise op");
  }
}

uint64_t mt::evaluate(OpKind Kind, AttrDict Attrs, llvm::ArrayRef<Type> Types,
                      llvm::ArrayRef<uint64_t> Operands, Type Result) {
  switch (Kind) {
#define MT_OP(Name, Family)                                                    \
  case OpKind::Name:                                                           \
    return evaluateOp<Name##Op>(Attrs, Types, Operands, Result);
#include "mytriton/IR/Ops.def"
  }
  llvm_unreachable("covered switch");
}

uint64_t mt::tripCount(int64_t Lb, int64_t Ub, int64_t Step, bool IsSigned) {
  uint64_t L = Lb, U = Ub, S = Step;
  if (Step == 0)
    return 0;
  // Differences of ordered bounds fit 64 unsigned bits.
  if (!IsSigned)
    return L < U ? (U - L - 1) / S + 1 : 0;
  if (Step > 0)
    return Lb < Ub ? (U - L - 1) / S + 1 : 0;
  return Lb > Ub ? (L - U - 1) / (0 - S) + 1 : 0;
}
