//===- VerifyMemory.cpp - Rules of memory ops -----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"

using namespace mt;

LogicalResult mt::verifyStore(Op *O, VerifyReport &R) {
  Type Pointer = O->operand(0)->type().elementType();
  if (!Pointer.isConstPointer())
    return success();
  return R.error(O) << "stores through " << Pointer
                    << ", which points to constant memory";
}
