//===- AxisInfo.h - How addresses run along the last axis -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a tile along its last axis: elements come in runs, each
// element one more than the one before (contiguity), or all the same
// (constancy), and the first element of a run is a multiple of something. It
// follows from hints on parameters (`divisible`), literals and index
// arithmetic, and says how many elements one access to memory may cover.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_AXISINFO_H
#define MYTRITON_LIB_BACKEND_GPU_AXISINFO_H

#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

namespace mt {

class AxisInfo {
public:
  /// All are powers of two. Runs start at multiples of their length.
  struct Facts {
    int64_t Divisor = 1; ///< of the first element of each run; of pointers, in
                         ///< bytes
    int64_t Contiguity = 1;
    int64_t Constancy = 1;
  };

  const Facts &of(Value *V);
  /// Neighbouring elements that one access of a load or store can cover: a
  /// power of two, 1 if nothing is known.
  int64_t width(Op *Access);

private:
  Facts compute(Value *V);
  Facts computeParameter(BlockArgument *A);
  Facts computeOp(Op *O);
  /// V's facts where an op broadcasts it to Extent elements.
  Facts seen(Value *V, int64_t Extent);

  llvm::DenseMap<Value *, Facts> Known;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_AXISINFO_H
