//===- ModuleGeneratorShapes.cpp - Random ops on shapes -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mt;
using namespace mt::test;

/// Ops whose result type is their own rule's business, on every element type.
bool Generator::isShapeOp(OpKind K) {
  return getOpInfo(K).Result == ResultType::Shaped && K != OpKind::Arange &&
         K != OpKind::Broadcast;
}

void Generator::cover(OpKind K, Type T) {
  ++Covered[unsigned(K)][T.isPointer() ? NumScalarKinds : unsigned(T.kind())];
}

void Generator::fills(OpKind K, Type T) {
  if (K == OpKind::Zeros)
    B->create<ZerosOp>(llvm::ArrayRef<int64_t>({4, 1}), T);
  else if (K == OpKind::Empty)
    B->create<EmptyOp>(llvm::ArrayRef<int64_t>({3}), T);
  else
    B->create<FullOp>(scalar(T), llvm::ArrayRef<int64_t>({2, 3, 4}));
  if (K == OpKind::Full)
    for (Constant *C : literals(T))
      B->create<FullOp>(C, llvm::ArrayRef<int64_t>({8}));
}

void Generator::reductions(OpKind K, Type T) {
  Context &C = B->context();
  Value *Vector = value(T, Shape::Vector), *Block = value(T, Shape::Block);
  B->create(K, {Vector}, AttrDict());
  for (int64_t Axis : {0, 1})
    B->create(K, {Block}, C.dict({C.named("axis", C.intAttr(Axis))}));
}

/// One sample of a shape op, from a tile of 2 x 4 elements of T.
void Generator::shapeOp(OpKind K, Type T) {
  Value *V = value(T, Shape::Block);
  switch (K) {
  case OpKind::ExpandDims:
    B->create<ExpandDimsOp>(V, 1u);
    B->create<ExpandDimsOp>(scalar(T), 0u);
    return;
  case OpKind::Reshape:
    B->create<ReshapeOp>(V, llvm::ArrayRef<int64_t>({8}));
    return;
  case OpKind::Trans:
    B->create<TransOp>(V, llvm::ArrayRef<int64_t>({1, 0}));
    return;
  case OpKind::Join: {
    auto *Joined = B->create<JoinOp>(V, V);
    B->create<SplitOp>(Joined->result());
    return;
  }
  case OpKind::Split: {
    auto *Joined = B->create<JoinOp>(scalar(T), scalar(T));
    B->create<SplitOp>(Joined->result());
    return;
  }
  case OpKind::Cat:
    B->create<CatOp>(V, V, 0u);
    return;
  case OpKind::Flip:
    B->create<FlipOp>(V, 1u);
    return;
  case OpKind::Gather:
    B->create<GatherOp>(V, value(B->context().i32(), Shape::Block), 1u);
    return;
  case OpKind::Dot: {
    Value *Right =
        B->create<TransOp>(V, llvm::ArrayRef<int64_t>({1, 0}))->result();
    Value *Acc =
        B->create<ZerosOp>(llvm::ArrayRef<int64_t>({2, 2}), T)->result();
    B->create<DotOp>(V, Right, Acc);
    return;
  }
  default:
    FAIL() << getOpInfo(K).Mnemonic << " has no sample";
  }
}

void Generator::tileOp(OpKind K, Type T) {
  unsigned Kind = T.isBool()      ? TS_Bool
                  : T.isInteger() ? TS_Int
                  : T.isFloat()   ? TS_Float
                                  : TS_Pointer;
  if (!(getOpInfo(K).Elements & Kind))
    return;
  startKernel(K);
  SubjectType = T;
  SubjectShape = Shape::Vector;
  if (K == OpKind::Zeros || K == OpKind::Full || K == OpKind::Empty)
    fills(K, T);
  else if (K == OpKind::Sum || K == OpKind::Max || K == OpKind::Min)
    reductions(K, T);
  else
    shapeOp(K, T);
  cover(K, T);
}

/// `reduce` and `scan` of two operands, the second of i32.
void Generator::combining(OpKind K, Type T) {
  startKernel(K);
  Value *Inputs[] = {value(T, Shape::Block),
                     value(B->context().i32(), Shape::Block)};
  OpBuilder::Guard G(*B);
  Op *O;
  if (K == OpKind::Reduce)
    O = B->create<ReduceOp>(llvm::ArrayRef<Value *>(Inputs), 1u);
  else
    O = B->create<ScanOp>(llvm::ArrayRef<Value *>(Inputs), 0u, true);
  B->setInsertionPointToEnd(O->body());
  Constant *Seven = B->context().intConstant(B->context().i32(), 7);
  B->createTerminator(OpKind::Yield, {O->body().arg(2), Seven});
  cover(K, T);
}
