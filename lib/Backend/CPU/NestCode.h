//===- NestCode.h - One loop nest over the elements of a tile ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest visits every element of an iteration space and does several ops
// there. Its dimensions are those of the space; a value inside may have fewer
// or other dimensions, so each use of a value comes with a map that says which
// of its lanes an iteration needs.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_NESTCODE_H
#define MYTRITON_BACKEND_CPU_NESTCODE_H

#include "Affine.h"
#include "LaneMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mt::cpu {

/// A value at a map, or a store, in the order of emission.
struct NestItem {
  Op *O;
  Value *V; ///< null for ops without result
  unsigned Map;
};

/// One conjunct of a mask. A bounding one holds for the first so many indices
/// of one loop: `Index < Limit` (`<=` if Inclusive) where Index grows by one
/// per step and Limit is the same for all lanes; without an Index, V itself is
/// the same for all lanes.
struct MaskTerm {
  Value *V = nullptr;
  unsigned Map = 0;
  bool Bounds = false;
  bool Inclusive = false;
  unsigned Dim = 0;
  Value *Index = nullptr;
  int64_t IndexLane = 0; ///< which lane of Index the first iteration sees
  Value *Limit = nullptr;
};

/// How a nest performs a load or store.
struct Access {
  /// The address is lane 0's plus Strides (in bytes, per loop).
  bool Affine = false;
  llvm::SmallVector<Stride, 2> Strides;
  /// Conjuncts of the mask to evaluate lane by lane; the other ones are bounds
  /// of the loops.
  llvm::SmallVector<MaskTerm, 2> Terms;
};

/// A value written to scratch memory, the value whose place it is written to
/// (itself, or the carried argument or result it becomes), and to which of
/// its lanes.
struct ScratchStore {
  Value *V;
  Value *Home;
  LaneMap Lanes;
};

/// The code of one nest.
struct NestCode {
  llvm::SmallVector<int64_t, 4> Shape;
  llvm::SmallVector<NestItem, 0> Items;
  llvm::DenseMap<Op *, Access> Accesses;
  llvm::SmallVector<ScratchStore, 2> Stores;
  /// Reductions, or one scan, of operands of this shape, along one axis.
  llvm::SmallVector<Op *, 2> Reductions;
  /// Lanes outside these do nothing at all.
  llvm::SmallVector<MaskTerm, 2> Bounds;

  unsigned rank() const { return Shape.size(); }
  int64_t numElements() const { return llvm::product_of(Shape, int64_t(1)); }
  const LaneMap &map(unsigned Id) const { return Maps[Id]; }
  unsigned intern(const LaneMap &M);
  /// The map of a value of this shape, lined up by NumPy's rule.
  unsigned alignedMap(llvm::ArrayRef<int64_t> ValueShape) {
    return intern(alignedLaneMap(ValueShape, Shape));
  }
  unsigned identityMap() { return alignedMap(Shape); }
  /// The map of lane Lane in every iteration.
  unsigned laneMap(int64_t Lane);
  /// What V at a map is computed from: see sourcesOf.
  std::optional<Sources> sources(const Value *V, unsigned Map) const {
    return sourcesOf(V, Maps[Map], Shape);
  }
  /// The loop that does vectors: the last one of more than one iteration.
  unsigned vectorDim() const;
  /// The loop along which Reductions run; null without.
  std::optional<unsigned> axis() const;

private:
  llvm::SmallVector<LaneMap, 4> Maps;
};

/// `sum`, `max`, `min` or `reduce`.
bool isReduction(const Op *O);
/// Also `scan`.
inline bool isAlongAxis(const Op *O) {
  return isReduction(O) || llvm::isa<ScanOp>(O);
}
/// True if the op's combine step, if it has a region, is a list of
/// lane-by-lane ops: vectors can do it.
bool isLaneByLane(const Op *O);
inline unsigned reductionAxis(const Op *O) { return O->intAttr("axis"); }

/// Appends what a value needs to the items of a nest, operands first.
class ItemCollector {
public:
  /// IsLeaf says which tiles need no computing: loaded before, or in scratch.
  ItemCollector(NestCode &Code,
                llvm::function_ref<bool(Value *, unsigned)> IsLeaf)
      : Code(Code), IsLeaf(IsLeaf) {}
  void require(Value *V, unsigned Map);

private:
  NestCode &Code;
  llvm::function_ref<bool(Value *, unsigned)> IsLeaf;
  llvm::DenseSet<std::pair<Value *, unsigned>> Done;
};

/// V at a map as a bounding term of a mask; null if it is none.
std::optional<MaskTerm> boundingTerm(const NestCode &Code, Value *V,
                                     unsigned Map,
                                     const AffineAnalysis &Affine);

/// Splits a mask over an iteration space of the code's shape into conjuncts.
llvm::SmallVector<MaskTerm, 2>
splitMask(NestCode &Code, Value *Mask, const AffineAnalysis &Affine,
          llvm::function_ref<bool(Value *, unsigned)> IsLeaf);

inline bool isAtomic(const Op *O) {
  return O->kind() >= OpKind::AtomicAdd && O->kind() <= OpKind::AtomicCas;
}
/// Ops that do something for one element after the other, in the order of the
/// elements. They have a nest to themselves.
inline bool isPerElement(const Op *O) {
  return isAtomic(O) || llvm::isa<AssertOp>(O);
}
/// Ops on whole tiles: what they take and give lies in scratch.
bool isTileOp(const Op *O);
/// Ops that happen in a nest, at their place among the others.
inline bool isAccess(const Op *O) {
  return llvm::isa<LoadOp, StoreOp>(O) || isPerElement(O);
}
/// What an atomic op takes besides its pointer and mask.
inline llvm::ArrayRef<Use> atomicValues(const Op *O) {
  return O->operandUses().slice(1, O->kind() == OpKind::AtomicCas ? 2 : 1);
}

/// The iteration space of an access.
llvm::SmallVector<int64_t, 4> accessShape(const Op *O);
inline Value *accessPointer(const Op *O) { return O->operand(0); }
inline uint64_t accessSize(const Op *O) {
  return accessPointer(O)->type().elementType().pointee().byteSize();
}
Value *accessMask(const Op *O);

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_NESTCODE_H
