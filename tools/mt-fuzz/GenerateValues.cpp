//===- GenerateValues.cpp - Random elementwise values ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NaNs may differ in sign and payload from target to target, so their bits are
// never looked at. In kernels whose products may be fused with sums, factors
// are small integers: then the product is exact and fusing changes nothing.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mt;
using namespace mt::fuzz;

/// Kernels grow no further than about this.
static constexpr unsigned MaxOps = 120;

Value *Generator::known(Type T) {
  llvm::SmallVector<Value *, 16> Fitting;
  for (Value *V : Pool)
    if (V->type() == T)
      Fitting.push_back(V);
  if (Fitting.empty())
    return nullptr;
  // The latest twice as likely: what a region computes should be used in it.
  size_t I = std::max(R.below(Fitting.size()), R.below(Fitting.size()));
  return Fitting[I];
}

Value *Generator::value(Type T, unsigned Fuel) {
  if (NumOps > MaxOps)
    Fuel = 0;
  if (!Fuel || R.percent(40))
    if (Value *V = known(T))
      return V;
  if (!Fuel || R.percent(6))
    return leaf(T);
  Value *V = computed(T, Fuel - 1);
  return remember(V ? V : leaf(T));
}

/// A tile no pass can see through: elements of some array, converted.
Value *Generator::anyLoaded(Type T) {
  if (Arrays.empty() || NumOps > 2 * MaxOps)
    return nullptr;
  Type From = T.elementType();
  if (!arrayOf(From))
    From = R.pick(Arrays).Element;
  Value *V = loaded(Ctx.withElement(T, From), 0);
  if (!V || From == T.elementType())
    return V;
  return B->createCast(remember(V), T.elementType())->result();
}

/// A tile of one value.
Value *Generator::filled(Type T) {
  Type Element = T.elementType();
  if (!IsPlain && R.percent(30))
    return B->create<ZerosOp>(T.shape(), Element)->result();
  Value *Fill = R.percent(60) ? known(Element) : nullptr;
  if (!Fill)
    Fill = literal(Element);
  if (IsPlain || R.percent(15))
    return B->create<BroadcastOp>(Fill, T.shape())->result();
  Value *V = B->create<FullOp>(Fill, T.shape())->result();
  if (!R.percent(10))
    return V;
  // An undefined tile that is never chosen.
  Value *U = operand(Ctx.tileOrScalar(T.shape(), Ctx.scalar(TypeKind::U32)), 0,
                     /*MayBeLiteral=*/false);
  Value *Always = op(OpKind::CmpGe, {U, integer(U->type().elementType(), 0)});
  Value *Undefined = B->create<EmptyOp>(T.shape(), Element)->result();
  return op(OpKind::Select, {Always, V, Undefined});
}

/// A value without operands to speak of.
Value *Generator::leaf(Type T) {
  Type Element = T.elementType();
  if (R.percent(T.isScalar() ? 35 : 60))
    if (Value *V = anyLoaded(T))
      return V;
  if (T.isScalar())
    return literal(Element);
  if (T.rank() == 1 && R.percent(Element.isInteger() ? 60 : 30)) {
    int64_t Start = R.between(-3, 3);
    Value *V = B->create<ArangeOp>(Start, Start + T.numElements())->result();
    return Element == Ctx.i32() ? V : B->createCast(V, Element)->result();
  }
  return filled(T);
}

/// A value of T from operands; null if what was tried does not fit.
Value *Generator::computed(Type T, unsigned Fuel) {
  Type Element = T.elementType();
  unsigned Choice = R.below(100);
  if (Choice < 24 && !IsPlain)
    return shaped(T, Fuel);
  if (Choice < 42)
    return loaded(T, Fuel);
  if (Choice < 52)
    return conversion(T, Fuel);
  if (Choice < 60)
    return selection(T, Fuel);
  if (Element.isBool())
    return boolean(T, Fuel);
  if (Element.isInteger())
    return arithmetic(T, Fuel);
  return Element.isFloat8() ? conversion(T, Fuel) : floating(T, Fuel);
}

/// A value that an op on T takes: of T itself, or broadcast by the op.
Value *Generator::operand(Type T, unsigned Fuel, bool MayBeLiteral) {
  Type Element = T.elementType();
  if (MayBeLiteral && R.percent(18))
    return literal(Element);
  if (T.isScalar() || R.percent(80))
    return value(T, Fuel);
  if (IsPlain)
    return value(Element, Fuel);
  Extents Shape(T.shape().begin(), T.shape().end());
  if (R.percent(50)) {
    Shape.erase(Shape.begin(), Shape.begin() + R.below(Shape.size() + 1));
  } else {
    for (int64_t &Extent : Shape)
      if (R.percent(50))
        Extent = 1;
  }
  return value(Element, Shape, Fuel);
}

/// A scalar i32 in [0, Limit).
Value *Generator::scalarBelow(int64_t Limit, unsigned Fuel) {
  if (Limit <= 1)
    return i32(0);
  if (R.percent(40))
    return i32(R.below(Limit));
  Value *V = value(Ctx.i32(), Fuel);
  int64_t Power = llvm::bit_floor(uint64_t(Limit));
  return op(OpKind::And, {V, i32(Power - 1)});
}

Value *Generator::boolean(Type T, unsigned Fuel) {
  static const OpKind Comparisons[] = {OpKind::CmpLt, OpKind::CmpLe,
                                       OpKind::CmpGt, OpKind::CmpGe,
                                       OpKind::CmpEq, OpKind::CmpNe};
  static const OpKind Logic[] = {OpKind::And,     OpKind::Or,     OpKind::Xor,
                                 OpKind::Add,     OpKind::Sub,    OpKind::Mul,
                                 OpKind::Minimum, OpKind::Maximum};
  if (R.percent(10))
    return op(OpKind::Not, {value(T, Fuel)});
  Type Of = T;
  OpKind Kind = R.pick(Logic);
  if (R.percent(65)) {
    Type Element = elementType();
    if (Element.isFloat8())
      Element = Ctx.i32();
    Of = Ctx.tileOrScalar(T.shape(), Element);
    Kind = R.pick(Comparisons);
  }
  Value *L = value(Of, Fuel);
  Value *Right = R.percent(5) ? L : operand(Of, Fuel);
  if (R.percent(25))
    std::swap(L, Right);
  return op(Kind, {L, Right});
}

Value *Generator::arithmetic(Type T, unsigned Fuel) {
  static const OpKind Binary[] = {
      OpKind::Add, OpKind::Add,     OpKind::Sub,     OpKind::Mul,  OpKind::Div,
      OpKind::Mod, OpKind::And,     OpKind::Or,      OpKind::Xor,  OpKind::Shl,
      OpKind::Shr, OpKind::Minimum, OpKind::Maximum, OpKind::MulHi};
  static const OpKind Unary[] = {OpKind::Neg, OpKind::Not, OpKind::Abs};
  if (R.percent(12))
    return op(R.pick(Unary), {value(T, Fuel)});
  Value *L = value(T, Fuel);
  Value *Right = R.percent(5) ? L : operand(T, Fuel);
  if (R.percent(25))
    std::swap(L, Right);
  return op(R.pick(Binary), {L, Right});
}

Value *Generator::floating(Type T, unsigned Fuel) {
  static const OpKind Binary[] = {OpKind::Add,     OpKind::Sub,    OpKind::Mul,
                                  OpKind::Mul,     OpKind::Div,    OpKind::Mod,
                                  OpKind::Minimum, OpKind::Maximum};
  static const OpKind Unary[] = {OpKind::Neg, OpKind::Abs, OpKind::Floor,
                                 OpKind::Ceil, OpKind::Sqrt};
  if (R.percent(18))
    return op(R.pick(Unary), {value(T, Fuel)});
  if (R.percent(10)) {
    Value *Operands[] = {value(T, Fuel), operand(T, Fuel), operand(T, Fuel)};
    std::swap(Operands[0], Operands[R.below(3)]);
    return op(OpKind::Fma, Operands);
  }
  OpKind Kind = R.pick(Binary);
  if (Kind == OpKind::Mul && MayFuse)
    return op(Kind, {smallFloat(T, Fuel), smallFloat(T, Fuel)});
  Value *L = value(T, Fuel);
  Value *Right = R.percent(5) ? L : operand(T, Fuel);
  if (R.percent(25))
    std::swap(L, Right);
  AttrDict Attrs;
  if ((Kind == OpKind::Minimum || Kind == OpKind::Maximum) && R.percent(50))
    Attrs = attr("propagate_nan", Ctx.boolAttr(R.percent(50)));
  return op(Kind, {L, Right}, Attrs);
}

/// An integer in [-4, 3], as a float of T.
Value *Generator::smallFloat(Type T, unsigned Fuel) {
  Value *V = value(Ctx.i32(), T.shape(), Fuel);
  Value *Low = op(OpKind::And, {V, i32(7)});
  Value *Centered = op(OpKind::Sub, {Low, i32(4)});
  return remember(B->createCast(Centered, T.elementType())->result());
}

Value *Generator::withoutNaN(Value *V) {
  Value *IsNumber = op(OpKind::CmpEq, {V, V});
  Type Element = V->type().elementType();
  return op(OpKind::Select, {IsNumber, V, Ctx.constant(Element, 0)});
}

Value *Generator::conversion(Type T, unsigned Fuel) {
  Type To = T.elementType(), From = elementType();
  if (From == To)
    return nullptr;
  bool IsBitcast =
      From.bitWidth() == To.bitWidth() && !From.isFloat8() && R.percent(30);
  Value *V = value(From, T.shape(), Fuel);
  if (IsBitcast && From.isFloat())
    V = withoutNaN(V);
  AttrDict Attrs;
  if (IsBitcast)
    Attrs = attr("bitcast", Ctx.boolAttr(true));
  else if (From.isFloat() && To.isFloat() && To.bitWidth() < From.bitWidth() &&
           R.percent(25))
    Attrs = attr("rounding", Ctx.stringAttr(R.percent(70) ? "rtz" : "rtne"));
  ++NumOps;
  return B->create(OpKind::Cast, {V}, {T}, Attrs)->result();
}

Value *Generator::selection(Type T, unsigned Fuel) {
  Type Condition = Ctx.tileOrScalar(T.shape(), Ctx.boolean());
  Value *C = operand(Condition, Fuel, /*MayBeLiteral=*/false);
  Value *A = value(T, Fuel), *Other = operand(T, Fuel);
  if (R.percent(40))
    std::swap(A, Other);
  return op(OpKind::Select, {C, A, Other});
}
