//===- EmitNest.cpp - Loops over the elements of a tile -------------------===//
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

#include "EmitReduce.h"
#include "NestConditions.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::cpu;

namespace {

class NestEmitter {
public:
  using V = llvm::Value *;
  NestEmitter(KernelEmitter &E, Nest &N) : E(E), B(E.builder()), N(N) {}
  void emit();

private:
  void emitVersions();
  void emitSlow();
  void emitCode(NestCode &Code, bool Vectors);
  void prepare(NestCode &Code);
  V limit(const NestCode &Code, unsigned Dim);
  V termLimit(const MaskTerm &T, int64_t Extent);
  unsigned chooseLanes(const NestCode &Code) const;
  void chooseOrder(const NestCode &Code);
  unsigned chooseCopies(const NestCode &Code, uint64_t Steps) const;
  void emitLoops(NestCode &Code, unsigned Depth);
  void emitVectorLoop(NestCode &Code, unsigned Depth);
  void emitAlongAxis(NestCode &Code, unsigned Depth);
  V emitVectors(NestCode &Code, unsigned Depth, V Begin);
  void emitRest(NestCode &Code, unsigned Depth, V Begin, V End);
  V firstLanes(V Count);
  void emitAt(NestCode &Code, unsigned Depth, V Index);
  bool isInnermost(unsigned Depth) const { return Depth + 1 == Order.size(); }
  bool mayStream(const NestCode &Code) const;
  void emitStreaming(NestCode &Code, unsigned Depth);
  V emitStreamingTest(const NestCode &Code, V &First);
  V addressOf(Op *Store, V Index);
  void addTraits(const NestCode &Code);

  KernelEmitter &E;
  LaneBuilder::Builder &B;
  Nest &N;
  NestFrame Frame;
  llvm::SmallVector<V, 4> Limits;
  llvm::SmallVector<unsigned, 4> Order; ///< of the loops, outermost first
  unsigned VectorDim = 0;
  unsigned Lanes = 1; ///< of whole vectors
  /// Of the body being emitted.
  BodyShape Shape;
  std::unique_ptr<Accumulators> Partial;
  /// Where scalar results of reductions go: one of two versions of the code
  /// makes them.
  llvm::DenseMap<Value *, V> Results;
};

} // namespace

void cpu::emitNest(KernelEmitter &E, Nest &N) { NestEmitter(E, N).emit(); }

void NestEmitter::emit() {
  E.resetZero();
  // Places first: both versions of the code must agree on them.
  for (const ScratchStore &S : N.Stores)
    E.writeSlot(S.Home);
  for (Op *O : N.Reductions)
    for (Value *Result : O->results())
      if (Result->type().isTile())
        E.writeSlot(Result);
      else
        Results[Result] = E.newVariable(E.lanes().registerType(Result->type()));
  addTraits(N.Fast);
  emitVersions();
  for (auto [Result, Variable] : Results)
    E.setScalar(Result,
                B.CreateLoad(E.lanes().registerType(Result->type()), Variable));
}

void NestEmitter::emitVersions() {
  V Holds = N.hasConditions() ? emitConditions(E, N) : B.getTrue();
  auto *Known = llvm::dyn_cast<llvm::ConstantInt>(Holds);
  if (Known && Known->isOne()) {
    emitCode(N.Fast, /*Vectors=*/true);
    E.resetZero();
    return;
  }
  llvm::BasicBlock *Fast = E.newBlock("fast"), *Slow = E.newBlock("slow");
  llvm::BasicBlock *Done = E.newBlock("nest.end");
  B.CreateCondBr(Holds, Fast, Slow);
  B.SetInsertPoint(Fast);
  emitCode(N.Fast, /*Vectors=*/true);
  B.CreateBr(Done);
  E.resetZero();
  B.SetInsertPoint(Slow);
  llvm::BasicBlock *Last = &Slow->getParent()->back();
  emitSlow();
  llvm::SmallVector<llvm::BasicBlock *, 8> Rare = {Slow};
  while ((Last = Last->getNextNode()))
    Rare.push_back(Last);
  E.addRareCode(Rare);
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

void NestEmitter::emitSlow() {
  for (NestCode &Code : N.Slow) {
    for (const ScratchStore &S : Code.Stores)
      E.useTemporarySlot(S.Home);
    emitCode(Code, /*Vectors=*/false);
  }
  E.releaseTemporarySlots();
}

void NestEmitter::addTraits(const NestCode &Code) {
  uint64_t Elements = 1;
  for (int64_t Extent : Code.Shape)
    Elements *= Extent;
  for (const auto &[O, A] : Code.Accesses)
    if (llvm::isa<StoreOp>(O) && !E.isInLoop())
      E.traits().StreamedBytes += Elements * accessSize(O);
  uint64_t Cost =
      Elements * (Code.Accesses.size() * 4 + Code.Items.size()) / 32;
  E.traits().ProgramCost += Cost * E.repetitions();
}

//===----------------------------------------------------------------------===//
// In front of the loops
//===----------------------------------------------------------------------===//

void NestEmitter::prepare(NestCode &Code) {
  Frame = NestFrame();
  Limits.clear();
  Shape = BodyShape();
  Shape.Frame = &Frame;
  Shape.Indices.assign(Code.rank(), B.getInt64(0));
  for (unsigned D = 0; D != Code.rank(); ++D)
    Limits.push_back(limit(Code, D));
  for (const NestItem &Item : Code.Items) {
    auto It = Code.Accesses.find(Item.O);
    if (It == Code.Accesses.end() || !It->second.Affine)
      continue;
    NestFrame::Address &A = Frame.Addresses[Item.O];
    A.Base = E.atZero(accessPointer(Item.O));
    for (const Stride &S : It->second.Strides)
      A.Strides.push_back(strideValue(E, S));
  }
}

/// How many iterations of loop Dim do anything.
llvm::Value *NestEmitter::limit(const NestCode &Code, unsigned Dim) {
  int64_t Extent = Code.Shape[Dim];
  V Result = B.getInt64(Extent);
  for (const MaskTerm &T : Code.Bounds)
    if (T.Dim == Dim)
      Result = B.CreateBinaryIntrinsic(llvm::Intrinsic::umin, Result,
                                       termLimit(T, Extent));
  return Result;
}

/// For how many indices from 0 on T holds, at most Extent.
llvm::Value *NestEmitter::termLimit(const MaskTerm &T, int64_t Extent) {
  V Full = B.getInt64(Extent), None = B.getInt64(0);
  if (!T.Index)
    return B.CreateSelect(E.atZero(T.V), Full, None);
  Type Element = T.Index->type().elementType();
  V First = E.lanes().extend64(Element, E.atLane(T.Index, T.IndexLane));
  V Limit = E.lanes().extend64(Element, E.atZero(T.Limit));
  V Count;
  if (Element.kind() == TypeKind::U64) {
    Count = B.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, Limit, First);
    if (T.Inclusive)
      Count = B.CreateSelect(B.CreateICmpUGE(Limit, First),
                             B.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat,
                                                     Count, B.getInt64(1)),
                             None);
    return B.CreateBinaryIntrinsic(llvm::Intrinsic::umin, Count, Full);
  }
  bool MayWrap = Element.bitWidth() == 64;
  Count = MayWrap
              ? B.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, Limit, First)
              : B.CreateSub(Limit, First);
  if (T.Inclusive)
    Count = B.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, Count,
                                    B.getInt64(1));
  Count = B.CreateBinaryIntrinsic(llvm::Intrinsic::smax, Count, None);
  return B.CreateBinaryIntrinsic(llvm::Intrinsic::smin, Count, Full);
}

/// As many lanes of the widest element as a vector holds.
unsigned NestEmitter::chooseLanes(const NestCode &Code) const {
  if (llvm::any_of(Code.Accesses,
                   [](const auto &A) { return isPerElement(A.first); }))
    return 1;
  unsigned Bits = 8;
  auto Consider = [&](Type Element) {
    unsigned Needs = Element.byteSize() * 8;
    if (Element.isFloat())
      Needs = std::max(Needs, 32u); // narrow floats compute as f32
    if (Element.isFloat() || !Element.isPointer())
      Bits = std::max(Bits, Needs);
  };
  for (const NestItem &Item : Code.Items) {
    if (llvm::isa<LoadOp, StoreOp>(Item.O))
      Consider(accessPointer(Item.O)->type().elementType().pointee());
    else if (Item.V->type().elementType().isFloat())
      Consider(Item.V->type().elementType());
  }
  for (const ScratchStore &S : Code.Stores)
    Consider(S.V->type().elementType());
  for (Op *O : Code.Reductions) {
    bool OnlyScalars = llvm::isa<ScanOp>(O) && Code.axis() == VectorDim;
    if (OnlyScalars || !isLaneByLane(O))
      return 1;
    for (Value *V : O->operands())
      Consider(V->type().elementType());
  }
  uint64_t Most = E.lanes().machine().VectorBits / Bits;
  uint64_t Extent = Code.Shape[VectorDim];
  return llvm::bit_floor(std::min<uint64_t>(Most, Extent));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void NestEmitter::emitCode(NestCode &Code, bool Vectors) {
  prepare(Code);
  chooseOrder(Code);
  Lanes = Vectors ? chooseLanes(Code) : 1;
  Partial.reset();
  if (!Code.Reductions.empty())
    Partial = std::make_unique<Accumulators>(E, Code, Results);
  Shape.Partial = Partial.get();
  emitLoops(Code, 0);
}

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
  E.emitLoop(Begin, End, Lanes, [&](V Index) { emitAt(Code, Depth, Index); });
  Shape.Lanes = 1;
  return End;
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

/// Enough independent partial results to hide the latency of a short body.
unsigned NestEmitter::chooseCopies(const NestCode &Code, uint64_t Steps) const {
  bool IsScan = llvm::isa<ScanOp>(Code.Reductions.front());
  if (IsScan || !isLaneByLane(Code.Reductions.front()))
    return 1;
  uint64_t Wanted = Code.Items.size() <= 6    ? 4
                    : Code.Items.size() <= 20 ? 2
                                              : 1;
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
  E.emitLoop(B.getInt64(0), B.getInt64(Whole), Copies * Step, [&](V Index) {
    V IsFirst = B.CreateICmpEQ(Index, B.getInt64(0));
    if (Reverse)
      Index = B.CreateSub(B.getInt64(Extent - 1), Index);
    for (Shape.Copy = 0; Shape.Copy != Copies; ++Shape.Copy) {
      Shape.IsFirst = IsFirst;
      emitAt(Code, Depth,
             B.CreateAdd(Index, B.getInt64(uint64_t(Shape.Copy) * Step)));
    }
  });
  Shape.Copy = 0;
  Shape.IsFirst = nullptr;
  E.emitLoop(B.getInt64(Whole), B.getInt64(Steps * Step), Step,
             [&](V Index) { emitAt(Code, Depth, Index); });
  Shape.Lanes = Outside;
  bool HasRest = Steps * Step != Extent;
  if (HasRest)
    emitRest(Code, Depth, B.getInt64(Steps * Step), B.getInt64(Extent));
  Shape.IsFirst = nullptr;
  NestBody End(E, Code, Shape);
  Partial->finish(End, HasRest && !E.lanes().machine().HasMasks);
}

//===----------------------------------------------------------------------===//
// Streaming stores
//===----------------------------------------------------------------------===//

/// True if the nest stores whole cache lines and nothing else, many of them.
bool NestEmitter::mayStream(const NestCode &Code) const {
  // What stands before the first line is one masked vector, or single elements.
  int64_t LeastBytes = E.lanes().machine().HasMasks ? 64 : 16;
  bool Any = false;
  for (const NestItem &Item : Code.Items) {
    if (Item.V)
      continue;
    int64_t Size = accessSize(Item.O);
    const Access &A = Code.Accesses.find(Item.O)->second;
    if (!A.Affine || A.Strides[VectorDim] != Stride{Size, nullptr} ||
        !A.Terms.empty() || Size * Lanes < LeastBytes)
      return false;
    Any = true;
  }
  return Any && !E.isInLoop() && Code.Stores.empty() &&
         Code.Shape[VectorDim] >= 4 * int64_t(Lanes);
}

/// The address of a store's element Index of the loop that does vectors.
llvm::Value *NestEmitter::addressOf(Op *Store, V Index) {
  const NestFrame::Address &A = Frame.Addresses.find(Store)->second;
  V Result = A.Base;
  for (unsigned D = 0; D != A.Strides.size(); ++D)
    Result = B.CreateAdd(
        Result,
        B.CreateMul(D == VectorDim ? Index : Shape.Indices[D], A.Strides[D]));
  return Result;
}

/// First becomes the first element at which all stores begin a cache line, or
/// 0 if there is none. The result says whether stores bypass the caches.
llvm::Value *NestEmitter::emitStreamingTest(const NestCode &Code, V &First) {
  V Zero = B.getInt64(0), Aligned = B.getTrue();
  First = nullptr;
  for (const NestItem &Item : Code.Items) {
    if (Item.V)
      continue;
    if (!First) {
      V ToLine =
          B.CreateAnd(B.CreateNeg(addressOf(Item.O, Zero)), B.getInt64(63));
      First = B.CreateUDiv(ToLine, B.getInt64(accessSize(Item.O)));
    }
    V Past = B.CreateAnd(addressOf(Item.O, First), B.getInt64(63));
    Aligned = B.CreateAnd(Aligned, B.CreateIsNull(Past));
  }
  Aligned = B.CreateAnd(Aligned, B.CreateICmpULE(First, Limits[VectorDim]));
  // Without streaming too: stores across two lines take twice as long.
  First = B.CreateSelect(Aligned, First, Zero);
  return B.CreateAnd(E.streamFlag(), Aligned);
}

// The elements in front of the first cache line and those behind the last
// vector share one piece of code: a loop around all comes by twice.
void NestEmitter::emitStreaming(NestCode &Code, unsigned Depth) {
  V First;
  V Wanted = emitStreamingTest(Code, First);
  llvm::BasicBlock *Before = B.GetInsertBlock();
  llvm::BasicBlock *Ends = E.newBlock("ends"), *Main = E.newBlock("main");
  llvm::BasicBlock *After = E.newBlock("ends.done");
  B.CreateBr(Ends);
  B.SetInsertPoint(Ends);
  llvm::PHINode *Begin = B.CreatePHI(B.getInt64Ty(), 2);
  llvm::PHINode *End = B.CreatePHI(B.getInt64Ty(), 2);
  llvm::PHINode *IsFront = B.CreatePHI(B.getInt1Ty(), 2);
  Begin->addIncoming(B.getInt64(0), Before);
  End->addIncoming(First, Before);
  IsFront->addIncoming(B.getTrue(), Before);
  emitRest(Code, Depth, Begin, End);
  B.CreateCondBr(IsFront, Main, After);
  B.SetInsertPoint(Main);
  Shape.Streaming = Wanted;
  V MainEnd = emitVectors(Code, Depth, First);
  Shape.Streaming = nullptr;
  Begin->addIncoming(MainEnd, B.GetInsertBlock());
  End->addIncoming(Limits[VectorDim], B.GetInsertBlock());
  IsFront->addIncoming(B.getFalse(), B.GetInsertBlock());
  B.CreateBr(Ends);
  B.SetInsertPoint(After);
}
