//===- VerifyMemory.cpp - Rules of memory ops -----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"

using namespace mt;

LogicalResult mt::verifyStore(Op *O, VerifyReport &R) {
  Type Pointer = O->operand(0)->type().elementType();
  if (!Pointer.isConstPointer())
    return success();
  return R.error(O) << "stores through " << Pointer
                    << ", which points to constant memory";
}

/// What each atomic works on: hardware has no narrower or other forms.
static bool takesAtomic(OpKind K, Type T) {
  unsigned Width = T.bitWidth();
  bool IsWideInteger = T.isInteger() && Width >= 32;
  switch (K) {
  case OpKind::AtomicAdd:
    return IsWideInteger || (T.isFloat() && Width >= 16);
  case OpKind::AtomicMax:
  case OpKind::AtomicMin:
    return IsWideInteger || (T.isFloat() && Width >= 32);
  case OpKind::AtomicXchg:
    return Width >= 32;
  case OpKind::AtomicCas:
  case OpKind::MaskedCas:
    return Width >= 16;
  default:
    return IsWideInteger;
  }
}

static LogicalResult verifyWord(Op *O, llvm::StringRef Name,
                                llvm::ArrayRef<llvm::StringRef> Allowed,
                                VerifyReport &R) {
  Attr A = O->attr(Name);
  if (!A || llvm::is_contained(Allowed, A.asString()))
    return success();
  InFlightDiagnostic D = R.error(O);
  D << "{" << Name << "=\"" << A.asString() << "\"} must be one of";
  for (llvm::StringRef Word : Allowed)
    D << " \"" << Word << '"';
  return D;
}

LogicalResult mt::verifyAtomic(Op *O, VerifyReport &R) {
  if (failed(verifyStore(O, R)) ||
      failed(verifyWord(O, "sem", {"relaxed", "acquire", "release", "acq_rel"},
                        R)) ||
      failed(verifyWord(O, "scope", {"cta", "gpu", "sys"}, R)))
    return failure();
  Type T = O->operand(0)->type().elementType().pointee();
  if (takesAtomic(O->kind(), T))
    return success();
  return R.error(O) << "does not work on " << T;
}
