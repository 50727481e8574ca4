//===- SignedZeros.cpp - Where the assembler mistakes a zero --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/SignedZeros.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/APFloat.h"

using namespace mt;

bool mt::mistakesZero(bool TakesLess, const Value *Zero) {
  auto *C = llvm::dyn_cast<Constant>(Zero);
  Type T = Zero->type();
  if (!C || !T.isFloat() || T.bitWidth() < 32 || !C->asAPFloat().isZero())
    return false;
  return TakesLess != C->asAPFloat().isNegative();
}

static bool isZeroLiteral(const Value *V) {
  auto *C = llvm::dyn_cast<Constant>(V);
  return C && C->type().isFloat() && C->asAPFloat().isZero();
}

/// 1 if Condition is `X < 0.0`, -1 if it is `X > 0.0`, else 0.
static int signTest(Value *Condition, Value *X) {
  Op *D = Condition->definingOp();
  if (!D || (!llvm::isa<CmpLtOp>(D) && !llvm::isa<CmpGtOp>(D)))
    return 0;
  int Sign = llvm::isa<CmpLtOp>(D) ? 1 : -1;
  if (D->operand(0) == X && isZeroLiteral(D->operand(1)))
    return Sign;
  return D->operand(1) == X && isZeroLiteral(D->operand(0)) ? -Sign : 0;
}

bool mt::mistakesZero(const SelectOp *O) {
  int Sign = signTest(O->condition(), O->trueValue());
  return Sign && mistakesZero(Sign > 0, O->falseValue());
}
