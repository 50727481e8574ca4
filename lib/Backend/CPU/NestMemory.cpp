//===- NestMemory.cpp - Loads and stores of a loop nest -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestBody.h"
#include <numeric>

using namespace mt;
using namespace mt::cpu;

static const llvm::Align Unaligned;

//===----------------------------------------------------------------------===//
// Addresses and masks
//===----------------------------------------------------------------------===//

/// The address of the first lane of an affine access.
llvm::Value *NestBody::firstAddress(Op *O) {
  const NestFrame::Address &A = Shape.Frame->Addresses.find(O)->second;
  V Address = A.Base;
  for (auto [Index, Stride] : llvm::zip(Shape.Indices, A.Strides))
    Address = B.CreateAdd(Address, B.CreateMul(Index, Stride));
  return Address;
}

/// The addresses of all lanes, as a vector of i64.
llvm::Value *NestBody::laneAddresses(Op *O, const Access &A) {
  if (!A.Affine)
    return Lanes.splat(operand(accessPointer(O)), Shape.Lanes);
  V First = Lanes.splat(firstAddress(O), Shape.Lanes);
  V Stride = Shape.Frame->Addresses.find(O)->second.Strides[Code.vectorDim()];
  V Steps = B.CreateMul(laneNumbers(B.getInt64Ty()),
                        Lanes.splat(Stride, Shape.Lanes));
  return B.CreateAdd(First, Steps);
}

/// The lanes an access touches: a vector, or a scalar with one lane. Null =
/// all of them.
llvm::Value *NestBody::mask(const Access &A) {
  V Result = Shape.LaneMask;
  for (const MaskTerm &Term : A.Terms) {
    V Holds = value(Term.V, Term.Map);
    if (auto *Known = llvm::dyn_cast<llvm::ConstantInt>(Holds);
        Known && Known->isOne())
      continue;
    Holds = Lanes.splat(Holds, Shape.Lanes);
    Result = Result ? B.CreateAnd(Result, Holds) : Holds;
  }
  return Result;
}

/// What masked-off lanes hold, as a scalar or vector; null if nobody asks.
llvm::Value *NestBody::other(const LoadOp *O, const Access &A) {
  if (A.Terms.empty() || !O->other())
    return nullptr;
  return operand(O->other());
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

llvm::Value *NestBody::load(LoadOp *O) {
  const Access &A = Code.Accesses.find(O)->second;
  V Mask = mask(A);
  if (Shape.Lanes != 1)
    return vectorLoad(O, A, Mask);
  V Address = A.Affine ? firstAddress(O) : operand(O->ptr());
  return E.emitLoad(O, Address, Mask, other(O, A));
}

llvm::Value *NestBody::vectorLoad(LoadOp *O, const Access &A, V Mask) {
  Type Element = O->type().elementType();
  if (A.Affine) {
    Stride Inner = A.Strides[Code.vectorDim()];
    if (Inner == Stride{int64_t(Element.byteSize()), nullptr})
      return contiguousLoad(O, firstAddress(O), Mask, other(O, A));
    // One address; at least its first lane is an element.
    if (Inner.isZero() && A.Terms.empty())
      return E.emitLoad(O, firstAddress(O), nullptr, nullptr);
  }
  llvm::Type *Ty = vectorOf(Lanes.memoryType(Element));
  V Pointers = B.CreateIntToPtr(laneAddresses(O, A), vectorOf(B.getPtrTy()));
  V Other = other(O, A);
  V Through = Other ? Lanes.toMemory(Element, Lanes.splat(Other, Shape.Lanes))
                    : llvm::Constant::getNullValue(Ty);
  V All = B.getAllOnesMask(llvm::ElementCount::getFixed(Shape.Lanes));
  V Loaded =
      B.CreateMaskedGather(Ty, Pointers, Unaligned, Mask ? Mask : All, Through);
  return Lanes.fromMemory(Element, Loaded);
}

llvm::Value *NestBody::contiguousLoad(const LoadOp *O, V Address, V Mask,
                                      V Other) {
  Type Element = O->type().elementType();
  llvm::Type *Ty = vectorOf(Lanes.memoryType(Element));
  V Pointer = B.CreateIntToPtr(Address, B.getPtrTy());
  V Loaded;
  if (!Mask) {
    Loaded = B.CreateAlignedLoad(Ty, Pointer, Unaligned, O->isVolatile());
  } else {
    V Through = Other ? Lanes.toMemory(Element, Lanes.splat(Other, Shape.Lanes))
                      : llvm::Constant::getNullValue(Ty);
    Loaded = B.CreateMaskedLoad(Ty, Pointer, Unaligned, Mask, Through);
  }
  return Lanes.fromMemory(Element, Loaded);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void NestBody::store(StoreOp *O) {
  const Access &A = Code.Accesses.find(O)->second;
  V Mask = mask(A);
  if (Shape.Lanes != 1)
    return vectorStore(O, A, Mask);
  V Data = operand(O->value());
  V Address = A.Affine ? firstAddress(O) : operand(O->ptr());
  E.emitStore(O->value()->type().elementType(), Address, Data, Mask);
}

void NestBody::vectorStore(StoreOp *O, const Access &A, V Mask) {
  Type Element = O->value()->type().elementType();
  V Data =
      Lanes.toMemory(Element, Lanes.splat(operand(O->value()), Shape.Lanes));
  bool Contiguous =
      A.Affine && A.Strides[Code.vectorDim()] ==
                      Stride{int64_t(Element.byteSize()), nullptr};
  if (Contiguous)
    return contiguousStore(Element, firstAddress(O), Data, Mask);
  V Pointers = B.CreateIntToPtr(laneAddresses(O, A), vectorOf(B.getPtrTy()));
  V All = B.getAllOnesMask(llvm::ElementCount::getFixed(Shape.Lanes));
  // A scatter writes its lanes in order, so the last of equal addresses wins,
  // as it does one lane at a time.
  B.CreateMaskedScatter(Data, Pointers, Unaligned, Mask ? Mask : All);
}

/// Vector with lanes of zeros behind it, Wide in all.
llvm::Value *NestBody::widened(V Vector, unsigned Wide) {
  llvm::SmallVector<int, 16> Indices(Wide, Shape.Lanes);
  std::iota(Indices.begin(), Indices.begin() + Shape.Lanes, 0);
  V Zeros = llvm::Constant::getNullValue(Vector->getType());
  return B.CreateShuffleVector(Vector, Zeros, Indices);
}

// LLVM 22 makes a masked store a store of one element where it finds that just
// this lane holds. With AVX-512 it then forgets that a truncation was merged
// into the store, and writes the wide element over the neighbours. So it must
// never know masks of stores of what may be truncated, not even while it
// selects instructions.
void NestBody::maskedStore(V Data, V Pointer, V Mask) {
  llvm::Type *Element = Data->getType()->getScalarType();
  unsigned Bits = Element->getScalarSizeInBits(), Wide = 128 / Bits;
  bool MayBeTruncated = Element->isIntegerTy() ? Bits < 64 : Bits < 32;
  if (MayBeTruncated && Lanes.machine().HasMasks) {
    if (Shape.Lanes >= Wide) {
      Mask = B.CreateAnd(Mask, Lanes.splat(E.alwaysTrue(), Shape.Lanes));
    } else {
      // A vector shorter than a register is widened with lanes that are off.
      // LLVM does it too, but leaves bits of a splat mask set there, so the
      // lanes are named by an integer.
      Data = widened(Data, Wide);
      Mask = widened(Mask, Wide);
      V On = B.CreateSelect(E.alwaysTrue(),
                            B.getIntN(Wide, (1u << Shape.Lanes) - 1),
                            B.getIntN(Wide, 0));
      Mask = B.CreateAnd(Mask, B.CreateBitCast(On, Mask->getType()));
    }
  }
  B.CreateMaskedStore(Data, Pointer, Unaligned, Mask);
}

void NestBody::contiguousStore(Type Element, V Address, V Data, V Mask) {
  V Pointer = B.CreateIntToPtr(Address, B.getPtrTy());
  if (Mask)
    return maskedStore(Data, Pointer, Mask);
  if (Shape.Streaming)
    return streamingStore(Element, Pointer, Data);
  B.CreateAlignedStore(Data, Pointer, Unaligned);
}

// A branch per vector rather than a second loop: it costs nothing next to the
// memory, and loop bodies cost time to compile.
void NestBody::streamingStore(Type Element, V Pointer, V Data) {
  llvm::BasicBlock *Around = E.newBlock("around"), *Into = E.newBlock("into");
  llvm::BasicBlock *After = E.newBlock("written");
  B.CreateCondBr(Shape.Streaming, Around, Into);
  B.SetInsertPoint(Around);
  uint64_t Bytes = uint64_t(Shape.Lanes) * Element.byteSize();
  llvm::Align Alignment(std::min<uint64_t>(Bytes, 64));
  llvm::StoreInst *Store = B.CreateAlignedStore(Data, Pointer, Alignment);
  llvm::Metadata *One = llvm::ConstantAsMetadata::get(B.getInt32(1));
  Store->setMetadata(llvm::LLVMContext::MD_nontemporal,
                     llvm::MDNode::get(B.getContext(), One));
  B.CreateBr(After);
  B.SetInsertPoint(Into);
  B.CreateAlignedStore(Data, Pointer, Unaligned);
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

llvm::Value *NestBody::atomic(Op *O) {
  llvm::SmallVector<V, 2> Operands;
  for (const Use &U : atomicValues(O))
    Operands.push_back(operand(U.get()));
  return E.emitAtomic(O, operand(O->operand(0)), Operands,
                      mask(Code.Accesses.find(O)->second));
}

//===----------------------------------------------------------------------===//
// Scratch
//===----------------------------------------------------------------------===//

/// The address of the first lane of a tile in scratch, which is row-major.
llvm::Value *NestBody::slotAddress(Value *Val, unsigned Map, bool Write) {
  V Base = Write ? E.writeSlot(Val) : E.readSlot(Val);
  return B.CreateGEP(Lanes.memoryType(Val->type().elementType()), Base,
                     firstLane(Code.map(Map)));
}

llvm::Value *NestBody::readSlot(Value *Val, unsigned Map) {
  Type Element = Val->type().elementType();
  llvm::Type *Ty = Lanes.memoryType(Element);
  const LaneMap &M = Code.map(Map);
  int64_t Step = step(M);
  auto Read = [&](llvm::Type *Ty, V Address) {
    return B.CreateAlignedLoad(Ty, Address, Unaligned);
  };
  if (!Step)
    return Lanes.fromMemory(Element,
                            Read(Ty, slotAddress(Val, Map, /*Write=*/false)));
  if (Step == 1) // slots end in room for one vector
    return Lanes.fromMemory(
        Element, Read(vectorOf(Ty), slotAddress(Val, Map, /*Write=*/false)));
  if (Step == -1 && !Shape.LaneMask) {
    V Last = B.CreateGEP(Ty, slotAddress(Val, Map, /*Write=*/false),
                         B.getInt64(-int64_t(Shape.Lanes - 1)));
    V Reversed = B.CreateVectorReverse(Read(vectorOf(Ty), Last));
    return Lanes.fromMemory(Element, Reversed);
  }
  V Addresses = B.CreateGEP(Ty, E.readSlot(Val), everyLane(M));
  V Gathered =
      B.CreateMaskedGather(vectorOf(Ty), Addresses, Unaligned, allLanes());
  return Lanes.fromMemory(Element, Gathered);
}

void NestBody::writeLanes(Value *Home, unsigned Map, V Data) {
  Type Element = Home->type().elementType();
  // A value that is equal in all lanes stays a scalar until here.
  Data = Lanes.toMemory(Element, Lanes.splat(Data, Shape.Lanes));
  const LaneMap &M = Code.map(Map);
  if (Shape.Lanes != 1 && step(M) != 1) {
    V Addresses =
        B.CreateGEP(Lanes.memoryType(Element), E.writeSlot(Home), everyLane(M));
    B.CreateMaskedScatter(Data, Addresses, Unaligned, allLanes());
    return;
  }
  V Address = slotAddress(Home, Map, /*Write=*/true);
  if (Shape.LaneMask && Shape.Lanes != 1)
    maskedStore(Data, Address, Shape.LaneMask);
  else
    B.CreateAlignedStore(Data, Address, Unaligned);
}
