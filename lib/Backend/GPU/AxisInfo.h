//===- AxisInfo.h - How values run along the axes of tiles ------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a tile along each axis: elements come in runs, each element
// one more than the one before (contiguity), or all the same (constancy), and
// the first element of a run is a multiple of something. It follows from hints
// on parameters (`divisible`), promises of the program (`tl.multiple_of` and
// its like), literals and index arithmetic, through loops and branches, and
// says how many elements one access to memory may cover.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_AXISINFO_H
#define MYTRITON_LIB_BACKEND_GPU_AXISINFO_H

#include "mytriton/Analysis/IndexProver.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

namespace mt {

class AxisInfo {
public:
  /// Along one axis, for any coordinates along the others. All are powers of
  /// two. Runs start at coordinates that are multiples of their length.
  struct Facts {
    int64_t Divisor = 1; ///< of the first element of each run of contiguity;
                         ///< of pointers, in bytes
    int64_t Contiguity = 1;
    int64_t Constancy = 1;
    bool operator==(const Facts &) const = default;
  };
  /// One per axis; scalars have one, too.
  using TileFacts = llvm::SmallVector<Facts, 2>;

  explicit AxisInfo(Kernel &K) : K(K) { visit(K.body()); }

  /// V's facts along Axis.
  Facts of(const Value *V, unsigned Axis) const { return all(V)[Axis]; }
  /// Along the last axis.
  Facts of(const Value *V) const { return all(V).back(); }
  /// Neighbours along Axis that one access of a load or store can cover, at
  /// most 16 bytes: a power of two, 1 if nothing is known.
  int64_t width(const Op *Access, unsigned Axis) const;
  /// Along the last axis.
  int64_t width(const Op *Access) const;

private:
  TileFacts all(const Value *V) const;
  /// V's facts where an op broadcasts it to Shape.
  TileFacts seen(const Value *V, llvm::ArrayRef<int64_t> Shape) const;
  void visit(Block &B);
  void visitOp(Op *O);
  void visitFor(ForOp *For);
  void visitWhile(WhileOp *While);
  void visitIf(IfOp *If);
  /// Joins what flows into To; true if that says less than before.
  bool join(const Value *To, const Value *From);
  TileFacts compute(Op *O) const;
  TileFacts computeShape(Op *O) const;
  Facts computeElement(Op *O, llvm::ArrayRef<Facts> In) const;
  Facts computeBits(Op *O, llvm::ArrayRef<Facts> In) const;
  /// True if V is not negative in any lane.
  bool isNonNegative(Value *V) const;

  Kernel &K;
  /// Made when it is first asked.
  mutable std::unique_ptr<IndexProver> Prover;
  llvm::DenseMap<const Value *, TileFacts> Known;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_AXISINFO_H
