//===- EmitLoops.cpp - The loops of a nest --------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One loop does whole vectors; what is left at its end is one vector under a
// mask, or single elements where vectors take no masks. Loops run in the order
// of the dimensions, but a reduction along another axis than the vectors' is
// the innermost one: its partial results are then vectors that stay in
// registers.
//
//===----------------------------------------------------------------------===//

#include "NestEmitter.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::cpu;

void NestEmitter::chooseOrder(const NestCode &Code) {
  VectorDim = Code.vectorDim();
  Order.clear();
  for (unsigned D = 0; D != Code.rank(); ++D)
    if (D != Code.axis())
      Order.push_back(D);
  if (Code.axis())
    Order.push_back(*Code.axis());
}

void NestEmitter::emitLoops(NestCode &Code, unsigned Depth) {
  if (Depth == Order.size())
    return NestBody(E, Code, Shape).run();
  unsigned Dim = Order[Depth];
  if (Dim == Code.axis())
    return emitAlongAxis(Code, Depth);
  if (Dim == VectorDim && Lanes != 1)
    return emitVectorLoop(Code, Depth);
  E.emitLoop(B.getInt64(0), Limits[Dim], 1,
             [&](V Index) { emitAt(Code, Depth, Index); });
}

/// What is inside of loop Depth, at one of its indices.
void NestEmitter::emitAt(NestCode &Code, unsigned Depth, V Index) {
  V Outside = std::exchange(Shape.Indices[Order[Depth]], Index);
  emitLoops(Code, Depth + 1);
  Shape.Indices[Order[Depth]] = Outside;
}

void NestEmitter::emitVectorLoop(NestCode &Code, unsigned Depth) {
  if (isInnermost(Depth) && mayStream(Code))
    return emitStreaming(Code, Depth);
  V End = emitVectors(Code, Depth, B.getInt64(0));
  emitRest(Code, Depth, End, Limits[VectorDim]);
}

/// Whole vectors from Begin on. Returns the index behind them.
llvm::Value *NestEmitter::emitVectors(NestCode &Code, unsigned Depth, V Begin) {
  V Count = B.CreateAnd(B.CreateSub(Limits[VectorDim], Begin),
                        B.getInt64(-int64_t(Lanes)));
  V End = B.CreateAdd(Begin, Count);
  Shape.Lanes = Lanes;
  auto Body = [&](V Index) { emitAt(Code, Depth, Index); };
  if (!Shape.Streaming)
    Begin = emitSplit(End, Lanes, Body);
  E.emitLoop(Begin, End, Lanes, Body);
  Shape.Lanes = 1;
  return End;
}

/// The part of the loop that does vectors in which Splits hold, in steps of so
/// many elements from 0 on, at most up to End. Returns the index behind it.
llvm::Value *NestEmitter::emitSplit(V End, uint64_t Step,
                                    llvm::function_ref<void(V)> Body) {
  if (Splits.empty())
    return B.getInt64(0);
  V Most = B.CreateBinaryIntrinsic(llvm::Intrinsic::umin, SplitLimit, End);
  V Split = B.CreateAnd(Most, B.getInt64(-int64_t(Step)));
  llvm::ArrayRef<MaskTerm> Outside =
      std::exchange(Shape.Holding, llvm::ArrayRef<MaskTerm>(Splits));
  E.emitLoop(B.getInt64(0), Split, Step, Body);
  Shape.Holding = Outside;
  return Split;
}

/// A mask of the first Count lanes.
llvm::Value *NestEmitter::firstLanes(V Count) {
  if (auto *Known = llvm::dyn_cast<llvm::ConstantInt>(Count)) {
    llvm::SmallVector<llvm::Constant *, 16> Mask;
    for (unsigned I = 0; I != Lanes; ++I)
      Mask.push_back(B.getInt1(I < Known->getZExtValue()));
    return llvm::ConstantVector::get(Mask);
  }
  return B.CreateIntrinsic(
      llvm::Intrinsic::get_active_lane_mask,
      {llvm::FixedVectorType::get(B.getInt1Ty(), Lanes), B.getInt32Ty()},
      {B.getInt32(0), Count});
}

/// The elements Begin..End-1, fewer than one vector.
void NestEmitter::emitRest(NestCode &Code, unsigned Depth, V Begin, V End) {
  if (Begin == End)
    return;
  if (!E.lanes().machine().HasMasks) {
    E.emitLoop(Begin, End, 1, [&](V Index) {
      // The partial result of single elements is one of its own.
      if (Order[Depth] == Code.axis())
        Shape.IsFirst = B.CreateICmpEQ(Index, Begin);
      emitAt(Code, Depth, Index);
    });
    return;
  }
  llvm::BasicBlock *Some = E.newBlock("rest"), *After = E.newBlock("rest.end");
  B.CreateCondBr(B.CreateICmpULT(Begin, End), Some, After);
  B.SetInsertPoint(Some);
  V Count = B.CreateTrunc(B.CreateSub(End, Begin), B.getInt32Ty());
  Shape.LaneMask = firstLanes(Count);
  Shape.Lanes = Lanes;
  emitAt(Code, Depth, Begin);
  Shape.Lanes = 1;
  Shape.LaneMask = nullptr;
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Ops that take a dozen instructions or more.
static bool isFunction(const Op *O) {
  return O->hasTrait(OT_Elementwise) && O->numOperands() == 1 &&
         O->type().elementType().isFloat() && !llvm::isa<CastOp, NegOp>(O);
}

/// Enough independent partial results to hide the latency of a short body.
unsigned NestEmitter::chooseCopies(const NestCode &Code, uint64_t Steps) const {
  bool IsScan = llvm::isa<ScanOp>(Code.Reductions.front());
  if (IsScan || !isLaneByLane(Code.Reductions.front()))
    return 1;
  unsigned Size = 0;
  for (const NestItem &Item : Code.Items)
    Size += isFunction(Item.O) ? 20 : 1;
  uint64_t Wanted = Size <= 6 ? 4 : Size <= 20 ? 2 : 1;
  return llvm::bit_floor(std::min(Wanted, Steps));
}

/// The loop along the axis of reductions. Its bounds are known.
void NestEmitter::emitAlongAxis(NestCode &Code, unsigned Depth) {
  unsigned Axis = Order[Depth];
  bool Across = Axis == VectorDim && Lanes != 1;
  unsigned Outside = Shape.Lanes, Step = Across ? Lanes : 1;
  uint64_t Extent = Code.Shape[Axis], Steps = Extent / Step;
  unsigned Copies = chooseCopies(Code, Steps);
  Op *Scan = llvm::dyn_cast<ScanOp>(Code.Reductions.front());
  bool Reverse = Scan && llvm::cast<ScanOp>(Scan)->isReverse();
  Partial->begin(Across ? Lanes : Outside, Copies, Across);
  if (Across)
    Shape.Lanes = Lanes;
  uint64_t Whole = Steps / Copies * Copies * Step;
  auto Body = [&](V Index) {
    V IsFirst = B.CreateICmpEQ(Index, B.getInt64(0));
    if (Reverse)
      Index = B.CreateSub(B.getInt64(Extent - 1), Index);
    for (Shape.Copy = 0; Shape.Copy != Copies; ++Shape.Copy) {
      Shape.IsFirst = IsFirst;
      emitAt(Code, Depth,
             B.CreateAdd(Index, B.getInt64(uint64_t(Shape.Copy) * Step)));
    }
    Shape.Copy = 0;
    Shape.IsFirst = nullptr;
  };
  V Done = B.getInt64(Whole);
  if (Across && !Splits.empty())
    Done = emitSplit(Done, Copies * Step, Body);
  else
    E.emitLoop(B.getInt64(0), Done, Copies * Step, Body);
  E.emitLoop(Done, B.getInt64(Steps * Step), Step,
             [&](V Index) { emitAt(Code, Depth, Index); });
  Shape.Lanes = Outside;
  bool HasRest = Steps * Step != Extent;
  if (HasRest)
    emitRest(Code, Depth, B.getInt64(Steps * Step), B.getInt64(Extent));
  Shape.IsFirst = nullptr;
  NestBody End(E, Code, Shape);
  Partial->finish(End, HasRest && !E.lanes().machine().HasMasks);
}
