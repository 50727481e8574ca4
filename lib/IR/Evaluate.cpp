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

uint64_t mt::evaluate(OpKind Kind, AttrDict Attrs, llvm::ArrayRef<Type> Types,
                      llvm::ArrayRef<uint64_t> Operands, Type Result) {
  switch (Kind) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::Div:
  case OpKind::Mod:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Xor:
  case OpKind::Shl:
  case OpKind::Shr:
  case OpKind::CmpLt:
  case OpKind::CmpLe:
  case OpKind::CmpGt:
  case OpKind::CmpGe:
  case OpKind::CmpEq:
  case OpKind::CmpNe:
  case OpKind::Minimum:
  case OpKind::Maximum:
  case OpKind::Neg:
  case OpKind::Not:
  case OpKind::Fma:
  case OpKind::Exp:
  case OpKind::Exp2:
  case OpKind::Log:
  case OpKind::Log2:
  case OpKind::Sqrt:
  case OpKind::Rsqrt:
  case OpKind::Sin:
  case OpKind::Cos:
  case OpKind::Erf:
  case OpKind::Tanh:
  case OpKind::Abs:
  case OpKind::Floor:
  case OpKind::Ceil:
    if (Types[0].isFloat())
      return evaluateFloat(Kind, Types[0], Operands, ignoresNaN(Attrs));
    return evaluateInteger(Kind, Types[0].kind(), Operands);
  case OpKind::Select:
    return Operands[0] ? Operands[1] : Operands[2];
  case OpKind::Cast:
    return evaluateCast(Attrs, Types[0], Operands[0], Result);
  case OpKind::AddPtr:
    return evaluateAddPtr(Types, Operands);
  case OpKind::ProgramId:
  case OpKind::NumPrograms:
  case OpKind::Arange:
  case OpKind::Broadcast:
  case OpKind::Load:
  case OpKind::Store:
  case OpKind::For:
  case OpKind::While:
  case OpKind::If:
  case OpKind::Yield:
  case OpKind::Condition:
  case OpKind::Return:
  case OpKind::Call:
  case OpKind::ThreadId:
  case OpKind::FragmentIndex:
  case OpKind::Splat:
  case OpKind::Barrier:
    break;
  }
  llvm_unreachable("not an elementwise op");
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
