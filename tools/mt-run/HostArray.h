//===- HostArray.h - Arrays that kernels run on -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel gets real memory. Pages that cannot be accessed surround every
// array, and the rest of its own pages holds a pattern, so that a kernel that
// runs out of an array is noticed on every target.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MTRUN_HOSTARRAY_H
#define MYTRITON_TOOLS_MTRUN_HOSTARRAY_H

#include "mytriton/IR/Types.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mt::run {

/// Memory between two guards. Aligned to 64 bytes.
class GuardedMemory {
public:
  static llvm::Expected<std::unique_ptr<GuardedMemory>> create(uint64_t Bytes);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;

  uint8_t *data() const { return Data; }
  /// False if something was written just before or behind the data.
  bool isIntact() const;
  /// True if Address lies in the mapping, guards included.
  bool contains(uint64_t Address) const;

private:
  GuardedMemory() = default;
  uint8_t *Map = nullptr;
  uint64_t MapBytes = 0;
  uint8_t *Pages = nullptr; ///< what may be accessed, whole pages
  uint64_t PageBytes = 0;
  uint8_t *Data = nullptr;
  uint64_t Bytes = 0;
};

/// An array of one element type in C order.
class HostArray {
public:
  /// Fails with a sentence if the array is too large.
  static llvm::Expected<std::unique_ptr<HostArray>>
  create(Type Element, llvm::ArrayRef<int64_t> Shape);

  Type element() const { return Element; }
  llvm::ArrayRef<int64_t> shape() const { return Shape; }
  uint64_t size() const { return Size; }
  uint64_t bytes() const { return Size * Element.byteSize(); }
  uint8_t *data() const { return Memory->data(); }
  const GuardedMemory &memory() const { return *Memory; }

  /// The bits of element I, as IR constants keep them.
  uint64_t get(uint64_t I) const;
  void set(uint64_t I, uint64_t Bits);
  /// A hash of the content.
  uint64_t hash() const;
  /// `f32[64, 32]`.
  std::string typeName() const;

private:
  Type Element;
  llvm::SmallVector<int64_t, 4> Shape;
  uint64_t Size = 0;
  std::unique_ptr<GuardedMemory> Memory;
};

} // namespace mt::run

#endif // MYTRITON_TOOLS_MTRUN_HOSTARRAY_H
