//===- CUDATypes.cpp - C++ spelling of types and literals -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "CUDATypes.h"
#include "mytriton/IR/Types.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>

using namespace mt;

bool mt::isHalf(Type T) {
  return T.kind() == TypeKind::F16 || T.kind() == TypeKind::BF16;
}

static llvm::StringRef scalarName(TypeKind K) {
  switch (K) {
  case TypeKind::Bool:
    return "bool";
  case TypeKind::I8:
    return "signed char";
  case TypeKind::I16:
    return "short";
  case TypeKind::I32:
    return "int";
  case TypeKind::I64:
    return "long long";
  case TypeKind::U8:
    return "unsigned char";
  case TypeKind::U16:
    return "unsigned short";
  case TypeKind::U32:
    return "unsigned int";
  case TypeKind::U64:
    return "unsigned long long";
  case TypeKind::F8E4M3FN:
  case TypeKind::F8E5M2:
    return "unsigned char"; // their bits: CUDA computes in wider types only
  case TypeKind::F16:
    return "__half";
  case TypeKind::BF16:
    return "__nv_bfloat16";
  case TypeKind::F32:
    return "float";
  case TypeKind::F64:
    return "double";
  case TypeKind::F8E4M3FNUZ:
  case TypeKind::F8E5M2FNUZ:
  case TypeKind::Pointer:
  case TypeKind::Tile:
  case TypeKind::Fragment:
  case TypeKind::Shared:
    return "";
  }
  llvm_unreachable("covered switch");
}

void mt::printCUDAType(llvm::raw_ostream &OS, Type T) {
  T = T.elementType();
  if (!T.isPointer()) {
    OS << scalarName(T.kind());
    return;
  }
  // A const pointer to pointers makes its pointees const: `float* const*`.
  bool Behind = T.isConstPointer() && T.pointee().isPointer();
  if (T.isConstPointer() && !Behind)
    OS << "const ";
  printCUDAType(OS, T.pointee());
  OS << (Behind ? " const*" : "*");
}

std::string mt::cudaType(Type T) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printCUDAType(OS, T);
  return Text;
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// Shortest digits that read back to V, with a point or an exponent.
template <typename FloatT>
static void printFinite(llvm::raw_ostream &OS, FloatT V,
                        llvm::StringRef Suffix) {
  char Buffer[64];
  auto End = std::to_chars(Buffer, std::end(Buffer), V).ptr;
  llvm::StringRef Text(Buffer, End - Buffer);
  OS << Text;
  if (Text.find_first_of(".e") == llvm::StringRef::npos)
    OS << ".0";
  OS << Suffix;
}

static void printFloat(llvm::raw_ostream &OS, float V) {
  if (std::isfinite(V))
    return printFinite(OS, V, "f");
  OS << "__int_as_float(" << llvm::format_hex(llvm::bit_cast<uint32_t>(V), 10)
     << ')';
}

static void printDouble(llvm::raw_ostream &OS, const Constant &C) {
  if (double V = C.asDouble(); std::isfinite(V))
    return printFinite(OS, V, "");
  OS << "__longlong_as_double(" << llvm::format_hex(C.bits(), 18) << "ULL)";
}

static void printSigned(llvm::raw_ostream &OS, int64_t V, bool Wide) {
  llvm::StringRef Suffix = Wide ? "LL" : "";
  // The smallest integer's digits do not fit the type before the sign.
  if (V == (Wide ? INT64_MIN : INT32_MIN))
    OS << '(' << V + 1 << Suffix << " - 1)";
  else
    OS << V << Suffix;
}

void mt::printAsFloatLiteral(llvm::raw_ostream &OS, const Constant &C) {
  printFloat(OS, float(C.asDouble()));
}

void mt::printUnsignedLiteral(llvm::raw_ostream &OS, const Constant &C) {
  OS << C.bits() << (C.type().bitWidth() == 64 ? "ULL" : "u");
}

void mt::printCUDALiteral(llvm::raw_ostream &OS, const Constant &C) {
  Type T = C.type();
  if (T.isBool())
    OS << (C.asBool() ? "true" : "false");
  else if (T.isSigned())
    printSigned(OS, C.asSigned(), T.bitWidth() == 64);
  else if (T.isInteger() && T.bitWidth() >= 32)
    printUnsignedLiteral(OS, C);
  else if (T.isInteger() || T.isFloat8())
    OS << C.bits();
  else if (T.isPointer())
    OS << "((" << cudaType(T) << ')' << C.bits() << "ULL)";
  else if (T.kind() == TypeKind::F16)
    OS << "__ushort_as_half(" << llvm::format_hex(C.bits(), 6) << ')';
  else if (T.kind() == TypeKind::BF16)
    OS << "__ushort_as_bfloat16(" << llvm::format_hex(C.bits(), 6) << ')';
  else if (T.isF32())
    printFloat(OS, llvm::bit_cast<float>(uint32_t(C.bits())));
  else
    printDouble(OS, C);
}
