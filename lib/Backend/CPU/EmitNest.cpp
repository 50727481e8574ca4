//===- EmitNest.cpp - Loops over the elements of a tile -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest as a whole: with conditions it has two versions. What is the same for
// all elements comes in front of the loops.
//
//===----------------------------------------------------------------------===//

#include "NestConditions.h"
#include "NestEmitter.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::cpu;

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
    emitCode(Code, /*Vectors=*/N.SlowGathers);
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

void NestEmitter::emitCode(NestCode &Code, bool Vectors) {
  prepare(Code);
  chooseOrder(Code);
  Lanes = Vectors ? chooseLanes(Code) : 1;
  Partial.reset();
  if (!Code.Reductions.empty())
    Partial = std::make_unique<Accumulators>(E, Code, Results);
  Shape.Partial = Partial.get();
  Shape.Holding = Code.Bounds;
  Splits.clear();
  if (Lanes != 1)
    findSplits(Code);
  emitLoops(Code, 0);
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

/// More of a body than this is not worth having twice.
static constexpr unsigned MaxSplitItems = 30;

/// True for a load that fills operands of products, which is little work
/// beside theirs.
static bool feedsProducts(Op *O) {
  auto IsProduct = [](const Use &U) { return llvm::isa<DotOp>(U.owner()); };
  return llvm::isa<LoadOp>(O) && llvm::all_of(O->result()->uses(), IsProduct);
}

// Without masks a loop does nearly twice as many vectors per unit of time, if
// its data are near.
void NestEmitter::findSplits(NestCode &Code) {
  if (Code.Items.size() > MaxSplitItems ||
      llvm::all_of(N.Accesses, feedsProducts) ||
      !llvm::all_of(Code.Reductions,
                    [&](Op *O) { return Partial->identity(O); }))
    return;
  SplitLimit = Limits[VectorDim];
  for (const NestItem &Item : Code.Items) {
    if (!Item.V || !Item.V->type().elementType().isBool() || isAccess(Item.O))
      continue;
    auto Term = boundingTerm(Code, Item.V, Item.Map, E.affine());
    if (!Term || !Term->Index || Term->Dim != VectorDim)
      continue;
    llvm::SmallVector<Value *, 4> Facts;
    E.affine().addFitFacts(Term->Index, Facts);
    if (!llvm::all_of(Facts, [&](Value *Fact) {
          return llvm::is_contained(N.MustFit, Fact);
        }))
      continue;
    Splits.push_back(*Term);
    SplitLimit =
        B.CreateBinaryIntrinsic(llvm::Intrinsic::umin, SplitLimit,
                                termLimit(*Term, Code.Shape[VectorDim]));
  }
  if (!Splits.empty())
    Splits.append(Code.Bounds);
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
