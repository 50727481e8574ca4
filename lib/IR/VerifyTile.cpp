//===- VerifyTile.cpp - Rules of tile ops ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"

using namespace mt;

LogicalResult mt::verifyProgramAxis(Op *O, VerifyReport &R) {
  int64_t Axis = O->intAttr("axis");
  if (Axis >= 0 && Axis <= 2)
    return success();
  return R.error(O) << "axis must be 0, 1 or 2, got " << Axis;
}

LogicalResult mt::verifyArange(Op *O, VerifyReport &R) {
  int64_t Start = O->intAttr("start"), End = O->intAttr("end");
  if (Start < INT32_MIN || End > int64_t(INT32_MAX) + 1)
    return R.error(O) << "values from " << Start << " to " << End
                      << " do not fit in i32";
  return success();
}
