//===- SlabAllocator.cpp - Memory for arenas ------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Support/SlabAllocator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemAlloc.h"
#include <sys/mman.h>

using namespace mt;

static constexpr size_t HugePage = size_t(2) << 20;

void *SlabAllocator::Allocate(size_t Size, size_t Alignment) {
  // Slabs of a few huge pages and more; below that they would waste memory.
  if (Size < 4 * HugePage)
    return llvm::allocate_buffer(Size, Alignment);
  void *Slab = llvm::allocate_buffer(Size, HugePage);
#ifdef MADV_HUGEPAGE
  // Advice only: where it is refused, ordinary pages serve as well.
  (void)madvise(Slab, llvm::alignDown(Size, HugePage), MADV_HUGEPAGE);
#endif
  return Slab;
}

void SlabAllocator::Deallocate(const void *Slab, size_t Size,
                               size_t Alignment) {
  llvm::deallocate_buffer(const_cast<void *>(Slab), Size,
                          Size < 4 * HugePage ? Alignment : HugePage);
}
