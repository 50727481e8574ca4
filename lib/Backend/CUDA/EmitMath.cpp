//===- EmitMath.cpp - Unary mathematics -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// f16 and bf16 compute as float and round once more; twice as many bits and
// two make the second rounding harmless for division and square root.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace mt;

void Emitter::openFromFloat(Type T) {
  if (isHalf(T))
    OS << (T.kind() == TypeKind::F16 ? "__float2half_rn("
                                     : "__float2bfloat16_rn(");
}

void Emitter::closeFromFloat(Type T) {
  if (isHalf(T))
    OS << ')';
}

void Emitter::rhsMath(Op *O, llvm::StringRef Name) {
  Type T = O->type().elementType();
  openFromFloat(T);
  OS << Name << (T.kind() == TypeKind::F64 ? "(" : "f(");
  useFloat(O->operand(0));
  OS << ')';
  closeFromFloat(T);
}

/// The processor's own instruction for floats of up to 32 bits.
void Emitter::rhsExp(Op *O, llvm::StringRef Name) {
  Type T = O->type().elementType();
  if (T.kind() == TypeKind::F64)
    return rhsMath(O, Name);
  Prelude.Exponentials = true;
  openFromFloat(T);
  OS << "mt_" << Name << '(';
  useFloat(O->operand(0));
  OS << ')';
  closeFromFloat(T);
}

void Emitter::rhsAbs(Op *O) {
  Type T = O->type().elementType();
  Value *V = O->operand(0);
  if (T.isInteger() && !T.isSigned())
    return use(V);
  if (T.isFloat8()) {
    OS << "(unsigned char)(";
    use(V);
    OS << " & 127)";
    return;
  }
  if (T.isFloat()) {
    OS << (isHalf(T) ? "__habs(" : T.isF32() ? "fabsf(" : "fabs(");
    use(V);
    OS << ')';
    return;
  }
  OS << '(';
  use(V);
  OS << " < 0 ? ";
  bool Wide = T.bitWidth() >= 32;
  if (Wide)
    OS << '(' << cudaType(T) << ")(";
  OS << (!Wide ? "0 - " : T.bitWidth() == 64 ? "0ULL - " : "0u - ");
  Wide ? useUnsigned(V) : use(V);
  OS << (Wide ? ") : " : " : ");
  use(V);
  OS << ')';
}
