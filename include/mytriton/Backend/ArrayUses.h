//===- ArrayUses.h - Which arrays of a launch must be disjoint --*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_ARRAYUSES_H
#define MYTRITON_BACKEND_ARRAYUSES_H

#include "mytriton/Backend/Target.h"

namespace mt {

/// The arrays of a kernel, and which of them it writes.
class ArrayUses {
public:
  explicit ArrayUses(Kernel &K);

  /// True if an array of a launch may share memory with another one that is
  /// written: their extents overlap or are not known.
  bool mayOverlap(llvm::ArrayRef<ArrayExtent> Extents) const;
  /// The address of the first array that is not null; 0 if there is none.
  uint64_t firstAddress(llvm::ArrayRef<uint64_t> Args) const;
  bool empty() const { return Arrays.empty(); }

private:
  struct Array {
    unsigned Param;
    bool IsWritten;
  };
  llvm::SmallVector<Array, 8> Arrays;
};

} // namespace mt

#endif // MYTRITON_BACKEND_ARRAYUSES_H
