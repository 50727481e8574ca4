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
  if (Start >= End)
    return R.error(O) << "start " << Start << " must be less than end " << End;
  if (Start < INT32_MIN || End > int64_t(INT32_MAX) + 1)
    return R.error(O) << "values from " << Start << " to " << End
                      << " do not fit in i32";
  if (End - Start > MaxTileElements)
    return R.error(O) << "makes " << End - Start
                      << " elements; a tile has at most " << MaxTileElements;
  return success();
}

LogicalResult mt::verifyBroadcast(Op *O, VerifyReport &R) {
  Attr Shape = O->attr("shape");
  auto Extents = Shape.asIntList();
  Type Input = O->operand(0)->type(), Result = O->type();
  if (Input.isShared() || !Result.isTile() ||
      Result.shape() != llvm::ArrayRef<int64_t>(*Extents) ||
      Result.elementType() != Input.elementType())
    return R.error(O) << "cannot make " << Result << " of " << Input
                      << " with shape " << Shape;
  auto Joined = broadcastShapes(Result.shape(), Input.shape());
  if (!Joined || llvm::ArrayRef<int64_t>(*Joined) != Result.shape())
    return R.error(O) << Input << " does not broadcast to shape " << Shape;
  return success();
}
