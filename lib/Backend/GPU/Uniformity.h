//===- Uniformity.h - Which values differ between threads -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_UNIFORMITY_H
#define MYTRITON_LIB_BACKEND_GPU_UNIFORMITY_H

#include "mytriton/IR/Kernel.h"
#include "llvm/ADT/DenseSet.h"

namespace mt {

/// Uniform values of a thread IR kernel are equal in all threads of a program.
class Uniformity {
public:
  explicit Uniformity(Kernel &K);
  bool isUniform(const Value *V) const { return !V || !Varying.contains(V); }
  /// Bits of the threads' indices.
  unsigned threadBits() const { return ThreadBits; }

private:
  /// One pass over B; true if it found something new.
  bool visit(Block &B);
  bool visitRegions(Op *O);
  bool mark(const Value *V) { return Varying.insert(V).second; }
  /// Marks To if From varies.
  bool flow(const Value *From, const Value *To) {
    return !isUniform(From) && mark(To);
  }

  llvm::DenseSet<const Value *> Varying;
  unsigned ThreadBits;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_UNIFORMITY_H
