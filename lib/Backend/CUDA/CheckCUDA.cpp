//===- CheckCUDA.cpp - What CUDA C++ has types and operations for ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "CUDATypes.h"
#include "mytriton/Backend/CUDA/CUDASource.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

/// CUDA stores and converts 8-bit floats, but does not compute with them.
static bool computes(const Op *O) {
  if (llvm::isa<CastOp>(O) || llvm::isa<SelectOp>(O) || llvm::isa<AddPtrOp>(O))
    return false;
  return O->hasTrait(OT_Elementwise) || llvm::isa<SumOp, MaxOp, MinOp>(O);
}

static LogicalResult checkOp(Op *O, DiagnosticEngine &Diags) {
  auto Check = [&](Type T) -> LogicalResult {
    if (!hasCUDAType(T))
      return Diags.error(O->loc())
             << "'" << O->name() << "' uses type " << T.elementType()
             << ", which CUDA C++ does not have";
    if (T.elementType().isFloat8() && computes(O))
      return Diags.error(O->loc())
             << "'" << O->name() << "' computes in " << T.elementType()
             << ", which CUDA C++ only stores; cast to f16 or f32 first";
    return success();
  };
  for (Value *V : O->operands())
    if (V && failed(Check(V->type())))
      return failure();
  for (Value *V : O->results())
    if (failed(Check(V->type())))
      return failure();
  if (llvm::isa<CastOp>(O) && O->type().elementType().isFloat8() &&
      O->attr("rounding"))
    return Diags.error(O->loc())
           << "'cast' to " << O->type().elementType()
           << " rounds to nearest on this target; drop its rounding";
  return success();
}

LogicalResult mt::checkCUDATypes(Module &M, DiagnosticEngine &Diags) {
  unsigned Before = Diags.numErrors();
  for (std::unique_ptr<Kernel> &K : M.kernels()) {
    for (BlockArgument *P : K->params())
      if (!hasCUDAType(P->type()))
        Diags.error(K->loc()) << "parameter '" << P->name() << "' has type "
                              << P->type() << ", which CUDA C++ does not have";
    walk<WalkOrder::PreOrder>(K->body(),
                              [&](Op *O) { (void)checkOp(O, Diags); });
  }
  return success(Diags.numErrors() == Before);
}
