//===- EmitNest.cpp - Loops over the elements of a tile -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost loop does whole vectors; what is left at its end is one vector
// under a mask, or single elements where vectors take no masks.
//
//===----------------------------------------------------------------------===//

#include "NestBody.h"
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
  void emitSlow();
  void emitCode(NestCode &Code, bool Vectors);
  void prepare(NestCode &Code);
  V limit(const NestCode &Code, unsigned Dim);
  V termLimit(const MaskTerm &T, int64_t Extent);
  unsigned chooseLanes(const NestCode &Code) const;
  void emitLoops(NestCode &Code, unsigned Dim);
  void emitInnermost(NestCode &Code);
  V emitVectors(NestCode &Code, V Begin, V Streaming);
  void emitRest(NestCode &Code, V Begin, V End);
  V firstLanes(V Count);
  void emitBody(NestCode &Code, V Index, unsigned BodyLanes,
                V LaneMask = nullptr, V Streaming = nullptr);
  bool mayStream(const NestCode &Code) const;
  void emitStreaming(NestCode &Code);
  V emitStreamingTest(const NestCode &Code, V &First);
  V addressOf(Op *Store, V Index);
  void addTraits(const NestCode &Code);

  KernelEmitter &E;
  LaneBuilder::Builder &B;
  Nest &N;
  NestFrame Frame;
  llvm::SmallVector<V, 4> Limits;
  llvm::SmallVector<V, 4> Indices;
  unsigned Lanes = 1;
};

} // namespace

void cpu::emitNest(KernelEmitter &E, Nest &N) { NestEmitter(E, N).emit(); }

void NestEmitter::emit() {
  E.resetZero();
  // Places first: both versions of the code must agree on them.
  for (const ScratchStore &S : N.Stores)
    E.writeSlot(S.Home);
  addTraits(N.Fast);
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
  emitSlow();
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
  Indices.clear();
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
  V First = E.lanes().extend64(Element, E.atZero(T.Index));
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
    else if (Item.O->type().elementType().isFloat())
      Consider(Item.O->type().elementType());
  }
  for (const ScratchStore &S : Code.Stores)
    Consider(S.V->type().elementType());
  uint64_t Most = E.lanes().machine().VectorBits / Bits;
  uint64_t Extent = Code.Shape.back();
  return llvm::bit_floor(std::min<uint64_t>(Most, Extent));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void NestEmitter::emitCode(NestCode &Code, bool Vectors) {
  prepare(Code);
  Lanes = Vectors ? chooseLanes(Code) : 1;
  emitLoops(Code, 0);
}

void NestEmitter::emitLoops(NestCode &Code, unsigned Dim) {
  if (Dim + 1 == Code.rank())
    return emitInnermost(Code);
  E.emitLoop(B.getInt64(0), Limits[Dim], 1, [&](V Index) {
    Indices.push_back(Index);
    emitLoops(Code, Dim + 1);
    Indices.pop_back();
  });
}

void NestEmitter::emitBody(NestCode &Code, V Index, unsigned BodyLanes,
                           V LaneMask, V Streaming) {
  BodyShape Shape;
  Shape.Frame = &Frame;
  Shape.Indices.assign(Indices.begin(), Indices.end());
  Shape.Indices.push_back(Index);
  Shape.Lanes = BodyLanes;
  Shape.LaneMask = LaneMask;
  Shape.Streaming = Streaming;
  NestBody(E, Code, Shape).run();
}

/// Whole vectors from Begin on. Returns the index behind them.
llvm::Value *NestEmitter::emitVectors(NestCode &Code, V Begin, V Streaming) {
  V Count = B.CreateAnd(B.CreateSub(Limits.back(), Begin),
                        B.getInt64(-int64_t(Lanes)));
  V End = B.CreateAdd(Begin, Count);
  E.emitLoop(Begin, End, Lanes, [&](V Index) {
    emitBody(Code, Index, Lanes, nullptr, Streaming);
  });
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
void NestEmitter::emitRest(NestCode &Code, V Begin, V End) {
  if (Begin == End)
    return;
  if (!E.lanes().machine().HasMasks) {
    E.emitLoop(Begin, End, 1, [&](V Index) { emitBody(Code, Index, 1); });
    return;
  }
  llvm::BasicBlock *Some = E.newBlock("rest"), *After = E.newBlock("rest.end");
  B.CreateCondBr(B.CreateICmpULT(Begin, End), Some, After);
  B.SetInsertPoint(Some);
  V Count = B.CreateTrunc(B.CreateSub(End, Begin), B.getInt32Ty());
  emitBody(Code, Begin, Lanes, firstLanes(Count));
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

void NestEmitter::emitInnermost(NestCode &Code) {
  V Zero = B.getInt64(0), Limit = Limits.back();
  if (Lanes == 1) {
    E.emitLoop(Zero, Limit, 1, [&](V Index) { emitBody(Code, Index, 1); });
    return;
  }
  if (mayStream(Code))
    return emitStreaming(Code);
  emitRest(Code, emitVectors(Code, Zero, nullptr), Limit);
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
    if (!llvm::isa<StoreOp>(Item.O))
      continue;
    int64_t Size = accessSize(Item.O);
    const Access &A = Code.Accesses.find(Item.O)->second;
    if (!A.Affine || A.Strides.back() != Stride{Size, nullptr} ||
        !A.Terms.empty() || Size * Lanes < LeastBytes)
      return false;
    Any = true;
  }
  return Any && !E.isInLoop() && Code.Stores.empty() &&
         Code.Shape.back() >= 4 * int64_t(Lanes);
}

/// The address of a store's element Index of the innermost loop.
llvm::Value *NestEmitter::addressOf(Op *Store, V Index) {
  const NestFrame::Address &A = Frame.Addresses.find(Store)->second;
  V Result = A.Base;
  for (auto [Outer, Stride] : llvm::zip(Indices, A.Strides))
    Result = B.CreateAdd(Result, B.CreateMul(Outer, Stride));
  return B.CreateAdd(Result, B.CreateMul(Index, A.Strides.back()));
}

/// First becomes the first element at which all stores begin a cache line, or
/// 0 if there is none. The result says whether stores bypass the caches.
llvm::Value *NestEmitter::emitStreamingTest(const NestCode &Code, V &First) {
  V Zero = B.getInt64(0), Aligned = B.getTrue();
  First = nullptr;
  for (const NestItem &Item : Code.Items) {
    if (!llvm::isa<StoreOp>(Item.O))
      continue;
    if (!First) {
      V ToLine =
          B.CreateAnd(B.CreateNeg(addressOf(Item.O, Zero)), B.getInt64(63));
      First = B.CreateUDiv(ToLine, B.getInt64(accessSize(Item.O)));
    }
    V Past = B.CreateAnd(addressOf(Item.O, First), B.getInt64(63));
    Aligned = B.CreateAnd(Aligned, B.CreateIsNull(Past));
  }
  Aligned = B.CreateAnd(Aligned, B.CreateICmpULE(First, Limits.back()));
  // Without streaming too: stores across two lines take twice as long.
  First = B.CreateSelect(Aligned, First, Zero);
  return B.CreateAnd(E.streamFlag(), Aligned);
}

// The elements in front of the first cache line and those behind the last
// vector share one piece of code: a loop around all comes by twice.
void NestEmitter::emitStreaming(NestCode &Code) {
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
  emitRest(Code, Begin, End);
  B.CreateCondBr(IsFront, Main, After);
  B.SetInsertPoint(Main);
  V MainEnd = emitVectors(Code, First, Wanted);
  Begin->addIncoming(MainEnd, B.GetInsertBlock());
  End->addIncoming(Limits.back(), B.GetInsertBlock());
  IsFront->addIncoming(B.getFalse(), B.GetInsertBlock());
  B.CreateBr(Ends);
  B.SetInsertPoint(After);
}
