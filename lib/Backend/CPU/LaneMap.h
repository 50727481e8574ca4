//===- LaneMap.h - Which lane of a value an iteration needs -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a tile are numbered row-major, which is also how scratch memory
// holds them. Inside a loop nest, which lane of a value an iteration needs is
// an affine function of the loops' indices. Reshapes leave it as it is; ops
// that rearrange elements along dimensions take it apart into one coordinate
// per dimension and put it together again.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_LANEMAP_H
#define MYTRITON_BACKEND_CPU_LANEMAP_H

#include "mytriton/IR/Ops.h"

namespace mt::cpu {

/// `Offset + sum of Strides[l] * index of loop l`. Loops of one iteration have
/// stride 0, so that equal maps compare equal.
struct LaneMap {
  int64_t Offset = 0;
  llvm::SmallVector<int64_t, 4> Strides;
  bool operator==(const LaneMap &) const = default;
};

/// An affine function of the loops along each dimension of a value.
using Coordinates = llvm::SmallVector<LaneMap, 4>;

/// M, lane numbers of a value of the given shape, as coordinates. Fails if
/// some coordinate is not affine in the loops, whose extents are Loops.
std::optional<Coordinates> coordinatesOf(const LaneMap &M,
                                         llvm::ArrayRef<int64_t> Loops,
                                         llvm::ArrayRef<int64_t> Shape);
/// The lane number at these coordinates of a value of the given shape.
LaneMap laneMapOf(const Coordinates &C, llvm::ArrayRef<int64_t> Shape,
                  unsigned NumLoops);
/// The map of a value over the nest's own dimensions, lined up by NumPy's rule.
LaneMap alignedLaneMap(llvm::ArrayRef<int64_t> Shape,
                       llvm::ArrayRef<int64_t> Loops);

/// What one lane of a result is computed from. Scalars have no map.
struct Source {
  Value *V;
  LaneMap Map;
};
using Sources = llvm::SmallVector<Source, 3>;

/// The operands of V's op, and which of their lanes the lanes Map of V need.
/// Fails for values that cannot be computed at such lanes: they must be put
/// into memory as a whole. So must `placedOperand`.
std::optional<Sources> sourcesOf(const Value *V, const LaneMap &Map,
                                 llvm::ArrayRef<int64_t> Loops);
/// The operand of which any lane may be needed; null if there is none.
Value *placedOperand(const Op *O);
/// True if the op's lanes are lanes of an operand, rearranged.
bool isRearrangement(const Op *O);

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_LANEMAP_H
