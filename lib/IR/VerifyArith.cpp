//===- VerifyArith.cpp - Rules of arithmetic ops --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"

using namespace mt;

/// What a cast without bitcast converts.
static bool isConvertible(Type From, Type To) {
  auto IsAddress = [](Type T) {
    return T.isPointer() || (T.isInteger() && T.bitWidth() == 64);
  };
  if (From.isPointer() || To.isPointer())
    return IsAddress(From) && IsAddress(To);
  return true;
}

static LogicalResult verifyRounding(Op *O, Type From, Type To,
                                    VerifyReport &R) {
  Attr Rounding = O->attr("rounding");
  if (!Rounding)
    return success();
  llvm::StringRef Mode = Rounding.asString();
  if (Mode != "rtz" && Mode != "rtne")
    return R.error(O) << "rounding must be \"rtz\" or \"rtne\", got "
                      << Rounding;
  if (!From.isFloat() || !To.isFloat() || To.bitWidth() >= From.bitWidth())
    return R.error(O)
           << "rounding applies to casts to a narrower float type, not from "
           << From << " to " << To;
  return success();
}

LogicalResult mt::verifyCast(Op *O, VerifyReport &R) {
  Type Input = O->operand(0)->type(), Result = O->type();
  if (Input.isShared() || Result.isShared())
    return R.error(O) << "a shared buffer cannot be cast";
  if (Input.kind() != Result.kind() && !(Input.isScalar() && Result.isScalar()))
    return R.error(O) << "cannot make " << Result << " of " << Input;
  if (Input.shape() != Result.shape())
    return R.error(O) << "keeps the shape, but the input is " << Input
                      << " and the result " << Result;
  Type From = Input.elementType(), To = Result.elementType();
  if (!llvm::cast<CastOp>(O)->isBitcast()) {
    if (!isConvertible(From, To))
      return R.error(O) << "pointers convert to and from pointers, i64 and "
                           "u64 only, not from "
                        << From << " to " << To;
  } else if (From.bitWidth() != To.bitWidth()) {
    return R.error(O) << "a bitcast needs types of equal width, but " << From
                      << " has " << From.bitWidth() << " bits and " << To
                      << " has " << To.bitWidth();
  }
  return verifyRounding(O, From, To, R);
}
