//===- CheckTypes.cpp - Types that NVIDIA's GPUs compute with -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/CheckTypes.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

using namespace mt;

/// Two of the four formats of 8-bit floats, and memory a kernel's pointers
/// reach: generic or global.
static bool exists(Type T) {
  T = T.elementType();
  while (T.isPointer()) {
    if (T.addressSpace() > 1)
      return false;
    T = T.pointee();
  }
  return T.kind() != TypeKind::F8E4M3FNUZ && T.kind() != TypeKind::F8E5M2FNUZ;
}

/// GPUs store and convert 8-bit floats, but do not compute with them. Their
/// sign is a bit.
static bool computes(const Op *O) {
  if (llvm::isa<CastOp, SelectOp, AddPtrOp, AbsOp>(O))
    return false;
  return O->hasTrait(OT_Elementwise) || llvm::isa<SumOp, MaxOp, MinOp>(O);
}

static LogicalResult checkOp(Op *O, DiagnosticEngine &Diags) {
  auto Check = [&](Type T) -> LogicalResult {
    if (!exists(T))
      return Diags.error(O->loc())
             << "'" << O->name() << "' uses type " << T.elementType()
             << ", which NVIDIA's GPUs do not have";
    if (T.elementType().isFloat8() && computes(O))
      return Diags.error(O->loc())
             << "'" << O->name() << "' computes in " << T.elementType()
             << ", which GPUs only store; cast to f16 or f32 first";
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

LogicalResult mt::checkGPUTypes(Module &M, DiagnosticEngine &Diags) {
  unsigned Before = Diags.numErrors();
  for (std::unique_ptr<Kernel> &K : M.kernels()) {
    for (BlockArgument *P : K->params())
      if (!exists(P->type()))
        Diags.error(K->loc())
            << "parameter '" << P->name() << "' has type " << P->type()
            << ", which NVIDIA's GPUs do not have";
    walk<WalkOrder::PreOrder>(K->body(),
                              [&](Op *O) { (void)checkOp(O, Diags); });
  }
  return success(Diags.numErrors() == Before);
}
