//===- Alias.h - Which accesses may touch the same memory -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers about accesses of one program. Distinct pointer parameters may point
// into the same memory, unless the kernel has `assume_disjoint`; pointers
// derived from one value can be told apart by their offsets.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_ANALYSIS_ALIAS_H
#define MYTRITON_ANALYSIS_ALIAS_H

#include "mytriton/IR/Op.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mt {

/// A kernel with this attribute, true, is only launched if no array of a
/// pointer parameter overlaps one that is written.
inline constexpr llvm::StringLiteral AssumeDisjointAttr = "assume_disjoint";

/// A pointer, or tile of pointers, as base + sum of scalar terms + a range of
/// element offsets. Terms are values that count once each; the same terms in
/// two addresses cancel out.
struct Address {
  Value *Base = nullptr;
  Type Pointer;                        ///< of one lane
  llvm::SmallVector<Value *, 2> Terms; ///< sorted by address
  /// Inclusive bounds of the constant part over all lanes, in elements.
  int64_t Low = 0, High = 0;
  /// Bits of the narrowest sum among the offsets: they are only known modulo
  /// 2^Width.
  unsigned Width = 64;
  /// False if some part of the offset is neither uniform nor bounded: then only
  /// Base means something.
  bool IsBounded = true;
  /// True if no two lanes have the same address.
  bool IsInjective = true;
};

/// Takes a pointer apart. Offsets that differ, by less than 2^Width and 2^31
/// elements, stay different however arithmetic wraps.
Address analyzeAddress(Value *Ptr);

/// True if no lane of A can touch memory that a lane of B touches, or neither
/// is written. Both have pointer element types.
bool neverOverlap(Value *A, Value *B);
/// The same for pointers that have been taken apart.
bool neverOverlap(const Address &A, const Address &B);

/// The parameter whose array Ptr, a pointer or tile of pointers, leads into,
/// offsets added by loops included; null if unknown.
const BlockArgument *parameterOf(Value *Ptr);

/// The parameters through which a kernel may write.
class WrittenArrays {
public:
  explicit WrittenArrays(Kernel &K);
  bool mayContain(const BlockArgument *Param) const {
    return Any || Known.contains(Param);
  }

private:
  bool Any = false; ///< something is written through an unknown pointer
  llvm::SmallPtrSet<const BlockArgument *, 4> Known;
};

/// True if O, or an op nested in it, may write memory that a load or store
/// through Ptr touches. Calls and barriers count as writing everything.
bool mayWriteTo(Op *O, Value *Ptr);
/// The same for reading.
bool mayReadFrom(Op *O, Value *Ptr);

} // namespace mt

#endif // MYTRITON_ANALYSIS_ALIAS_H
