//===- ThreadLayout.h - How tiles are spread over threads -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one layout of this lowering: element c of a tile belongs to thread
// c mod T and stands in its register c div T, so that neighbouring threads
// touch neighbouring addresses. Everything that knows this is in this class
// and in the lowering of `arange`.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_THREADLAYOUT_H
#define MYTRITON_LIB_BACKEND_GPU_THREADLAYOUT_H

#include "mytriton/IR/Context.h"

namespace mt {

class ThreadLayout {
public:
  explicit ThreadLayout(unsigned Threads) : Threads(Threads) {}

  /// A layout for a kernel whose largest tile has Extent elements. Up to 256
  /// elements every thread gets one.
  static ThreadLayout choose(int64_t Extent, std::optional<unsigned> NumWarps);

  unsigned threads() const { return Threads; }
  /// Distance in the tile between neighbouring registers of a thread.
  int64_t stride() const { return Threads; }
  int64_t registers(int64_t Extent) const {
    return (Extent + Threads - 1) / Threads;
  }
  /// True if every register of every thread holds an element of the tile.
  bool covers(int64_t Extent) const { return Extent % Threads == 0; }
  /// What a thread holds of a tile: a fragment, or a scalar for one register.
  Type typeOf(Context &Ctx, int64_t Extent, Type Element) const {
    int64_t N = Extent == 1 ? 1 : registers(Extent);
    return N == 1 ? Element : Ctx.fragment(N, Element);
  }

private:
  unsigned Threads;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_THREADLAYOUT_H
