//===- SemaPromote.cpp - Literals, promotion, broadcast
//--------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules SE-01 to SE-09 and the promotion of two values, as in Triton.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/IR/Ops.h"
#include <cfloat>
#include <cmath>

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Making expressions
//===----------------------------------------------------------------------===//

sym::Expr *SemaCore::constantExpr(Constant *C, Range R) {
  sym::Expr *E =
      P.makeExpr(sym::ExprKind::Constant, C->type(), loc(R), Current);
  E->Const = C;
  return E;
}

/// The value of an op on known scalars; null if it is not known.
static Constant *evaluateKnown(Context &Ctx, const sym::Expr &E) {
  if (!getOpInfo(E.Op).has(OT_Elementwise) || E.Ty.isTile() || E.Ty.isPointer())
    return nullptr;
  llvm::SmallVector<Type, 3> Types;
  llvm::SmallVector<uint64_t, 3> Bits;
  for (sym::Expr *Operand : E.Operands) {
    if (!Operand->Const || Operand->Ty.isPointer())
      return nullptr;
    Types.push_back(Operand->Ty);
    Bits.push_back(Operand->Const->bits());
  }
  return Ctx.constant(E.Ty, evaluate(E.Op, E.Attrs, Types, Bits, E.Ty));
}

sym::Expr *SemaCore::op(OpKind K, llvm::ArrayRef<sym::Expr *> Operands, Type Ty,
                        Range R, AttrDict Attrs) {
  sym::Expr *E = P.makeOp(K, Operands, Ty, Attrs, loc(R), Current);
  if (!Operands.empty())
    E->Const = evaluateKnown(In.Ctx, *E);
  return E;
}

SemaValue SemaCore::elementwise(OpKind K, llvm::ArrayRef<sym::Expr *> Operands,
                                Type ResultElement, Range R, AttrDict Attrs) {
  llvm::SmallVector<int64_t, 4> Shape;
  for (sym::Expr *E : Operands)
    if (!broadcast(Shape, E->Ty.shape(), Shape, R))
      return SemaValue::error();
  return op(K, Operands, In.Ctx.tileOrScalar(Shape, ResultElement), R, Attrs);
}

bool SemaCore::broadcast(llvm::ArrayRef<int64_t> A, llvm::ArrayRef<int64_t> B,
                         llvm::SmallVectorImpl<int64_t> &Shape, Range W) {
  unsigned Bad = 0;
  auto Result = broadcastShapes(A, B, &Bad);
  if (Result) {
    Shape.assign(Result->begin(), Result->end());
    int64_t Elements = 1;
    for (int64_t Extent : Shape)
      Elements *= Extent;
    if (Elements <= MaxTileElements)
      return true;
    error(W) << "this block would have " << Elements
             << " elements; the most is " << MaxTileElements;
    return false;
  }
  unsigned Rank = std::max(A.size(), B.size());
  auto Extent = [&](llvm::ArrayRef<int64_t> S) {
    unsigned Left = Rank - S.size();
    return Bad < Left ? 1 : S[Bad - Left];
  };
  error(W) << "cannot make shapes compatible for broadcasting at index " << Bad
           << ": " << Extent(A) << " and " << Extent(B);
  return false;
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// bool < integer < float; -1 for anything else.
static int literalKind(PyObject *Object) {
  if (PyBool_Check(Object))
    return 0;
  if (PyLong_Check(Object))
    return 1;
  return PyFloat_Check(Object) ? 2 : -1;
}

static int typeKind(Type Ty) {
  if (Ty.isBool())
    return 0;
  if (Ty.isInteger())
    return 1;
  return Ty.isFloat() ? 2 : 3;
}

bool SemaCore::isWeakFor(PyObject *Literal, Type Ty) {
  return literalKind(Literal) <= typeKind(Ty) && typeKind(Ty) <= 2;
}

/// The first of i32, u32, i64, u64 that holds an int (SE-01); null if none
/// does. Bits receives its value.
static Type integerType(Context &Ctx, PyObject *Int, uint64_t &Bits) {
  int Overflow = 0;
  long long V = PyLong_AsLongLongAndOverflow(Int, &Overflow);
  Bits = uint64_t(V);
  if (!Overflow) {
    if (V == int32_t(V))
      return Ctx.i32();
    return Ctx.scalar(V >= 0 && V <= UINT32_MAX ? TypeKind::U32
                                                : TypeKind::I64);
  }
  if (Overflow > 0)
    Bits = PyLong_AsUnsignedLongLong(Int);
  if (Overflow < 0 || PyErr_Occurred()) {
    PyErr_Clear();
    return {};
  }
  return Ctx.scalar(TypeKind::U64);
}

/// Whether a float becomes f32: 0, inf, NaN, or normal in f32 (SE-02).
static bool fitsF32(double V) {
  double Magnitude = std::fabs(V);
  return V == 0 || !std::isfinite(V) ||
         (Magnitude >= FLT_MIN && Magnitude <= FLT_MAX);
}

sym::Expr *SemaCore::toValue(SemaValue V, StringRef What, Range R) {
  if (V.isExpr())
    return V.expr();
  if (V.isError())
    return nullptr;
  int Kind = V.isConst() ? literalKind(V.object()) : -1;
  if (Kind == 0)
    return constantExpr(In.Ctx.boolConstant(V.object() == Py_True), R);
  if (Kind == 2) {
    double Float = PyFloat_AsDouble(V.object());
    Type Ty = In.Ctx.scalar(fitsF32(Float) ? TypeKind::F32 : TypeKind::F64);
    return constantExpr(In.Ctx.floatConstant(Ty, Float), R);
  }
  if (Kind == 1) {
    uint64_t Bits = 0;
    if (Type Ty = integerType(In.Ctx, V.object(), Bits))
      return constantExpr(In.Ctx.constant(Ty, Bits), R);
    error(R) << "the integer " << pyStr(V.object())
             << " is out of the range of 64-bit integers";
    return nullptr;
  }
  error(R) << What << " must be a number or a run-time value, got "
           << describe(V);
  return nullptr;
}

sym::Expr *SemaCore::literalAs(PyObject *Literal, Type Ty, Range W) {
  if (Ty.isFloat()) {
    double V = PyFloat_AsDouble(Literal);
    if (PyErr_Occurred()) {
      error(W) << takePythonError();
      return nullptr;
    }
    return constantExpr(In.Ctx.floatConstant(Ty, V), W);
  }
  if (Ty.isBool())
    return constantExpr(In.Ctx.boolConstant(PyObject_IsTrue(Literal) == 1), W);
  uint64_t Bits = 0;
  Type Own = integerType(In.Ctx, Literal, Bits);
  bool Negative = Own && Own.isSigned() && int64_t(Bits) < 0;
  unsigned Width = Ty.bitWidth();
  bool Fits = bool(Own);
  if (Fits && Negative)
    Fits = Ty.isSigned() && int64_t(Bits) >= -(int64_t(1) << (Width - 1));
  else if (Fits)
    Fits = Bits <= (~uint64_t(0) >> (64 - Width + Ty.isSigned()));
  if (Fits)
    return constantExpr(In.Ctx.constant(Ty, Bits), W);
  std::string Text = pyStr(Literal);
  if (Negative && !Ty.isSigned())
    error(W) << "cannot use the negative literal " << Text
             << " with a value of type " << Ty
             << "; cast the value to a signed type first";
  else
    error(W) << "the literal " << Text << " is out of range for type " << Ty;
  return nullptr;
}

sym::Expr *SemaCore::cast(sym::Expr *E, Type Element, Range R) {
  Type From = E->Ty.elementType();
  if (From == Element)
    return E;
  // A pointer is true unless it is null.
  if (From.isPointer() && Element.isBool())
    E = cast(E, In.Ctx.scalar(TypeKind::I64), R);
  if (E->isConstant() && !Element.isPointer() && !From.isPointer()) {
    uint64_t Bits = convertBits(E->Const->bits(), From, Element);
    return constantExpr(In.Ctx.constant(Element, Bits), R);
  }
  return op(OpKind::Cast, {E}, In.Ctx.withElement(E->Ty, Element), R);
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// Steps 1 to 6: at least one side is a float. Null if there is no common type.
static TypeKind promoteFloats(TypeKind L, TypeKind R, bool Divides, bool &Bad) {
  auto Either = [&](TypeKind K) { return L == K || R == K; };
  if (Either(TypeKind::F64))
    return TypeKind::F64;
  if (Either(TypeKind::F32))
    return TypeKind::F32;
  if (Either(TypeKind::F16))
    return Divides ? TypeKind::F32 : TypeKind::F16;
  if (L == TypeKind::BF16 && R == TypeKind::BF16)
    return Divides ? TypeKind::F32 : TypeKind::BF16;
  if (Either(TypeKind::BF16))
    return TypeKind::F32;
  auto IsFloat8 = [](TypeKind K) {
    return K >= TypeKind::F8E4M3FN && K <= TypeKind::F8E5M2FNUZ;
  };
  Bad = !IsFloat8(L) || !IsFloat8(R);
  return L == R ? L : TypeKind::F16;
}

Type SemaCore::promote(Type L, Type R, Division D, StringRef Op, Range W) {
  bool Divides = D == Division::Yes;
  if (L.isFloat() || R.isFloat()) {
    bool Bad = false;
    TypeKind K = promoteFloats(L.kind(), R.kind(), Divides, Bad);
    if (!Bad)
      return In.Ctx.scalar(K);
    error(W) << "operands of '" << Op << "' have types " << L << " and " << R
             << ", which have no common type; cast one of them";
    return {};
  }
  if (Divides && L.isSigned() != R.isSigned()) {
    error(W) << "cannot use '" << Op << "' with " << L << " and " << R
             << " because they have different signedness; cast one of them";
    return {};
  }
  if (L.isSigned() == R.isSigned())
    return L.bitWidth() >= R.bitWidth() ? L : R;
  Type Unsigned = L.isSigned() ? R : L;
  Type Signed = L.isSigned() ? L : R;
  return Unsigned.bitWidth() >= Signed.bitWidth() ? Unsigned : Signed;
}

bool SemaCore::makeOperands(SemaValue L, SemaValue R, Division D, bool Weak,
                            StringRef Op, Range W, sym::Expr *&LE,
                            sym::Expr *&RE) {
  std::string What = "an operand of '" + Op.str() + "'";
  LE = L.isConst() ? nullptr : toValue(L, What, W);
  RE = R.isConst() ? nullptr : toValue(R, What, W);
  if ((!LE && !L.isConst()) || (!RE && !R.isConst()))
    return false;
  // One literal meets one value: the literal takes the value's type.
  if (Weak && bool(LE) != bool(RE)) {
    PyObject *Literal = LE ? R.object() : L.object();
    Type Ty = (LE ? LE : RE)->Ty.elementType();
    if (literalKind(Literal) >= 0 && isWeakFor(Literal, Ty)) {
      bool Widen = D == Division::Yes &&
                   (Ty.kind() == TypeKind::F16 || Ty.kind() == TypeKind::BF16);
      if (Widen)
        Ty = In.Ctx.f32();
      sym::Expr *&Slot = LE ? RE : LE;
      Slot = literalAs(Literal, Ty, W);
      if (!Slot)
        return false;
    }
  }
  if (!LE)
    LE = toValue(L, What, W);
  if (!RE)
    RE = toValue(R, What, W);
  if (!LE || !RE)
    return false;
  Type LT = LE->Ty.elementType(), RT = RE->Ty.elementType();
  if (LT.isPointer() || RT.isPointer()) {
    error(W) << "invalid operands of type " << LE->Ty << " and " << RE->Ty
             << " for '" << Op << "'; cast pointers to tl.int64 first";
    return false;
  }
  Type Common = promote(LT, RT, D, Op, W);
  if (!Common)
    return false;
  LE = cast(LE, Common, W);
  RE = cast(RE, Common, W);
  return true;
}
