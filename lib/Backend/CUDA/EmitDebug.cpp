//===- EmitDebug.cpp - Asserts and prints ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/PrintFormat.h"

using namespace mt;
using llvm::StringRef;

/// Text inside a string literal.
static void printEscaped(llvm::raw_ostream &OS, StringRef Text) {
  for (unsigned char C : Text) {
    if (C == '"' || C == '\\')
      OS << '\\' << char(C);
    else if (C == '\n')
      OS << "\\n";
    else if (C < 32 || C >= 127)
      // Always three digits, so that what follows is not taken for more.
      OS << '\\' << char('0' + C / 64) << char('0' + C / 8 % 8)
         << char('0' + C % 8);
    else
      OS << char(C);
  }
}

static int64_t lanesOf(const Op *O) {
  int64_t Lanes = 1;
  for (const Value *V : O->operands())
    if (V && V->type().isFragment())
      Lanes = V->type().numElements();
  return Lanes;
}

void Emitter::emitAssert(AssertOp *O) {
  unsigned Outer = Indent;
  openLanes(lanesOf(O), O->mask());
  line() << "if (!";
  use(O->condition());
  OS << ") {\n";
  line() << "    printf(\"";
  printEscaped(OS, assertFormat(O));
  OS << "\", blockIdx.x, blockIdx.y, blockIdx.z);\n";
  line() << "    __trap();\n";
  line() << "}\n";
  closeLanes(Outer);
}

//===----------------------------------------------------------------------===//
// Prints
//===----------------------------------------------------------------------===//

/// The function that gives the bits of a float type; empty where its C++ type
/// holds them as they are.
static StringRef bitsFunction(Type T) {
  switch (T.kind()) {
  case TypeKind::F16:
    return "__half_as_ushort";
  case TypeKind::BF16:
    return "__bfloat16_as_ushort";
  case TypeKind::F32:
    return "__float_as_uint";
  case TypeKind::F64:
    return "(unsigned long long)__double_as_longlong";
  default:
    return "";
  }
}

static StringRef unsignedType(unsigned Bytes) {
  return Bytes == 1   ? "unsigned char"
         : Bytes == 2 ? "unsigned short"
         : Bytes == 4 ? "unsigned"
                      : "unsigned long long";
}

void Emitter::printArgument(const Value *V, bool Hex) {
  Type T = V->type().elementType();
  if (T.isFloat() && !Hex)
    return useAsFloat(V, T);
  if (T.isFloat())
    OS << bitsFunction(T);
  else if (Hex || T.isPointer())
    OS << '(' << unsignedType(T.byteSize()) << ')';
  OS << '(';
  use(V);
  OS << ')';
}

void Emitter::emitPrint(PrintElementsOp *O) {
  unsigned Outer = Indent, Rank = O->rank();
  openLanes(lanesOf(O), O->mask());
  line() << "printf(\"";
  printEscaped(OS, printFormat(O));
  OS << "\", blockIdx.x, blockIdx.y, blockIdx.z";
  for (unsigned I = 1; I != O->numOperands(); ++I) {
    OS << ", ";
    I <= Rank ? use(O->operand(I)) : printArgument(O->operand(I), O->isHex());
  }
  OS << ");\n";
  closeLanes(Outer);
}
