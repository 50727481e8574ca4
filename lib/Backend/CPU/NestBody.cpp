//===- NestBody.cpp - What a loop nest does for some elements -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestBody.h"
#include "EmitReduce.h"

using namespace mt;
using namespace mt::cpu;

void NestBody::run() {
  for (const MaskTerm &T : Shape.Holding)
    Values[{T.V, T.Map}] = B.getTrue();
  for (const NestItem &Item : Code.Items)
    emitItem(Item);
  // All values first: a store may overwrite what another one is computed from.
  unsigned Identity = Code.identityMap();
  for (const ScratchStore &S : Code.Stores)
    value(S.V, Identity);
  for (const ScratchStore &S : Code.Stores)
    writeLanes(S.Home, Code.intern(S.Lanes), value(S.V, Identity));
  if (Shape.Partial)
    Shape.Partial->step(*this);
}

llvm::Value *NestBody::value(Value *Val, unsigned Map) {
  if (!Val->type().isTile())
    return E.scalar(Val);
  V &Known = Values[{Val, Map}];
  if (!Known) {
    V Read = readSlot(Val, Map);
    return Values[{Val, Map}] = Read; // the reference may have moved
  }
  return Known;
}

/// A value used by an access, lined up with the nest.
llvm::Value *NestBody::operand(Value *Val) {
  return value(Val, Code.alignedMap(Val->type().shape()));
}

void NestBody::emitItem(const NestItem &Item) {
  if (auto *S = llvm::dyn_cast<StoreOp>(Item.O))
    return store(S);
  if (auto *A = llvm::dyn_cast<AssertOp>(Item.O))
    return assertion(A);
  if (has(Item.V, Item.Map))
    return;
  V Result = compute(Item);
  Values[{Item.V, Item.Map}] = Result;
}

llvm::Value *NestBody::compute(const NestItem &Item) {
  Op *O = Item.O;
  if (auto *L = llvm::dyn_cast<LoadOp>(O))
    return load(L);
  if (isAtomic(O))
    return atomic(O);
  if (auto *A = llvm::dyn_cast<ArangeOp>(O))
    return arange(A, Item.Map);
  if (auto *G = llvm::dyn_cast<GatherOp>(O))
    return gather(G, Item.Map);
  if (llvm::isa<ZerosOp, EmptyOp>(O))
    return llvm::Constant::getNullValue(
        Lanes.registerType(O->type().elementType()));
  Sources From = *Code.sources(Item.V, Item.Map);
  if (O->hasTrait(OT_Elementwise))
    return elementwise(O, From);
  // Rearranged, or the same in all lanes.
  return value(From[0].V, Code.intern(From[0].Map));
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

llvm::Value *NestBody::laneNumbers(llvm::Type *Int) {
  llvm::SmallVector<llvm::Constant *, 64> Numbers;
  for (unsigned I = 0; I != Shape.Lanes; ++I)
    Numbers.push_back(llvm::ConstantInt::get(Int, I));
  return llvm::ConstantVector::get(Numbers);
}

llvm::Value *NestBody::firstLane(const LaneMap &M) {
  V Lane = B.getInt64(M.Offset);
  for (auto [Index, Stride] : llvm::zip(Shape.Indices, M.Strides))
    if (Stride)
      Lane = B.CreateAdd(Lane, B.CreateMul(Index, B.getInt64(Stride)));
  return Lane;
}

llvm::Value *NestBody::everyLane(const LaneMap &M) {
  V First = firstLane(M);
  if (!step(M))
    return First;
  V Steps = B.CreateMul(laneNumbers(B.getInt64Ty()),
                        Lanes.splat(B.getInt64(step(M)), Shape.Lanes));
  return B.CreateAdd(Lanes.splat(First, Shape.Lanes), Steps);
}

llvm::Value *NestBody::arange(const ArangeOp *O, unsigned Map) {
  const LaneMap &M = Code.map(Map);
  V Start = B.getInt32(O->start());
  V First = B.CreateAdd(B.CreateTrunc(firstLane(M), B.getInt32Ty()), Start);
  if (!step(M))
    return First;
  V Steps = B.CreateMul(laneNumbers(B.getInt32Ty()),
                        Lanes.splat(B.getInt32(step(M)), Shape.Lanes));
  return B.CreateAdd(Lanes.splat(First, Shape.Lanes), Steps);
}

llvm::Value *NestBody::elementwise(const Op *O, llvm::ArrayRef<Source> From) {
  llvm::SmallVector<V, 3> Operands;
  bool AnyVector = false;
  for (const Source &S : From) {
    Operands.push_back(value(S.V, Code.intern(S.Map)));
    AnyVector |= Operands.back()->getType()->isVectorTy();
  }
  if (AnyVector)
    for (V &Operand : Operands)
      Operand = Lanes.splat(Operand, Shape.Lanes);
  return Lanes.emit(O, Operands);
}

// An index outside the axis reads element 0 of it.
llvm::Value *NestBody::gather(const GatherOp *O, unsigned Map) {
  llvm::ArrayRef<int64_t> Extents = O->source()->type().shape();
  int64_t Extent = Extents[O->axis()], Pitch = 1;
  for (int64_t Inner : Extents.drop_front(O->axis() + 1))
    Pitch *= Inner;
  Coordinates C = *coordinatesOf(Code.map(Map), Code.Shape, O->type().shape());
  C[O->axis()] = LaneMap();
  C[O->axis()].Strides.resize(Code.rank());
  V Index = value(O->index(), Map);
  V Rest = everyLane(laneMapOf(C, Extents, Code.rank()));
  if (Index->getType()->isVectorTy() || Rest->getType()->isVectorTy()) {
    Index = Lanes.splat(Index, Shape.Lanes);
    Rest = Lanes.splat(Rest, Shape.Lanes);
  }
  auto Same = [&](int64_t N) {
    return llvm::ConstantInt::get(Rest->getType(), N);
  };
  Index = Lanes.extend64(O->index()->type().elementType(), Index);
  V Inside = B.CreateICmpULT(Index, Same(Extent));
  Index = B.CreateSelect(Inside, Index, Same(0));
  V Lane = B.CreateAdd(Rest, B.CreateMul(Index, Same(Pitch)));
  Type Element = O->type().elementType();
  llvm::Type *Ty = Lanes.memoryType(Element);
  V Address = B.CreateGEP(Ty, E.readSlot(O->source()), Lane);
  V Read = Address->getType()->isVectorTy()
               ? V(B.CreateMaskedGather(vectorOf(Ty), Address, llvm::Align(1),
                                        allLanes()))
               : V(B.CreateAlignedLoad(Ty, Address, llvm::Align(1)));
  return Lanes.fromMemory(Element, Read);
}
