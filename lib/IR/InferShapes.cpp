//===- InferShapes.cpp - Result types of ops on shapes --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InferShapes.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::ArrayRef;
using llvm::Twine;

namespace {

using Extents = llvm::SmallVector<int64_t, 4>;

/// One rule per op; each appends the result types or says why it cannot.
class ShapeRule {
public:
  ShapeRule(Context &Ctx, ArrayRef<Value *> Operands, AttrDict Attrs,
            llvm::SmallVectorImpl<Type> &Results, std::string &Why)
      : Ctx(Ctx), Operands(Operands), Attrs(Attrs), Results(Results), Why(Why) {
  }

  LogicalResult arange();
  LogicalResult creation();
  LogicalResult full();
  LogicalResult broadcast();
  LogicalResult expandDims();
  LogicalResult reshape();
  LogicalResult trans();
  LogicalResult join();
  LogicalResult split();
  LogicalResult cat();
  LogicalResult flip();
  LogicalResult gather();
  LogicalResult reduction();
  LogicalResult dot();

private:
  LogicalResult fail(const Twine &Message) {
    Why = Message.str();
    return failure();
  }
  LogicalResult done(ArrayRef<int64_t> Shape, Type Element) {
    Results.push_back(Ctx.tileOrScalar(Shape, Element));
    return success();
  }
  Type type(unsigned I = 0) const { return Operands[I]->type(); }
  Extents shape(unsigned I = 0) const {
    return Extents(type(I).shape().begin(), type(I).shape().end());
  }
  LogicalResult shapeAttr(Extents &Shape, bool AllowScalar = false);
  LogicalResult axisAttr(unsigned Limit, unsigned &Axis);
  LogicalResult checkExtents(ArrayRef<int64_t> Shape);

  Context &Ctx;
  ArrayRef<Value *> Operands;
  AttrDict Attrs;
  llvm::SmallVectorImpl<Type> &Results;
  std::string &Why;
};

} // namespace

static std::string text(ArrayRef<int64_t> Shape) {
  return "(" +
         llvm::join(llvm::map_range(
                        Shape, [](int64_t E) { return std::to_string(E); }),
                    ", ") +
         ")";
}

LogicalResult ShapeRule::checkExtents(ArrayRef<int64_t> Shape) {
  if (Shape.size() > MaxTileRank)
    return fail("shape " + text(Shape) + " has rank " + Twine(Shape.size()) +
                "; the limit is " + Twine(MaxTileRank));
  int64_t Total = 1;
  for (int64_t Extent : Shape) {
    if (Extent < 1)
      return fail("shape " + text(Shape) + " has an extent below 1");
    if (Extent > MaxTileElements || (Total *= Extent) > MaxTileElements)
      return fail("shape " + text(Shape) + " has more than " +
                  Twine(MaxTileElements) + " elements");
  }
  return success();
}

LogicalResult ShapeRule::shapeAttr(Extents &Shape, bool AllowScalar) {
  Attr A = Attrs.get("shape");
  auto List = A ? A.asIntList() : std::nullopt;
  if (!List || (List->empty() && !AllowScalar))
    return fail("expected a shape, like {shape=(8, 16)}");
  Shape = *List;
  return checkExtents(Shape);
}

LogicalResult ShapeRule::axisAttr(unsigned Limit, unsigned &Axis) {
  Attr A = Attrs.get("axis");
  if (!A || !A.isInt())
    return fail("expected an axis, like {axis=0}");
  if (A.asInt() < 0 || A.asInt() >= int64_t(Limit))
    return fail("axis " + Twine(A.asInt()) + " is outside [0, " + Twine(Limit) +
                ")");
  Axis = A.asInt();
  return success();
}

LogicalResult ShapeRule::arange() {
  Attr Start = Attrs.get("start"), End = Attrs.get("end");
  if (!Start || !End || !Start.isInt() || !End.isInt())
    return fail("expected {start=…, end=…}");
  __int128 Extent = __int128(End.asInt()) - Start.asInt();
  if (Extent < 1)
    return fail("start " + Twine(Start.asInt()) + " must be less than end " +
                Twine(End.asInt()));
  if (Extent > MaxTileElements)
    return fail("makes " + Twine(int64_t(Extent)) +
                " elements; a tile has at most " + Twine(MaxTileElements));
  return done({int64_t(Extent)}, Ctx.i32());
}

LogicalResult ShapeRule::creation() {
  Extents Shape;
  if (failed(shapeAttr(Shape)))
    return failure();
  Attr DType = Attrs.get("dtype");
  if (!DType || DType.kind() != AttrKind::Type || !DType.asType().isScalar())
    return fail("expected an element type, like {dtype=f32}");
  return done(Shape, DType.asType());
}

LogicalResult ShapeRule::full() {
  if (!type().isScalar())
    return fail("the value must be a scalar, got " + Twine(type().str()));
  if (failed(creation()))
    return failure();
  if (Results.back().elementType() != type())
    return fail("the value has type " + Twine(type().str()) +
                ", but dtype is " + Results.back().elementType().str());
  return success();
}

LogicalResult ShapeRule::broadcast() {
  Extents Shape;
  if (failed(shapeAttr(Shape)))
    return failure();
  auto Joined = broadcastShapes(Shape, type().shape());
  if (!Joined || *Joined != Shape)
    return fail(type().str() + " does not broadcast to shape " + text(Shape));
  return done(Shape, type().elementType());
}

LogicalResult ShapeRule::expandDims() {
  unsigned Axis;
  Extents Shape = shape();
  if (failed(axisAttr(Shape.size() + 1, Axis)))
    return failure();
  Shape.insert(Shape.begin() + Axis, 1);
  if (failed(checkExtents(Shape)))
    return failure();
  return done(Shape, type().elementType());
}

LogicalResult ShapeRule::reshape() {
  Extents Shape;
  if (failed(shapeAttr(Shape, /*AllowScalar=*/true)))
    return failure();
  int64_t Total = 1;
  for (int64_t Extent : Shape)
    Total *= Extent;
  if (Total != type().numElements())
    return fail("cannot reshape " + text(type().shape()) + " to " +
                text(Shape) + ": element counts differ");
  return done(Shape, type().elementType());
}

LogicalResult ShapeRule::trans() {
  Attr A = Attrs.get("order");
  auto Order = A ? A.asIntList() : std::nullopt;
  if (!Order || Order->size() != type().rank())
    return fail("expected an order of " + Twine(type().rank()) +
                " axes, like {order=(1, 0)}");
  llvm::SmallBitVector Seen(Order->size());
  Extents Shape;
  for (int64_t Axis : *Order) {
    if (Axis < 0 || Axis >= int64_t(Order->size()) || Seen.test(Axis))
      return fail("order " + text(*Order) + " is not a permutation");
    Seen.set(Axis);
    Shape.push_back(type().shape()[Axis]);
  }
  return done(Shape, type().elementType());
}

LogicalResult ShapeRule::join() {
  if (type(0) != type(1))
    return fail("operands have types " + Twine(type(0).str()) + " and " +
                type(1).str() + "; they must be equal");
  Extents Shape = shape();
  Shape.push_back(2);
  if (failed(checkExtents(Shape)))
    return failure();
  return done(Shape, type().elementType());
}

LogicalResult ShapeRule::split() {
  Extents Shape = shape();
  if (Shape.empty() || Shape.back() != 2)
    return fail("the last extent must be 2, got " + text(Shape));
  Shape.pop_back();
  Type Half = Ctx.tileOrScalar(Shape, type().elementType());
  Results.append({Half, Half});
  return success();
}

LogicalResult ShapeRule::cat() {
  unsigned Axis;
  Extents Shape = shape(0), Other = shape(1);
  if (failed(axisAttr(Shape.size(), Axis)))
    return failure();
  Extents Rest = Shape, OtherRest = Other;
  if (Other.size() == Shape.size())
    Rest[Axis] = OtherRest[Axis] = 1;
  if (Rest != OtherRest)
    return fail("shapes " + text(Shape) + " and " + text(Other) +
                " differ in more than axis " + Twine(Axis));
  Shape[Axis] += Other[Axis];
  if (failed(checkExtents(Shape)))
    return failure();
  return done(Shape, type().elementType());
}

LogicalResult ShapeRule::flip() {
  unsigned Axis;
  if (failed(axisAttr(type().rank(), Axis)))
    return failure();
  return done(shape(), type().elementType());
}

LogicalResult ShapeRule::gather() {
  unsigned Axis;
  Extents Source = shape(0), Index = shape(1);
  if (failed(axisAttr(Source.size(), Axis)))
    return failure();
  Extents Result = Index;
  if (Index.size() == Source.size())
    Source[Axis] = Index[Axis] = 1;
  if (Source != Index)
    return fail("source and index must agree in every extent but axis " +
                Twine(Axis));
  return done(Result, type(0).elementType());
}

LogicalResult ShapeRule::reduction() {
  Extents Shape = shape();
  if (Shape.empty())
    return fail("cannot reduce the scalar type " + Twine(type().str()));
  unsigned Axis = 0;
  if (Attrs.get("axis")) {
    if (failed(axisAttr(Shape.size(), Axis)))
      return failure();
  } else if (Shape.size() != 1) {
    return fail("a tile of rank " + Twine(Shape.size()) + " needs {axis=…}");
  }
  Shape.erase(Shape.begin() + Axis);
  return done(Shape, type().elementType());
}

LogicalResult ShapeRule::dot() {
  Extents A = shape(0), B = shape(1), C = shape(2);
  unsigned N = A.size();
  if (N < 2 || B.size() != N || C.size() != N)
    return fail("operands must be tiles of one rank, at least 2");
  Extents Expected = A;
  Expected[N - 1] = B[N - 1];
  bool BatchEqual = std::equal(A.begin(), A.end() - 2, B.begin());
  if (!BatchEqual || A[N - 1] != B[N - 2] || C != Expected)
    return fail("shapes " + text(A) + ", " + text(B) + " and " + text(C) +
                " do not form a product");
  if (type(0).elementType() != type(1).elementType() &&
      !(type(0).elementType().isFloat8() && type(1).elementType().isFloat8()))
    return fail("operands have element types " +
                Twine(type(0).elementType().str()) + " and " +
                type(1).elementType().str());
  return done(C, type(2).elementType());
}

LogicalResult mt::inferShapedResults(Context &Ctx, OpKind K,
                                     ArrayRef<Value *> Operands, AttrDict Attrs,
                                     llvm::SmallVectorImpl<Type> &Results,
                                     std::string &Why) {
  ShapeRule Rule(Ctx, Operands, Attrs, Results, Why);
  switch (K) {
  case OpKind::Arange:
    return Rule.arange();
  case OpKind::Zeros:
  case OpKind::Empty:
    return Rule.creation();
  case OpKind::Full:
    return Rule.full();
  case OpKind::Broadcast:
    return Rule.broadcast();
  case OpKind::ExpandDims:
    return Rule.expandDims();
  case OpKind::Reshape:
    return Rule.reshape();
  case OpKind::Trans:
    return Rule.trans();
  case OpKind::Join:
    return Rule.join();
  case OpKind::Split:
    return Rule.split();
  case OpKind::Cat:
    return Rule.cat();
  case OpKind::Flip:
    return Rule.flip();
  case OpKind::Gather:
    return Rule.gather();
  case OpKind::Sum:
  case OpKind::Max:
  case OpKind::Min:
    return Rule.reduction();
  case OpKind::Dot:
    return Rule.dot();
  default:
    llvm_unreachable("not an op of ResultType::Shaped");
  }
}
