//===- VerifyReduce.cpp - Rules of reductions and scans -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierDetail.h"

using namespace mt;

/// Inputs are tiles of one shape that has the axis.
static LogicalResult verifyInputs(Op *O, VerifyReport &R) {
  if (!O->numOperands())
    return R.error(O) << "needs at least one operand";
  Type First = O->operand(0)->type();
  if (!First.isTile())
    return R.error(O) << "works on tiles, got " << First;
  for (const Value *V : O->operands())
    if (!V->type().isTile() || V->type().shape() != First.shape())
      return R.error(O) << "operands must have one shape, got " << First
                        << " and " << V->type();
  int64_t Axis = O->intAttr("axis");
  if (Axis < 0 || Axis >= int64_t(First.rank()))
    return R.error(O) << "axis " << Axis << " is outside [0, " << First.rank()
                      << ")";
  return success();
}

/// One result per operand, of the operand's element type and the given shape.
static LogicalResult verifyResults(Op *O, llvm::ArrayRef<int64_t> Shape,
                                   VerifyReport &R) {
  if (O->numResults() != O->numOperands())
    return R.error(O) << "has " << O->numOperands() << " operands, but "
                      << O->numResults() << " results";
  Context &Ctx = O->kernel()->context();
  for (unsigned I = 0, E = O->numResults(); I != E; ++I) {
    Type Wanted = Ctx.tileOrScalar(Shape, O->operand(I)->type().elementType());
    if (O->result(I)->type() != Wanted)
      return R.error(O) << "result " << I << " has type "
                        << O->result(I)->type() << ", but operand " << I
                        << " makes it " << Wanted;
  }
  return success();
}

/// Two groups of scalar arguments, one yield. What the yield passes on is the
/// yield's own rule.
static LogicalResult verifyCombine(Op *O, VerifyReport &R) {
  Block &Body = O->body();
  unsigned N = O->numOperands();
  if (Body.args().size() != 2 * N)
    return R.error(O) << "the combine region must have " << 2 * N
                      << " arguments, got " << Body.args().size();
  for (unsigned I = 0; I != 2 * N; ++I)
    if (Body.arg(I)->type() != O->operand(I % N)->type().elementType())
      return R.error(O) << "argument " << I
                        << " of the combine region has type "
                        << Body.arg(I)->type() << ", but operand " << I % N
                        << " has type " << O->operand(I % N)->type();
  Op *End = Body.terminator();
  if (End && End->kind() == OpKind::Yield)
    return success();
  return R.error(O) << "the combine region must end in 'yield'";
}

LogicalResult mt::verifyReduce(Op *O, VerifyReport &R) {
  if (failed(verifyInputs(O, R)))
    return failure();
  llvm::SmallVector<int64_t, 4> Shape(O->operand(0)->type().shape());
  Shape.erase(Shape.begin() + O->intAttr("axis"));
  if (failed(verifyResults(O, Shape, R)))
    return failure();
  return verifyCombine(O, R);
}

LogicalResult mt::verifyScan(Op *O, VerifyReport &R) {
  if (failed(verifyInputs(O, R)) ||
      failed(verifyResults(O, O->operand(0)->type().shape(), R)))
    return failure();
  return verifyCombine(O, R);
}
