//===- IndexRanges.h - Signed arithmetic that cannot overflow ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// Index arithmetic starts from program and thread indices and constants, so
// bounds follow by interval arithmetic. Bounds are linear in the largest
// program index along x, and each op proven free of overflow limits that
// index; the launcher compares the limit with the grid.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_INDEXRANGES_H
#define MYTRITON_LIB_BACKEND_GPU_INDEXRANGES_H

#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/DenseSet.h"

namespace mt {

/// Scale * P + Offset, where P >= 0 is the largest program index along x.
struct LinearBound {
  int64_t Scale = 0;
  int64_t Offset = 0;
  bool operator==(const LinearBound &) const = default;
};

struct IndexRange {
  LinearBound Low, High;
  bool isNonNegative() const { return Low.Scale == 0 && Low.Offset >= 0; }
  std::optional<int64_t> constant() const {
    if (Low == High && Low.Scale == 0)
      return Low.Offset;
    return std::nullopt;
  }
};

class IndexRanges {
public:
  /// Nothing is said that would hold for smaller program indices along x than
  /// LeastLimit only.
  IndexRanges(Kernel &K, int64_t LeastLimit);

  /// Limits for a constructor: any grid, and one that few launches exceed.
  static constexpr int64_t AnyProgramId = (int64_t(1) << 31) - 2;
  static constexpr int64_t UsefulProgramId = 65535;

  /// True if O computes in a signed 32- or 64-bit type and cannot overflow.
  bool cannotOverflow(const Op *O) const { return Proven.contains(O); }
  std::optional<IndexRange> rangeOf(const Value *V) const;
  bool isNonNegative(const Value *V) const;
  /// Largest program index along x for which all of this holds.
  int64_t maxProgramId() const { return MaxProgramId; }

private:
  void visit(Block &B);
  void visitLoop(ForOp *For);
  std::optional<IndexRange> compute(Op *O) const;
  std::optional<IndexRange> computeArith(Op *O) const;
  std::optional<IndexRange> computeByConstant(Op *O) const;
  /// Keeps R if it fits T for enough program indices.
  bool limitTo(const IndexRange &R, Type T);

  unsigned NumThreads;
  int64_t LeastLimit;
  int64_t MaxProgramId = AnyProgramId;
  llvm::DenseMap<const Value *, IndexRange> Ranges;
  llvm::DenseSet<const Op *> Proven;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_INDEXRANGES_H
