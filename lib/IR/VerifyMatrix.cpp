//===- VerifyMatrix.cpp - Rules of ops on matrices ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierDetail.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

/// How many instruction tiles of PerTile registers T's registers are; 0 if
/// they are no whole tiles.
static int64_t tilesOf(Type T, unsigned PerTile) {
  return T.isFragment() && T.numElements() % PerTile == 0
             ? T.numElements() / PerTile
             : 0;
}

LogicalResult mt::verifyMma(Op *O, VerifyReport &R) {
  Type A = O->operand(0)->type(), B = O->operand(1)->type(),
       C = O->operand(2)->type();
  const MmaInstruction *I = findMma(A.elementType());
  if (!I || B.elementType() != A.elementType() ||
      C.elementType().kind() != I->Accumulator)
    return R.error(O) << "no instruction multiplies " << A.elementType()
                      << " by " << B.elementType() << " and adds "
                      << C.elementType();
  auto Shape = O->attr("shape").asIntList();
  if (!Shape || llvm::ArrayRef<int64_t>(*Shape) !=
                    llvm::ArrayRef<int64_t>({I->M, I->N, I->K}))
    return R.error(O) << "the shape for " << A.elementType() << " is ("
                      << int(I->M) << ", " << int(I->N) << ", " << int(I->K)
                      << ")";
  int64_t Rows = tilesOf(A, I->aRegisters()),
          Columns = tilesOf(B, I->bRegisters());
  if (!Rows || !Columns || tilesOf(C, I->cRegisters()) != Rows * Columns)
    return R.error(O) << A << ", " << B << " and " << C
                      << " are not the tiles of one product";
  if (O->type() != C)
    return R.error(O) << "the result has the type of c, " << C << ", not "
                      << O->type();
  return success();
}

LogicalResult mt::verifySharedLoadMatrix(Op *O, VerifyReport &R) {
  auto *Load = llvm::cast<SharedLoadMatrixOp>(O);
  Type Element = Load->buffer()->type().elementType(), Result = O->type();
  int64_t Matrices = O->intAttr("matrices");
  unsigned Bytes = Element.byteSize();
  if (Matrices != 1 && Matrices != 2 && Matrices != 4)
    return R.error(O) << "matrices is " << Matrices << ", not 1, 2 or 4";
  if (Bytes > 4 || Element.isBool() || (Load->isTransposed() && Bytes > 2))
    return R.error(O) << "cannot load "
                      << (Load->isTransposed() ? "transposed " : "")
                      << "matrices of " << Element;
  if (Load->isTransposed() && Bytes == 1 && Matrices == 1)
    return R.error(O) << "matrices of " << Element
                      << " are transposed in pairs: matrices is 1, not 2 or 4";
  int64_t Registers =
      Load->index()->type().numElements() * Matrices * (4 / Bytes);
  bool Fits = Result.numElements() == Registers &&
              (Registers == 1 ? Result.isScalar() : Result.isFragment());
  if (!Fits || Result.elementType() != Element)
    return R.error(O) << "loads " << Registers << " registers of " << Element
                      << ", not " << Result;
  return success();
}

LogicalResult mt::verifyAsyncCopy(Op *O, VerifyReport &R) {
  auto *Copy = llvm::cast<AsyncCopyOp>(O);
  Type Ptr = Copy->ptr()->type(), Element = Copy->buffer()->type();
  Type Pointee = Ptr.elementType().pointee();
  if (Element.elementType() != Pointee)
    return R.error(O) << "cannot keep " << Pointee << " in " << Element;
  for (const Value *V : {Copy->index(), Copy->mask()})
    if (V && V->type().isFragment() && V->type().shape() != Ptr.shape())
      return R.error(O) << V->type() << " does not fit the pointers " << Ptr;
  int64_t Bytes = O->intAttr("width") * Pointee.byteSize();
  if (Bytes != 4 && Bytes != 8 && Bytes != 16)
    return R.error(O) << "copies " << Bytes << " bytes at once, not 4, 8 or 16";
  return success();
}

LogicalResult mt::verifyAsyncWait(Op *O, VerifyReport &R) {
  if (int64_t Pending = O->intAttr("pending"); Pending < 0 || Pending > 64)
    return R.error(O) << "pending is " << Pending << ", outside [0, 64]";
  return success();
}
