//===- EmitPlaces.cpp - Where the values of a kernel are ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestBody.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::cpu;

//===----------------------------------------------------------------------===//
// Scratch
//===----------------------------------------------------------------------===//

// Whole cache lines, and one vector more: the last one may be read in full.
llvm::Value *KernelEmitter::allocate(Type Tile, uint64_t &Arena, V Base) {
  uint64_t Bytes = Tile.numElements() * Tile.elementType().byteSize();
  V Place = B.CreateConstGEP1_64(B.getInt8Ty(), Base, Arena);
  Arena += llvm::alignTo(Bytes + 512, 64);
  return Place;
}

llvm::Value *KernelEmitter::readSlot(Value *Val) {
  assert(Slots.count(Val) && "a tile that no nest has written");
  return Slots[Val].Read;
}

llvm::Value *KernelEmitter::writeSlot(Value *Home) {
  Slot &S = Slots[Home];
  if (!S.Write) {
    // In the entry block, as other blocks read it too.
    LaneBuilder::Builder::InsertPointGuard Guard(B);
    B.SetInsertPoint(F->getEntryBlock().getTerminator());
    S.Read = S.Write = allocate(Home->type(), SlotBytes, Scratch);
  }
  return S.Write;
}

void KernelEmitter::useTemporarySlot(Value *Val) {
  Slot &S = Slots[Val];
  if (S.Write)
    return;
  S.Read = S.Write = allocate(Val->type(), TemporaryBytes, Temporaries);
  TemporarySlots.push_back(Val);
  MaxTemporaryBytes = std::max(MaxTemporaryBytes, TemporaryBytes);
}

void KernelEmitter::releaseTemporarySlots() {
  for (Value *Val : TemporarySlots)
    Slots.erase(Val);
  TemporarySlots.clear();
  TemporaryBytes = 0;
}

//===----------------------------------------------------------------------===//
// Lane 0
//===----------------------------------------------------------------------===//

/// A nest without loops.
struct KernelEmitter::ZeroLane {
  NestCode Code;
  NestBody Body;
  explicit ZeroLane(KernelEmitter &E) : Body(E, Code, {}) {}
};

void KernelEmitter::resetZero() { Zero.reset(); }

llvm::Value *KernelEmitter::atLane(Value *Val, int64_t Lane) {
  if (!Val->type().isTile())
    return scalar(Val);
  if (!Zero)
    Zero = std::make_shared<ZeroLane>(*this);
  NestCode &Code = Zero->Code;
  unsigned Map = Code.laneMap(Lane);
  auto IsLeaf = [&](Value *Leaf, unsigned LeafMap) {
    return Zero->Body.has(Leaf, LeafMap);
  };
  Code.Items.clear();
  ItemCollector(Code, IsLeaf).require(Val, Map);
  Zero->Body.run();
  return Zero->Body.value(Val, Map);
}

/// The scalars a tile of one or two elements, in scratch, becomes.
void KernelEmitter::emitFromTile(Op *O) {
  Value *Tile = O->operand(0);
  for (unsigned I = 0; I != O->numResults(); ++I) {
    if (!Tile->type().isTile()) {
      Scalars[O->result(I)] = scalar(Tile);
      continue;
    }
    Type Element = Tile->type();
    llvm::Type *Ty = Lanes.memoryType(Element.elementType());
    V Address = B.CreateConstGEP1_64(Ty, readSlot(Tile), I);
    V Raw = B.CreateAlignedLoad(Ty, Address, llvm::Align(1));
    Scalars[O->result(I)] = Lanes.fromMemory(Element.elementType(), Raw);
  }
}

llvm::Value *KernelEmitter::newVariable(llvm::Type *Ty) {
  LaneBuilder::Builder::InsertPointGuard Guard(B);
  B.SetInsertPoint(F->getEntryBlock().getTerminator());
  return B.CreateAlloca(Ty);
}
