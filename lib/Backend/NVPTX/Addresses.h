//===- Addresses.h - Addresses at constant distances ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers of a fragment of pointers differ by constants most of the
// time. Emitted as one address and constant offsets from it, they cost one
// register: the assembler puts the constants into the accesses.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVPTX_ADDRESSES_H
#define MYTRITON_LIB_BACKEND_NVPTX_ADDRESSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

namespace llvm {
class DataLayout;
}

namespace mt::nvptx {

/// An integer as a sum of multiples of other values and a constant.
struct LinearSum {
  /// Values and factors, sorted.
  llvm::SmallVector<std::pair<const llvm::Value *, int64_t>, 4> Terms;
  int64_t Constant = 0;

  /// Takes sums and products by constants apart that are known not to overflow
  /// as signed integers: the result holds for V in a wider type, too.
  static LinearSum of(const llvm::Value *V);
  /// Takes all of them apart: the result holds modulo 2^32 for V of 32 bits,
  /// such as places in shared memory, where addresses have 32 bits.
  static LinearSum ofWrapping(const llvm::Value *V);
  /// Bits at the lower end that are zero for certain.
  unsigned trailingZeros(const llvm::DataLayout &DL) const;
};

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_ADDRESSES_H
