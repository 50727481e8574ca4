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
  void emitVectors(NestCode &Code, V Begin, bool Streaming, V &End);
  void emitRest(NestCode &Code, V Begin, V End);
  void emitBody(NestCode &Code, V Index, unsigned Lanes, V LaneMask = nullptr,
                bool Streaming = false);
  V streamingStart(NestCode &Code);
  V misaligned(Op *Store, V Bytes);
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
      E.traits().StreamedBytes +=
          Elements *
          accessPointer(O)->type().elementType().pointee().byteSize();
  uint64_t Cost =
      Elements * (Code.Accesses.size() * 4 + Code.Items.size()) / 32;
  E.traits().ProgramCost += E.isInLoop() ? 100 * Cost : Cost;
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
                           V LaneMask, bool Streaming) {
  BodyShape Shape;
  Shape.Frame = &Frame;
  Shape.Indices.assign(Indices.begin(), Indices.end());
  Shape.Indices.push_back(Index);
  Shape.Lanes = BodyLanes;
  Shape.LaneMask = LaneMask;
  Shape.Streaming = Streaming;
  NestBody(E, Code, Shape).run();
}

/// Whole vectors from Begin on; End receives the index behind them.
void NestEmitter::emitVectors(NestCode &Code, V Begin, bool Streaming, V &End) {
  V Count = B.CreateAnd(B.CreateSub(Limits.back(), Begin),
                        B.getInt64(-int64_t(Lanes)));
  End = B.CreateAdd(Begin, Count);
  E.emitLoop(Begin, End, Lanes, [&](V Index) {
    emitBody(Code, Index, Lanes, nullptr, Streaming);
  });
}

/// The elements Begin..End-1, fewer than one vector.
void NestEmitter::emitRest(NestCode &Code, V Begin, V End) {
  if (Begin == End)
    return;
  if (!E.lanes().machine().HasMasks || Lanes == 1) {
    E.emitLoop(Begin, End, 1, [&](V Index) { emitBody(Code, Index, 1); });
    return;
  }
  llvm::BasicBlock *Some = E.newBlock("rest"), *After = E.newBlock("rest.end");
  B.CreateCondBr(B.CreateICmpULT(Begin, End), Some, After);
  B.SetInsertPoint(Some);
  V Count = B.CreateTrunc(B.CreateSub(End, Begin), B.getInt32Ty());
  V Mask = B.CreateIntrinsic(
      llvm::Intrinsic::get_active_lane_mask,
      {llvm::FixedVectorType::get(B.getInt1Ty(), Lanes), B.getInt32Ty()},
      {B.getInt32(0), Count});
  emitBody(Code, Begin, Lanes, Mask);
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

void NestEmitter::emitInnermost(NestCode &Code) {
  V Zero = B.getInt64(0), Limit = Limits.back(), End;
  if (Lanes == 1) {
    E.emitLoop(Zero, Limit, 1, [&](V Index) { emitBody(Code, Index, 1); });
    return;
  }
  V Start = streamingStart(Code);
  if (!Start) {
    emitVectors(Code, Zero, /*Streaming=*/false, End);
    return emitRest(Code, End, Limit);
  }
  // A start beyond the limit says that streaming is not wanted.
  llvm::BasicBlock *Stream = E.newBlock("stream"), *Plain = E.newBlock("plain");
  llvm::BasicBlock *Join = E.newBlock("joined");
  B.CreateCondBr(B.CreateICmpULE(Start, Limit), Stream, Plain);
  B.SetInsertPoint(Stream);
  emitRest(Code, Zero, Start);
  V StreamEnd;
  emitVectors(Code, Start, /*Streaming=*/true, StreamEnd);
  llvm::BasicBlock *StreamExit = B.GetInsertBlock();
  B.CreateBr(Join);
  B.SetInsertPoint(Plain);
  emitVectors(Code, Zero, /*Streaming=*/false, End);
  llvm::BasicBlock *PlainExit = B.GetInsertBlock();
  B.CreateBr(Join);
  B.SetInsertPoint(Join);
  llvm::PHINode *Rest = B.CreatePHI(B.getInt64Ty(), 2);
  Rest->addIncoming(StreamEnd, StreamExit);
  Rest->addIncoming(End, PlainExit);
  emitRest(Code, Rest, Limit);
}

//===----------------------------------------------------------------------===//
// Streaming stores
//===----------------------------------------------------------------------===//

/// True if the store at Bytes behind its first element is not at the start of
/// a cache line.
llvm::Value *NestEmitter::misaligned(Op *Store, V Skipped) {
  uint64_t Size =
      accessPointer(Store)->type().elementType().pointee().byteSize();
  V Address = Frame.Addresses[Store].Base;
  for (auto [Index, Stride] :
       llvm::zip(Indices, Frame.Addresses[Store].Strides))
    Address = B.CreateAdd(Address, B.CreateMul(Index, Stride));
  Address = B.CreateAdd(Address, B.CreateMul(Skipped, B.getInt64(Size)));
  return B.CreateIsNotNull(B.CreateAnd(Address, B.getInt64(63)));
}

/// How many elements to do before stores bypass the caches, so that they
/// write whole cache lines; all ones if they shall not. Null if this nest
/// never streams.
llvm::Value *NestEmitter::streamingStart(NestCode &Code) {
  // The head is one masked vector, or elements one by one.
  int64_t LeastBytes = E.lanes().machine().HasMasks ? 64 : 16;
  llvm::SmallVector<Op *, 2> Stores;
  for (const NestItem &Item : Code.Items) {
    if (!llvm::isa<StoreOp>(Item.O))
      continue;
    int64_t Size =
        accessPointer(Item.O)->type().elementType().pointee().byteSize();
    const Access &A = Code.Accesses[Item.O];
    bool Whole = A.Affine && A.Strides.back() == Stride{Size, nullptr} &&
                 A.Terms.empty() && Size * Lanes >= LeastBytes;
    if (!Whole)
      return nullptr;
    Stores.push_back(Item.O);
  }
  if (Stores.empty() || E.isInLoop() || !Code.Stores.empty() ||
      Code.Shape.back() < 4 * int64_t(Lanes))
    return nullptr;
  V First = Frame.Addresses[Stores.front()].Base;
  for (auto [Index, Stride] :
       llvm::zip(Indices, Frame.Addresses[Stores.front()].Strides))
    First = B.CreateAdd(First, B.CreateMul(Index, Stride));
  uint64_t Size =
      accessPointer(Stores.front())->type().elementType().pointee().byteSize();
  V ToLine = B.CreateAnd(B.CreateNeg(First), B.getInt64(63));
  V Start = B.CreateUDiv(ToLine, B.getInt64(Size));
  V Wanted = E.streamFlag();
  for (Op *Store : Stores)
    Wanted = B.CreateAnd(Wanted, B.CreateNot(misaligned(Store, Start)));
  return B.CreateSelect(Wanted, Start, B.getInt64(-1));
}
