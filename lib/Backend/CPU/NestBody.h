//===- NestBody.h - What a loop nest does for some elements -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_NESTBODY_H
#define MYTRITON_BACKEND_CPU_NESTBODY_H

#include "Emitter.h"

namespace mt::cpu {

/// What is the same for all elements of a nest: emitted once in front of it.
struct NestFrame {
  struct Address {
    llvm::Value *Base;                           ///< of lane 0, i64
    llvm::SmallVector<llvm::Value *, 2> Strides; ///< in bytes, i64, per loop
  };
  llvm::DenseMap<Op *, Address> Addresses;
};

/// Which elements a body works on, and how.
struct BodyShape {
  const NestFrame *Frame = nullptr;
  /// Current index of each loop, i64; of the first lane in the innermost one.
  llvm::SmallVector<llvm::Value *, 4> Indices;
  /// Lanes along the innermost loop. With one lane no vectors occur.
  unsigned Lanes = 1;
  /// The lanes that are elements; null = all.
  llvm::Value *LaneMask = nullptr;
  /// If this i1 holds, contiguous stores bypass the caches; their addresses are
  /// then multiples of a vector. Null = they never do.
  llvm::Value *Streaming = nullptr;
  /// Comparisons known to hold.
  llvm::ArrayRef<MaskTerm> Holding;
  /// Where reductions go, and which of the independent partial results.
  class Accumulators *Partial = nullptr;
  unsigned Copy = 0;
  /// If this i1 holds, the partial result has no elements yet. Null = it has.
  llvm::Value *IsFirst = nullptr;
};

/// Emits the items of a nest for one vector of elements. A value that is equal
/// in all lanes stays a scalar until it meets a vector.
class NestBody {
public:
  using V = llvm::Value *;
  NestBody(KernelEmitter &E, NestCode &Code, BodyShape Shape)
      : E(E), B(E.builder()), Lanes(E.lanes()), Code(Code), Shape(Shape) {}

  /// Emits all items, then the writes to scratch and the steps of reductions.
  void run();
  bool has(Value *Val, unsigned Map) const {
    return Values.count({Val, Map}) != 0;
  }
  /// The value at a map: a scalar, a vector, or read from scratch.
  V value(Value *Val, unsigned Map);
  /// Writes elements, by value or vector, where scratch holds Home's lanes Map.
  void writeLanes(Value *Home, unsigned Map, V Data);
  const BodyShape &shape() const { return Shape; }

private:
  void emitItem(const NestItem &Item);
  V compute(const NestItem &Item);
  V arange(const ArangeOp *O, unsigned Map);
  V elementwise(const Op *O, llvm::ArrayRef<Source> From);
  V gather(const GatherOp *O, unsigned Map);

  // NestMemory.cpp
  V load(LoadOp *O);
  void store(StoreOp *O);
  V atomic(Op *O);
  void assertion(AssertOp *O);
  V vectorLoad(LoadOp *O, const Access &A, V Mask);
  void vectorStore(StoreOp *O, const Access &A, V Mask);
  V contiguousLoad(const LoadOp *O, V Address, V Mask, V Other);
  V widened(V Vector, unsigned Wide);
  void maskedStore(V Data, V Pointer, V Mask);
  void contiguousStore(Type Element, V Address, V Data, V Mask);
  void streamingStore(Type Element, V Pointer, V Data);
  V laneAddresses(Op *O, const Access &A);
  V firstAddress(Op *O);
  V mask(const Access &A);
  V other(const LoadOp *O, const Access &A);
  V operand(Value *Val);
  V slotAddress(Value *Val, unsigned Map, bool Write);
  V readSlot(Value *Val, unsigned Map);
  V allLanes() const {
    return Shape.LaneMask
               ? Shape.LaneMask
               : B.getAllOnesMask(llvm::ElementCount::getFixed(Shape.Lanes));
  }
  /// How far lanes of a vector are apart in M.
  int64_t step(const LaneMap &M) const {
    return Shape.Lanes == 1 ? 0 : M.Strides[Code.vectorDim()];
  }
  /// The map's value for the first lane, or for all, as i64.
  V firstLane(const LaneMap &M);
  V everyLane(const LaneMap &M);
  V laneNumbers(llvm::Type *Int);
  llvm::Type *vectorOf(llvm::Type *Scalar) const {
    return llvm::FixedVectorType::get(Scalar, Shape.Lanes);
  }

  KernelEmitter &E;
  LaneBuilder::Builder &B;
  LaneBuilder &Lanes;
  NestCode &Code;
  BodyShape Shape;
  llvm::DenseMap<std::pair<Value *, unsigned>, V> Values;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_NESTBODY_H
