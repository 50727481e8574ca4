//===- ArrayUses.cpp - Which arrays of a launch must be disjoint ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/ArrayUses.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/IR/Kernel.h"

using namespace mt;

ArrayUses::ArrayUses(Kernel &K) {
  WrittenArrays Written(K);
  for (BlockArgument *P : K.params())
    if (P->type().isPointer())
      Arrays.push_back({P->index(), Written.mayContain(P)});
}

/// True if two arrays share a byte, as far as is known.
static bool overlap(const ArrayExtent &A, const ArrayExtent &B) {
  if (!A.Base || !B.Base)
    return true;
  return A.Base < B.Base + B.Bytes && B.Base < A.Base + A.Bytes;
}

bool ArrayUses::mayOverlap(llvm::ArrayRef<ArrayExtent> Extents) const {
  auto Of = [&](const Array &A) {
    return A.Param < Extents.size() ? Extents[A.Param] : ArrayExtent();
  };
  for (size_t I = 0; I < Arrays.size(); ++I)
    for (size_t J = I + 1; J < Arrays.size(); ++J)
      if ((Arrays[I].IsWritten || Arrays[J].IsWritten) &&
          overlap(Of(Arrays[I]), Of(Arrays[J])))
        return true;
  return false;
}

uint64_t ArrayUses::firstAddress(llvm::ArrayRef<uint64_t> Args) const {
  for (const Array &A : Arrays)
    if (A.Param < Args.size() && Args[A.Param])
      return Args[A.Param];
  return 0;
}
