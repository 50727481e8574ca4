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

/// A scalar counts as a fragment of one register.
static bool isRegisters(Type T) { return T.isScalar() || T.isFragment(); }

LogicalResult mt::verifyPermuteRegisters(Op *O, VerifyReport &R) {
  auto *P = llvm::cast<PermuteRegistersOp>(O);
  Type Input = P->input()->type(), Result = O->type();
  if (!isRegisters(Input) || !isRegisters(Result) ||
      Input.elementType() != Result.elementType())
    return R.error(O) << "cannot make " << Result << " of " << Input;
  int64_t Reached = P->offset();
  bool Negative = P->offset() < 0;
  for (int64_t B : P->bases()) {
    Negative |= B < 0;
    Reached |= B;
  }
  if (P->bases().size() > 20 ||
      int64_t(1) << P->bases().size() != Result.numElements())
    return R.error(O) << P->bases().size() << " bases do not number "
                      << Result.numElements() << " registers";
  if (Negative || Reached >= Input.numElements())
    return R.error(O) << "reaches past the " << Input.numElements()
                      << " registers of the input";
  return success();
}

LogicalResult mt::verifyConcatRegisters(Op *O, VerifyReport &R) {
  Type A = O->operand(0)->type(), Result = O->type();
  if (!isRegisters(A) || A != O->operand(1)->type())
    return R.error(O) << "needs two fragments of one type, got " << A << " and "
                      << O->operand(1)->type();
  if (!Result.isFragment() || Result.elementType() != A.elementType() ||
      Result.numElements() != 2 * A.numElements())
    return R.error(O) << "makes twice the registers of " << A << ", not "
                      << Result;
  return success();
}

LogicalResult mt::verifyShuffle(Op *O, VerifyReport &R) {
  Type Input = O->operand(0)->type();
  if (!isRegisters(Input) || O->type() != Input)
    return R.error(O) << "the result has the type of the input, " << Input
                      << ", not " << O->type();
  if (O->kind() == OpKind::ShuffleXor) {
    if (int64_t Mask = O->intAttr("mask"); Mask < 0 || Mask > 31)
      return R.error(O) << "mask " << Mask << " is outside [0, 32)";
    return success();
  }
  Type Lane = O->operand(1)->type();
  if (Lane.isScalar() || Lane.shape() == Input.shape())
    return success();
  return R.error(O) << "the lanes " << Lane << " do not fit " << Input;
}

LogicalResult mt::verifySharedAlloc(Op *O, VerifyReport &R) {
  if (!O->type().isShared())
    return R.error(O) << "makes a shared buffer, not " << O->type();
  if (O->intAttr("offset") < 0)
    return R.error(O) << "the offset is negative";
  return success();
}

/// The buffer's elements are Element's, the index has its registers.
static LogicalResult verifySharedAccess(Op *O, Type Element, VerifyReport &R) {
  Type Buffer = O->operand(0)->type(), Index = O->operand(1)->type();
  if (!Buffer.isShared() || Buffer.elementType() != Element.elementType())
    return R.error(O) << "cannot keep " << Element.elementType() << " in "
                      << Buffer;
  if (!isRegisters(Element) ||
      (Element.isFragment() && Element.shape() != Index.shape()))
    return R.error(O) << "the index " << Index << " does not fit " << Element;
  return success();
}

LogicalResult mt::verifySharedLoad(Op *O, VerifyReport &R) {
  if (O->type().shape() != O->operand(1)->type().shape())
    return R.error(O) << "the index " << O->operand(1)->type()
                      << " does not fit " << O->type();
  return verifySharedAccess(O, O->type(), R);
}

LogicalResult mt::verifySharedStore(Op *O, VerifyReport &R) {
  const Value *Mask = O->operand(3);
  Type Index = O->operand(1)->type();
  if (Mask && Mask->type().isFragment() &&
      Mask->type().shape() != Index.shape())
    return R.error(O) << "the mask " << Mask->type() << " does not fit "
                      << Index;
  return verifySharedAccess(O, O->operand(2)->type(), R);
}

LogicalResult mt::verifyPrintElements(Op *O, VerifyReport &R) {
  int64_t Rank = O->intAttr("rank");
  if (Rank < 0 || Rank > int64_t(O->numOperands()) - 1)
    return R.error(O) << "rank " << Rank << " exceeds its "
                      << O->numOperands() - 1 << " operands";
  return success();
}
