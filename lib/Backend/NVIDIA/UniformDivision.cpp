//===- UniformDivision.cpp - Many quotients, one divisor ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/UniformDivision.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

bool mt::dividesByUniform(const Op *O) {
  // Fewer quotients are not worth the scale.
  constexpr int64_t MinQuotients = 4;
  if (!llvm::isa<DivOp>(O) || O->boolAttr("math.exact"))
    return false;
  Type T = O->type();
  const Value *Divisor = O->operand(1);
  return T.isFragment() && T.elementType().isF32() &&
         T.numElements() >= MinQuotients && !Divisor->type().isFragment() &&
         !llvm::isa<Constant>(Divisor);
}
