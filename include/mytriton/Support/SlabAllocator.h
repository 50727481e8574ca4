//===- SlabAllocator.h - Memory for arenas ----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Huge modules spend a good part of their time in page faults: large slabs ask
// the system for huge pages.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_SUPPORT_SLABALLOCATOR_H
#define MYTRITON_SUPPORT_SLABALLOCATOR_H

#include "llvm/Support/AllocatorBase.h"

namespace mt {

/// Backs an llvm::BumpPtrAllocatorImpl.
class SlabAllocator : public llvm::AllocatorBase<SlabAllocator> {
public:
  void *Allocate(size_t Size, size_t Alignment);
  void Deallocate(const void *Slab, size_t Size, size_t Alignment);
  using llvm::AllocatorBase<SlabAllocator>::Allocate;
  using llvm::AllocatorBase<SlabAllocator>::Deallocate;
  void Reset() {}
  void PrintStats() const {}
};

} // namespace mt

#endif // MYTRITON_SUPPORT_SLABALLOCATOR_H
