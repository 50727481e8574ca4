//===- VerifyThread.cpp - Rules of thread ops -----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"

using namespace mt;

LogicalResult mt::verifyFragmentIndex(Op *O, VerifyReport &R) {
  Type Base = O->operand(0)->type(), Result = O->type();
  if (!Base.isScalar())
    return R.error(O) << "the base must be a scalar, got " << Base;
  bool IsRegisters = Result.isFragment() || Result.isScalar();
  if (!IsRegisters || Result.elementType() != Base)
    return R.error(O) << "makes " << Base << " or a fragment of it, not "
                      << Result;
  return success();
}

LogicalResult mt::verifySplat(Op *O, VerifyReport &R) {
  Type Input = O->operand(0)->type(), Result = O->type();
  if (!Input.isScalar())
    return R.error(O) << "the input must be a scalar, got " << Input;
  if (!Result.isFragment() || Result.elementType() != Input)
    return R.error(O) << "makes a fragment of " << Input << ", not " << Result;
  return success();
}
