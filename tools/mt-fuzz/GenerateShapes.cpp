//===- GenerateShapes.cpp - Random ops on shapes, random reductions -------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions combine in an order that targets choose. Where a result is used
// further on, every order gives the same bits: integers wrap, floats that are
// summed are small integers, and those that are compared have no -0.0.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mt;
using namespace mt::fuzz;

/// Most elements of a tile made here.
static constexpr int64_t MaxElements = 256;

static Extents extentsOf(Type T) {
  return Extents(T.shape().begin(), T.shape().end());
}

/// A value of T by an op on shapes or a reduction; null if none fits.
Value *Generator::shaped(Type T, unsigned Fuel) {
  switch (R.below(13)) {
  case 0:
    return broadcastTo(T, Fuel);
  case 1:
    return insertedAxis(T, Fuel);
  case 2:
    return reshaped(T, Fuel);
  case 3:
    return transposed(T, Fuel);
  case 4:
    return joined(T, Fuel);
  case 5:
    return splitHalf(T, Fuel);
  case 6:
    return concatenated(T, Fuel);
  case 7:
    if (T.isScalar())
      return nullptr;
    return op(OpKind::Flip, {value(T, Fuel)},
              attr("axis", Ctx.intAttr(R.below(T.rank()))));
  case 8:
    return gathered(T, Fuel);
  case 9:
  case 10:
    return reduced(T, Fuel);
  case 11:
    return combined(T, Fuel);
  default:
    return product(T, Fuel);
  }
}

Value *Generator::broadcastTo(Type T, unsigned Fuel) {
  if (T.isScalar())
    return nullptr;
  Extents Shape = extentsOf(T);
  if (R.percent(50))
    Shape.erase(Shape.begin(), Shape.begin() + R.below(Shape.size() + 1));
  for (int64_t &Extent : Shape)
    if (R.percent(60))
      Extent = 1;
  Value *V = value(T.elementType(), Shape, Fuel);
  return op(OpKind::Broadcast, {V}, attr("shape", Ctx.shapeAttr(T.shape())));
}

Value *Generator::insertedAxis(Type T, unsigned Fuel) {
  llvm::SmallVector<unsigned, 4> Ones;
  for (unsigned I = 0; I != T.rank(); ++I)
    if (T.shape()[I] == 1)
      Ones.push_back(I);
  if (Ones.empty())
    return nullptr;
  unsigned Axis = R.pick(Ones);
  Extents Shape = extentsOf(T);
  Shape.erase(Shape.begin() + Axis);
  Value *V = value(T.elementType(), Shape, Fuel);
  return op(OpKind::ExpandDims, {V}, attr("axis", Ctx.intAttr(Axis)));
}

Value *Generator::reshaped(Type T, unsigned Fuel) {
  int64_t Count = T.numElements();
  Extents Shape = {Count};
  if (T.isScalar()) {
    if (R.percent(50))
      Shape = {1, 1};
  } else if (T.rank() == 1) {
    llvm::SmallVector<int64_t, 8> Divisors;
    for (int64_t D = 1; D <= Count; ++D)
      if (Count % D == 0)
        Divisors.push_back(D);
    int64_t D = R.pick(Divisors);
    Shape = {D, Count / D};
  } else if (R.percent(50)) {
    Shape = extentsOf(T);
    std::swap(Shape[0], Shape[R.below(Shape.size())]);
  }
  Value *V = value(T.elementType(), Shape, Fuel);
  return op(OpKind::Reshape, {V}, attr("shape", Ctx.shapeAttr(T.shape())));
}

Value *Generator::transposed(Type T, unsigned Fuel) {
  if (T.rank() < 2)
    return nullptr;
  Extents Order, Shape(T.rank());
  for (unsigned I = 0; I != T.rank(); ++I)
    Order.push_back(I);
  for (unsigned I = T.rank(); I-- != 1;)
    std::swap(Order[I], Order[R.below(I + 1)]);
  for (unsigned I = 0; I != T.rank(); ++I)
    Shape[Order[I]] = T.shape()[I];
  Value *V = value(T.elementType(), Shape, Fuel);
  return op(OpKind::Trans, {V}, attr("order", Ctx.shapeAttr(Order)));
}

Value *Generator::joined(Type T, unsigned Fuel) {
  if (T.isScalar() || T.shape().back() != 2)
    return nullptr;
  Type Half = Ctx.tileOrScalar(T.shape().drop_back(), T.elementType());
  Value *L = value(Half, Fuel), *Right = value(Half, Fuel);
  return op(OpKind::Join, {L, Right});
}

Value *Generator::splitHalf(Type T, unsigned Fuel) {
  if (T.numElements() > MaxElements / 2 || T.rank() > 3)
    return nullptr;
  Extents Shape = extentsOf(T);
  Shape.push_back(2);
  Value *V = value(T.elementType(), Shape, Fuel);
  ++NumOps;
  Op *Split = B->create(OpKind::Split, {V});
  unsigned Chosen = R.below(2);
  remember(Split->result(1 - Chosen));
  return Split->result(Chosen);
}

Value *Generator::concatenated(Type T, unsigned Fuel) {
  if (T.isScalar())
    return nullptr;
  unsigned Axis = R.below(T.rank());
  int64_t Extent = T.shape()[Axis];
  if (Extent < 2)
    return nullptr;
  Extents Left = extentsOf(T), Right = Left;
  Left[Axis] = R.between(1, Extent - 1);
  Right[Axis] = Extent - Left[Axis];
  Value *L = value(T.elementType(), Left, Fuel);
  Value *Other = value(T.elementType(), Right, Fuel);
  return op(OpKind::Cat, {L, Other}, attr("axis", Ctx.intAttr(Axis)));
}

Value *Generator::gathered(Type T, unsigned Fuel) {
  static const int64_t Sizes[] = {1, 2, 4, 8, 16};
  if (T.isScalar())
    return nullptr;
  unsigned Axis = R.below(T.rank());
  Extents Source = extentsOf(T);
  int64_t Limit = Source[Axis] = R.pick(Sizes);
  Type Integer = integerType();
  Value *Any = value(Integer, T.shape(), Fuel);
  Value *Index = op(OpKind::And, {Any, integer(Integer, Limit - 1)});
  Value *V = value(T.elementType(), Source, Fuel);
  return op(OpKind::Gather, {V, Index}, attr("axis", Ctx.intAttr(Axis)));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// T's shape with one more axis; nothing if that makes too large a tile.
std::optional<Extents> Generator::withAxis(Type T, unsigned &Axis) {
  static const int64_t Lengths[] = {1, 2, 3, 4, 5, 8};
  Extents Shape = extentsOf(T);
  Axis = R.below(Shape.size() + 1);
  int64_t Length = Shape.empty() && R.percent(60) ? Columns : R.pick(Lengths);
  if (Shape.size() > 2 || T.numElements() * Length > MaxElements)
    return std::nullopt;
  Shape.insert(Shape.begin() + Axis, Length);
  return Shape;
}

/// A value of T whose sums are exact in any order.
Value *Generator::summable(Type T, unsigned Fuel) {
  return T.elementType().isFloat() ? smallFloat(T, Fuel) : value(T, Fuel);
}

Value *Generator::reduced(Type T, unsigned Fuel) {
  static const OpKind Kinds[] = {OpKind::Sum, OpKind::Max, OpKind::Min};
  Type Element = T.elementType();
  unsigned Axis;
  std::optional<Extents> Shape = withAxis(T, Axis);
  if (!Shape || Element.isFloat8())
    return nullptr;
  Type Input = Ctx.tile(*Shape, Element);
  llvm::SmallVector<NamedAttr> Attrs;
  if (!T.isScalar() || R.percent(50))
    Attrs.push_back(Ctx.named("axis", Ctx.intAttr(Axis)));
  OpKind Kind = R.pick(Kinds);
  if (Kind == OpKind::Sum)
    return op(Kind, {summable(Input, Fuel)}, Ctx.dict(Attrs));
  if (R.percent(40))
    Attrs.push_back(Ctx.named("propagate_nan", Ctx.boolAttr(R.percent(50))));
  Value *V = value(Input, Fuel);
  if (Element.isFloat()) // -0.0 + 0.0 is 0.0
    V = op(OpKind::Add, {V, Ctx.constant(Element, 0)});
  return op(Kind, {V}, Ctx.dict(Attrs));
}

/// The region of a `reduce` or `scan`: an associative, for one value also
/// commutative, function. Of two values (v, i) the greater v wins, on ties the
/// lesser i.
void Generator::makeCombine(Op *O, llvm::ArrayRef<Type> Types) {
  static const OpKind Kinds[] = {OpKind::Add,     OpKind::Mul, OpKind::Minimum,
                                 OpKind::Maximum, OpKind::And, OpKind::Or,
                                 OpKind::Xor};
  OpBuilder::Guard G(*B);
  Block &Body = O->body();
  B->setInsertionPointToEnd(Body);
  if (Types.size() == 1) {
    bool IsFloat = Types[0].isFloat();
    Value *L = Body.arg(0), *Right = Body.arg(1);
    OpKind Kind = IsFloat ? (R.percent(50) ? OpKind::Minimum : OpKind::Maximum)
                          : R.pick(Kinds);
    B->createTerminator(OpKind::Yield, {op(Kind, {L, Right})});
    return;
  }
  Value *V = Body.arg(0), *I = Body.arg(1), *W = Body.arg(2), *J = Body.arg(3);
  Value *Greater = op(OpKind::CmpGt, {V, W});
  Value *Equal = op(OpKind::CmpEq, {V, W});
  Value *Left = op(OpKind::CmpLe, {I, J});
  Value *First = op(OpKind::Or, {Greater, op(OpKind::And, {Equal, Left})});
  Value *Best = op(OpKind::Select, {First, V, W});
  Value *Where = op(OpKind::Select, {First, I, J});
  B->createTerminator(OpKind::Yield, {Best, Where});
}

/// A `reduce` or `scan` with a combine region.
Value *Generator::combined(Type T, unsigned Fuel) {
  Type Element = T.elementType();
  if (Element.isFloat8())
    return nullptr;
  bool IsPair = Element.isIntegerOrBool() && R.percent(30);
  unsigned Axis;
  std::optional<Extents> Shape = withAxis(T, Axis);
  bool IsScan = T.isTile() && (!Shape || R.percent(50));
  if (IsScan) {
    Shape = extentsOf(T);
    Axis = R.below(T.rank());
  }
  if (!Shape)
    return nullptr;
  Type Input = Ctx.tile(*Shape, Element);
  llvm::SmallVector<Value *, 2> Inputs = {value(Input, Fuel)};
  llvm::SmallVector<Type, 2> Types = {Element};
  if (Element.isFloat())
    Inputs[0] = op(OpKind::Add, {Inputs[0], Ctx.constant(Element, 0)});
  if (IsPair) {
    Types.push_back(integerType());
    Inputs.push_back(value(Types[1], *Shape, Fuel));
  }
  llvm::ArrayRef<Value *> All(Inputs);
  ++NumOps;
  Op *O = IsScan
              ? static_cast<Op *>(B->create<ScanOp>(All, Axis, R.percent(40)))
              : static_cast<Op *>(B->create<ReduceOp>(All, Axis));
  makeCombine(O, Types);
  if (IsPair)
    remember(O->result(1));
  return O->result(0);
}

/// A matrix product whose sums are exact.
Value *Generator::product(Type T, unsigned Fuel) {
  // Matrix instructions start at 8, 16 or 32.
  static const int64_t Depths[] = {1, 2, 3, 4, 8, 16, 32};
  static const TypeKind Narrow[] = {TypeKind::F16, TypeKind::BF16,
                                    TypeKind::F32, TypeKind::F8E4M3FN,
                                    TypeKind::F8E5M2};
  Type Element = T.elementType();
  bool IsInteger = Element == Ctx.i32();
  if (T.rank() < 2 || Element.isFloat8() || (!Element.isFloat() && !IsInteger))
    return nullptr;
  Type Factor =
      Ctx.scalar(IsInteger ? (R.percent(50) ? TypeKind::I8 : TypeKind::U8)
                 : Element.kind() == TypeKind::F64 ? TypeKind::F64
                                                   : R.pick(Narrow));
  Extents Left = extentsOf(T), Right = Left;
  int64_t K = R.pick(Depths);
  if (Element.kind() == TypeKind::BF16) // has eight bits for sums
    K = std::min<int64_t>(K, 8);
  Left.back() = K;
  Right[Right.size() - 2] = K;
  auto Make = [&](llvm::ArrayRef<int64_t> Shape, Type E) {
    Type Of = Ctx.tile(Shape, E);
    return E.isFloat() ? smallFloat(Of, Fuel) : value(Of, Fuel);
  };
  Value *L = Make(Left, Factor);
  Value *Other = Make(Right, Factor);
  Value *Acc = Make(T.shape(), Element);
  return op(OpKind::Dot, {L, Other, Acc});
}
