//===- Microkernel.h - The innermost loop of a matrix product ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A microkernel computes a few rows by a few vectors of D = C + A * B. All of
// that part of D lies in registers while a loop runs along the rows of B. It is
// one function, called from loops over the rest of D: unrolled once per kernel,
// not once per tile.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_MICROKERNEL_H
#define MYTRITON_BACKEND_CPU_MICROKERNEL_H

#include "Machine.h"
#include "llvm/IR/IRBuilder.h"

namespace mt::cpu {

/// The part of D that one call computes, and how matrices lie in memory.
/// Rows of B, C and D are contiguous; strides count elements.
struct Microkernel {
  llvm::Type *Element; ///< of all four matrices: a float or an integer
  unsigned Lanes;      ///< per vector
  unsigned Rows;
  unsigned Vectors;
  /// Columns of the last vector that exist; no others are written.
  unsigned LastLanes;
  uint64_t StrideA, StrideB, StrideD;
  uint64_t Depth; ///< columns of A, rows of B

  /// `void (ptr a, ptr b, ptr c, ptr d)`, made in M unless it is there. C may
  /// be D. Caller says which machine it is for.
  llvm::Function *function(llvm::Module &M, const llvm::Function &Caller,
                           const Machine &Target) const;
  std::string name() const;
};

/// Splits an extent into blocks of a size and what is left.
struct Blocks {
  uint64_t Size;
  uint64_t Count;
  uint64_t Rest;
  Blocks(uint64_t Extent, uint64_t Size)
      : Size(Size), Count(Extent / Size), Rest(Extent % Size) {}
};

/// How large a part of D should lie in registers.
struct RegisterBlock {
  unsigned Lanes, Rows, Vectors;
  /// The choice for a product of M rows and N columns of Bits wide elements.
  RegisterBlock(uint64_t M, uint64_t N, unsigned Bits, const Machine &Target);
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_MICROKERNEL_H
