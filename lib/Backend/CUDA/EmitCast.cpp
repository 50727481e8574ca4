//===- EmitCast.cpp - Conversions -----------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// Conversions of C++ that leave nothing undefined are written as casts; the
// others name the instruction: `__float2int_rz` saturates.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mt;
using llvm::StringRef;

static bool towardZero(const Op *O) {
  Attr Rounding = O->attr("rounding");
  return Rounding && Rounding.kind() == AttrKind::String &&
         Rounding.asString() == "rtz";
}

static StringRef float8Name(Type T) {
  return T.kind() == TypeKind::F8E4M3FN ? "__NV_E4M3" : "__NV_E5M2";
}

/// The word for an integer or bool type in the names of conversions.
static StringRef intWord(Type T) {
  if (T.isBool())
    return "int";
  if (T.bitWidth() == 64)
    return T.isSigned() ? "ll" : "ull";
  return T.isSigned() ? "int" : "uint";
}

/// V as float or double, whatever float type From it has. Exact.
void Emitter::useAsFloat(const Value *V, Type From) {
  if (!From.isFloat8())
    return useFloat(V);
  OS << "__half2float(__half(__nv_cvt_fp8_to_halfraw(";
  use(V);
  OS << ", " << float8Name(From) << ")))";
}

//===----------------------------------------------------------------------===//
// To floats
//===----------------------------------------------------------------------===//

void Emitter::castToFloat(CastOp *O, Type From, Type To) {
  if (towardZero(O))
    OS << "__double2float_rz(";
  else
    OS << "((" << cudaType(To) << ')';
  From.isFloat() ? useAsFloat(O->input(), From) : use(O->input());
  OS << ')';
}

void Emitter::castToHalf(CastOp *O, Type From, Type To) {
  StringRef Name = To.kind() == TypeKind::F16 ? "half" : "bfloat16";
  bool FromDouble = From.kind() == TypeKind::F64;
  if (!From.isFloat())
    OS << "__" << intWord(From) << '2' << Name << "_rn(";
  else if (FromDouble && !towardZero(O))
    OS << "__double2" << Name << '(';
  else
    OS << "__float2" << Name << (towardZero(O) ? "_rz(" : "_rn(");
  // Cutting twice cuts as far as cutting once.
  bool CutTwice = FromDouble && towardZero(O);
  OS << (CutTwice ? "__double2float_rz(" : "");
  From.isFloat() ? useAsFloat(O->input(), From) : use(O->input());
  OS << (CutTwice ? "))" : ")");
}

void Emitter::castToFloat8(CastOp *O, Type From, Type To) {
  bool FromDouble = From.kind() == TypeKind::F64;
  OS << (FromDouble ? "__nv_cvt_double_to_fp8(" : "__nv_cvt_float_to_fp8(");
  if (From.isFloat()) {
    useAsFloat(O->input(), From);
  } else {
    // What float cannot hold exactly is beyond the largest 8-bit float.
    OS << "(float)";
    use(O->input());
  }
  OS << ", __NV_SATFINITE, " << float8Name(To) << ')';
}

//===----------------------------------------------------------------------===//
// To integers
//===----------------------------------------------------------------------===//

/// Hardware saturates to 32 and 64 bits, and turns NaN into 0 only between
/// float and 32 bits.
void Emitter::castFloatToInt(CastOp *O, Type From, Type To) {
  bool FromDouble = From.kind() == TypeKind::F64;
  bool Guard = FromDouble || To.bitWidth() == 64;
  if (Guard) {
    OS << '(';
    useAsFloat(O->input(), From);
    OS << " != ";
    useAsFloat(O->input(), From);
    OS << " ? 0 : ";
  }
  bool Narrow = To.bitWidth() < 32;
  int64_t Max = To.isSigned() ? llvm::maxIntN(To.bitWidth())
                              : int64_t(llvm::maxUIntN(To.bitWidth()));
  if (Narrow && To.isSigned())
    OS << "max(" << -Max - 1 << ", min(" << Max << ", ";
  else if (Narrow)
    OS << "min(" << Max << "u, ";
  OS << (FromDouble ? "__double2" : "__float2") << intWord(To) << "_rz(";
  useAsFloat(O->input(), From);
  OS << ')';
  if (Narrow)
    OS << (To.isSigned() ? "))" : ")");
  if (Guard)
    OS << ')';
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static StringRef bitsOf(Type T) {
  if (T.isF32())
    return "__float_as_uint";
  if (T.kind() == TypeKind::F64)
    return "__double_as_longlong";
  if (T.kind() == TypeKind::F16)
    return "__half_as_ushort";
  return T.kind() == TypeKind::BF16 ? "__bfloat16_as_ushort" : "";
}

static std::string fromBits(Type T) {
  if (T.isF32())
    return "__uint_as_float";
  if (T.kind() == TypeKind::F64)
    return "__longlong_as_double";
  if (T.kind() == TypeKind::F16)
    return "__ushort_as_half";
  if (T.kind() == TypeKind::BF16)
    return "__ushort_as_bfloat16";
  return llvm::formatv("({0})", cudaType(T));
}

void Emitter::rhsBitcast(CastOp *O, Type From, Type To) {
  OS << '(' << fromBits(To) << '(' << bitsOf(From) << '(';
  use(O->input());
  OS << ")))";
}

void Emitter::rhsCast(CastOp *O) {
  Type From = O->input()->type().elementType();
  Type To = O->type().elementType();
  if (From == To)
    return use(O->input());
  if (O->isBitcast())
    return rhsBitcast(O, From, To);
  if (To.isFloat8())
    return castToFloat8(O, From, To);
  if (isHalf(To))
    return castToHalf(O, From, To);
  if (To.isFloat())
    return castToFloat(O, From, To);
  if (From.isFloat() && !To.isBool())
    return castFloatToInt(O, From, To);
  OS << (To.isBool() ? "(" : "(" + fromBits(To));
  From.isFloat() ? useAsFloat(O->input(), From) : use(O->input());
  OS << (To.isBool() ? " != 0)" : ")");
}
