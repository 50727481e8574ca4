//===- Layouts.h - The layouts that the lowering chooses from ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many threads run a program, and which layout each kind of op wants its
// tiles in. Layouts are uniqued, so that equal ones are one pointer.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_LAYOUTS_H
#define MYTRITON_LIB_BACKEND_GPU_LAYOUTS_H

#include "mytriton/Backend/GPU/LinearLayout.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include <map>
#include <set>

namespace mt {

/// Lanes of a warp; smaller CTAs are part of one.
inline constexpr unsigned WarpSize = 32;

using LayoutRef = const LinearLayout *;
using Extents = llvm::ArrayRef<int64_t>;

/// True if a tile of shape From has its elements at the same flat coordinates
/// under shape To.
bool keepsCoordinates(Extents From, Extents To);

/// Elements of the largest tile of K, padding included; 1 if there is none.
int64_t largestTile(Kernel &K);

class Layouts {
public:
  /// Numbers of threads are powers of two.
  explicit Layouts(unsigned NumThreads);

  /// Threads for a kernel whose largest tile has Elements elements, padding
  /// included. Up to 256 elements every thread gets one.
  static unsigned chooseThreads(int64_t Elements,
                                std::optional<unsigned> NumWarps);

  unsigned numThreads() const {
    return 1u << (Threads.LaneBits + Threads.WarpBits);
  }
  unsigned laneBits() const { return Threads.LaneBits; }
  unsigned warpBits() const { return Threads.WarpBits; }
  LayoutRef unique(LinearLayout L) {
    return &*Known.insert(std::move(L)).first;
  }

  /// Neighbouring threads hold neighbouring elements of the last dimension:
  /// what memory likes. Each has as many of them side by side as widen() asked
  /// for, if the tile is large enough to keep all threads busy.
  LayoutRef coalesced(Extents Shape);
  /// Tiles of this shape are accessed Width elements at a time, or more.
  void widen(Extents Shape, int64_t Width);
  /// Access finds Width neighbours in memory along Axis, which is not the last
  /// dimension, and none along that.
  void orderBy(const Op *Access, unsigned Axis, int64_t Width) {
    Orders[Access] = {Axis, Width};
  }
  /// The dimension along which Access, of a tile of Rank, walks memory.
  unsigned fastestDim(const Op *Access, unsigned Rank) const {
    auto It = Orders.find(Access);
    return It == Orders.end() ? Rank - 1 : It->second.first;
  }
  /// As coalesced, but neighbours are those in the memory of Access.
  LayoutRef forAccess(const Op *Access, Extents Shape);
  /// In coalesced layouts of tiles of this shape, what a thread holds beyond
  /// neighbours is shared out between the last two dimensions, so that it needs
  /// few elements of a column and a row to combine.
  void spreadAsProduct(Extents Shape) { Products.insert(Shape.vec()); }
  /// A thread holds all elements along Axis, and a few neighbours of the last
  /// dimension beside each other, so that a sum along Axis stays within it.
  /// Null if the tile is too small for that.
  LayoutRef reducing(Extents Shape, unsigned Axis);
  /// A thread holds a run of neighbours along Axis; lanes, then warps continue
  /// it.
  LayoutRef along(Extents Shape, unsigned Axis);
  /// For the result of a product: registers are a square of the last two
  /// dimensions, so that each operand element read serves several products.
  LayoutRef product(Extents Shape);
  /// Every thread holds the whole tile.
  LayoutRef replicated(Extents Shape);

private:
  LinearLayout::Threads Threads;
  std::set<LinearLayout> Known;
  LinearLayout spread(Extents Shape, unsigned VectorBits) const;

  int64_t perThread(Extents Shape) const;

  std::map<std::vector<int64_t>, int64_t> Widths;
  llvm::DenseMap<const Op *, std::pair<unsigned, int64_t>> Orders;
  std::set<std::vector<int64_t>> Products;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_LAYOUTS_H
