//===- EmitArith.cpp - Arithmetic, comparison, select ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// Narrow integers compute as int, which holds all their results, and are cut
// when they are stored in a variable of their type.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/SignedZeros.h"
#include "mytriton/Backend/NVIDIA/UniformDivision.h"
#include "mytriton/IR/Facts.h"
#include "llvm/ADT/APFloat.h"

using namespace mt;
using llvm::StringRef;

static Type operandType(const Op *O) {
  return O->operand(0)->type().elementType();
}

static bool isWideSigned(Type T) { return T.isSigned() && T.bitWidth() >= 32; }

bool Emitter::wraps(const Op *O) const {
  Type T = O->type().elementType();
  return isWideSigned(T) && !O->boolAttr(NoWrapAttr);
}

void Emitter::rhsInfix(Op *O, StringRef Symbol) {
  OS << '(';
  use(O->operand(0));
  OS << ' ' << Symbol << ' ';
  use(O->operand(1));
  OS << ')';
}

void Emitter::rhsAddSubMul(Op *O, StringRef Symbol, StringRef HalfName) {
  Type T = operandType(O);
  if (T.isBool()) // modulo 2
    return rhsInfix(O, Symbol == "*" ? "&" : "^");
  if (isHalf(T)) {
    OS << HalfName << '(';
    use(O->operand(0));
    OS << ", ";
    use(O->operand(1));
    OS << ')';
    return;
  }
  // The product of two unsigned short may exceed int.
  bool Narrow = T.kind() == TypeKind::U16 && Symbol == "*";
  if (!Narrow && !wraps(O))
    return rhsInfix(O, Symbol);
  OS << '(' << cudaType(T) << ")(";
  useUnsigned(O->operand(0));
  OS << ' ' << Symbol << ' ';
  useUnsigned(O->operand(1));
  OS << ')';
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// The smallest value of a signed type, as literals are printed.
static void printSmallest(llvm::raw_ostream &OS, Type T) {
  printCUDALiteral(OS, Constant(T, uint64_t(1) << (T.bitWidth() - 1)));
}

/// The divisor, or 1 where dividing by it is undefined in C++. Narrow types
/// need no guard for -1, since int holds the quotient.
void Emitter::divisor(Op *O) {
  Type T = operandType(O);
  Value *Left = O->operand(0), *Right = O->operand(1);
  auto *C = llvm::dyn_cast<Constant>(Right);
  bool MayOverflow = isWideSigned(T) && (!C || C->isInt(-1));
  if (C && C->isInt(0)) {
    OS << '1';
    return;
  }
  if (C && !MayOverflow)
    return use(Right);
  OS << '(';
  if (!C) {
    use(Right);
    OS << " == 0";
    if (MayOverflow) {
      OS << " || (";
      use(Right);
      OS << " == -1 && ";
    }
  }
  if (MayOverflow) {
    use(Left);
    OS << " == ";
    printSmallest(OS, T);
    OS << (C ? "" : ")");
  }
  OS << " ? 1 : ";
  use(Right);
  OS << ')';
}

static constexpr StringRef DivisorText = R"(
struct mt_divisor { float reciprocal, scale; };

static __device__ inline mt_divisor mt_invert(float v) {
    float size = fabsf(v), r;
    float scale = size > 0x1p126f ? 0x1p-24f : size < 0x1p-126f ? 0x1p24f : 1.0f;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v * scale));
    return {r, scale};
}
)";

/// `mt_divisor mt_d7 = mt_invert(v5);` in front of the quotients v7.
void Emitter::emitDivisor(Op *O) {
  Prelude.define("mt_invert", DivisorText.str());
  line() << "mt_divisor mt_d" << Numbers.lookup(O->result()) << " = mt_invert(";
  use(O->operand(1));
  OS << ");\n";
}

void Emitter::rhsFloatDivMod(Op *O) {
  Type T = operandType(O);
  if (dividesByUniform(O)) {
    unsigned Number = Numbers.lookup(O->result());
    OS << '(';
    use(O->operand(0));
    OS << " * mt_d" << Number << ".reciprocal * mt_d" << Number << ".scale)";
    return;
  }
  bool IsMod = llvm::isa<ModOp>(O);
  // NVRTC is told that `/` of floats need not be exact; so that halves are, and
  // where the program asks for it.
  bool IsExact =
      !IsMod && (isHalf(T) || (T.isF32() && O->boolAttr("math.exact")));
  openFromFloat(T);
  OS << (IsExact                     ? "__fdiv_rn("
         : !IsMod                    ? "("
         : T.kind() == TypeKind::F64 ? "fmod("
                                     : "fmodf(");
  useFloat(O->operand(0));
  OS << (IsMod || IsExact ? ", " : " / ");
  useFloat(O->operand(1));
  OS << ')';
  closeFromFloat(T);
}

void Emitter::rhsDivMod(Op *O, StringRef Symbol) {
  if (operandType(O).isFloat())
    return rhsFloatDivMod(O);
  OS << '(';
  use(O->operand(0));
  OS << ' ' << Symbol << ' ';
  divisor(O);
  OS << ')';
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// Amounts count modulo the width.
void Emitter::shiftAmount(Op *O) {
  uint64_t Mask = operandType(O).bitWidth() - 1;
  if (auto *C = llvm::dyn_cast<Constant>(O->operand(1))) {
    OS << (C->bits() & Mask);
    return;
  }
  OS << '(';
  use(O->operand(1));
  OS << " & " << Mask << ')';
}

void Emitter::rhsShl(Op *O) {
  OS << '(' << cudaType(O->type()) << ")(";
  useUnsigned(O->operand(0));
  OS << " << ";
  shiftAmount(O);
  OS << ')';
}

void Emitter::rhsShr(Op *O) {
  OS << '(';
  use(O->operand(0));
  OS << " >> ";
  shiftAmount(O);
  OS << ')';
}

/// CUDA has the upper half for 32 and 64 bits; narrower products fit an int.
void Emitter::rhsMulHi(Op *O) {
  Type T = operandType(O);
  unsigned Width = T.bitWidth();
  const char *Sign = T.isSigned() ? "" : "u";
  if (Width >= 32)
    OS << "__" << Sign << (Width == 32 ? "mulhi(" : "mul64hi(");
  else
    OS << '(' << cudaType(T) << ")(((" << (T.isSigned() ? "int)" : "unsigned)");
  use(O->operand(0));
  OS << (Width >= 32 ? ", " : " * ");
  use(O->operand(1));
  OS << ')';
  if (Width < 32)
    OS << " >> " << Width << ')';
}

void Emitter::rhsNot(Op *O) {
  OS << (operandType(O).isBool() ? "(!" : "(~");
  use(O->operand(0));
  OS << ')';
}

//===----------------------------------------------------------------------===//
// Comparison and choice
//===----------------------------------------------------------------------===//

void Emitter::rhsCompare(Op *O, StringRef Symbol) {
  OS << '(';
  useFloat(O->operand(0));
  OS << ' ' << Symbol << ' ';
  useFloat(O->operand(1));
  OS << ')';
}

static bool mayBeNaN(const Value *V) {
  auto *C = llvm::dyn_cast<Constant>(V);
  return V->type().elementType().isFloat() && !(C && !C->asAPFloat().isNaN());
}

/// ` ? a : b)`. FixZero makes either zero the zero B is, by an addition that
/// changes nothing else.
void Emitter::choose(Value *A, Value *B, bool FixZero) {
  OS << " ? ";
  use(A);
  OS << " : ";
  use(B);
  OS << ')';
  if (!FixZero)
    return;
  if (llvm::cast<Constant>(B)->asAPFloat().isNegative())
    OS << "))";
  else
    OS << (B->type().isF32() ? " + 0.0f)" : " + 0.0)");
}

/// What stands in front of a condition that ends in choose().
void Emitter::openChoice(Value *B, bool FixZero) {
  if (FixZero && llvm::cast<Constant>(B)->asAPFloat().isNegative())
    OS << (B->type().isF32() ? "(-(0.0f - (" : "(-(0.0 - (");
  else
    OS << (FixZero ? "((" : "(");
}

/// `(a < b || a != a ? a : b)`: b on ties, and NaN from either side. Where NaN
/// is ignored, a is taken for a NaN in b.
void Emitter::rhsExtremum(Op *O, StringRef Symbol) {
  bool Propagates = O->boolAttr("propagate_nan", true);
  Type T = operandType(O);
  if (O->boolAttr("gpu.any_zero") && (T.isF32() || isHalf(T)))
    return rhsAnyExtremum(O, Symbol == "<" ? "min" : "max", Propagates);
  Value *A = O->operand(0), *B = O->operand(1);
  Value *TakesA = Propagates ? A : B;
  bool FixZero = !Propagates && mistakesZero(Symbol == "<", B);
  openChoice(B, FixZero);
  useFloat(A);
  OS << ' ' << Symbol << ' ';
  useFloat(B);
  if (mayBeNaN(TakesA)) {
    OS << " || ";
    useFloat(TakesA);
    OS << " != ";
    useFloat(TakesA);
  }
  choose(A, B, FixZero);
}

/// One instruction, which orders the zeros: for reductions, where either will
/// do.
void Emitter::rhsAnyExtremum(Op *O, StringRef Name, bool Propagates) {
  bool IsHalf = isHalf(operandType(O));
  if (Propagates && !IsHalf)
    Prelude.Extrema.insert(Name.str());
  if (IsHalf)
    OS << "__h" << Name << (Propagates ? "_nan(" : "(");
  else if (Propagates)
    OS << "mt_" << Name << '(';
  else
    OS << 'f' << Name << "f(";
  use(O->operand(0));
  OS << ", ";
  use(O->operand(1));
  OS << ')';
}

void Emitter::rhsSelect(Op *O) {
  Value *A = O->operand(1), *B = O->operand(2);
  bool FixZero = mistakesZero(llvm::cast<SelectOp>(O));
  openChoice(B, FixZero);
  use(O->operand(0));
  choose(A, B, FixZero);
}

//===----------------------------------------------------------------------===//
// Sign, fused multiply-add
//===----------------------------------------------------------------------===//

void Emitter::rhsNeg(Op *O) {
  Type T = operandType(O);
  if (isHalf(T)) {
    OS << "__hneg(";
    use(O->operand(0));
  } else if (T.isInteger() && T.bitWidth() >= 32 &&
             (!T.isSigned() || wraps(O))) {
    OS << '(' << cudaType(T) << ")(" << (T.bitWidth() == 64 ? "0ULL" : "0u")
       << " - ";
    useUnsigned(O->operand(0));
  } else {
    // A negative literal must not meet the minus sign.
    bool IsLiteral = llvm::isa<Constant>(O->operand(0));
    OS << (IsLiteral ? "(-(" : "(-");
    use(O->operand(0));
    OS << (IsLiteral ? ")" : "");
  }
  OS << ')';
}

void Emitter::rhsFma(Op *O) {
  Type T = operandType(O);
  OS << (isHalf(T) ? "__hfma(" : T.isF32() ? "fmaf(" : "fma(");
  use(O->operand(0));
  OS << ", ";
  use(O->operand(1));
  OS << ", ";
  use(O->operand(2));
  OS << ')';
}
