//===- BroadcastLoads.cpp - Loads whose elements serve many ones ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BroadcastLoads.h"

using namespace mt;

namespace {

/// An op on a larger tile, and what it takes of the smaller one.
struct Widening {
  Op *O;
  Value *Narrow;
};

} // namespace

/// Collects in Found where V, or what follows from it element by element,
/// meets larger tiles. False if anything else uses it.
static bool collect(Value *V, llvm::SmallVectorImpl<Widening> &Found) {
  for (Use &U : V->uses()) {
    Op *O = U.owner();
    bool KeepsElements =
        llvm::isa<ExpandDimsOp, SplitOp>(O) ||
        (llvm::isa<ReshapeOp>(O) &&
         keepsCoordinates(V->type().shape(), O->result()->type().shape()));
    if (KeepsElements) {
      for (Value *R : O->results())
        if (!collect(R, Found))
          return false;
      continue;
    }
    if (!O->hasTrait(OT_Elementwise) && !llvm::isa<BroadcastOp>(O))
      return false;
    if (O->type().shape() != V->type().shape())
      Found.push_back({O, V});
    else if (!collect(O->result(), Found))
      return false;
  }
  return true;
}

bool mt::isOnlyBroadcast(LoadOp *Load) {
  llvm::SmallVector<Widening, 4> Found;
  return Load->type().isTile() && !Load->isVolatile() &&
         collect(Load->result(), Found) && !Found.empty();
}

/// The last two axes of Wide along which Narrow has more than one element, as
/// bits: 1 for columns, 2 for rows.
static unsigned axesOf(const Value *Narrow, Extents Wide) {
  Extents Shape = Narrow->type().shape();
  unsigned Bits = 0;
  for (unsigned I = 0; I != std::min<size_t>(2, Shape.size()); ++I)
    if (Shape[Shape.size() - 1 - I] == Wide[Wide.size() - 1 - I])
      Bits |= 1u << I;
  return Bits;
}

void mt::findOuterProducts(Kernel &K, Layouts &L) {
  llvm::DenseMap<Op *, unsigned> Seen;
  walk(K.body(), [&](Op *O) {
    auto *Load = llvm::dyn_cast<LoadOp>(O);
    llvm::SmallVector<Widening, 4> Found;
    if (!Load || !Load->type().isTile() || !collect(Load->result(), Found))
      return;
    for (const Widening &W : Found) {
      Extents Wide = W.O->type().shape();
      unsigned Axes = axesOf(W.Narrow, Wide);
      // Bit I: an operand runs along the I-th last axis alone.
      if (Wide.size() >= 2 && (Axes == 1 || Axes == 2))
        Seen[W.O] |= Axes;
      if (Seen.lookup(W.O) == 3)
        L.spreadAsProduct(Wide);
    }
  });
}
