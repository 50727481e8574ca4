//===- ShapeOps.h - Ops that make and reshape tiles -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_SHAPEOPS_H
#define MYTRITON_IR_SHAPEOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

class OpBuilder;

/// Made by the pass `broadcast`; the frontend leaves broadcasting implied.
class BroadcastOp : public OpOf<OpKind::Broadcast> {
public:
  static constexpr OpInfo Info =
      OpInfo("broadcast")
          .operand("input", OperandType::Element)
          .attr("shape", AttrSpecKind::Shape)
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("the input repeated to the given shape by NumPy's rule");
  Value *input() const { return operand(0); }
  static BroadcastOp *build(OpBuilder &B, Value *Input,
                            llvm::ArrayRef<int64_t> Shape);
};

class ExpandDimsOp : public OpOf<OpKind::ExpandDims> {
public:
  static constexpr OpInfo Info =
      OpInfo("expand_dims")
          .operand("input", OperandType::Element)
          .attr("axis", AttrSpecKind::Int)
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("an extent 1 inserted at the given axis of the result");
  Value *input() const { return operand(0); }
  unsigned axis() const { return intAttr("axis"); }
  static ExpandDimsOp *build(OpBuilder &B, Value *Input, unsigned Axis);
};

/// An empty shape turns a tile of one element into a scalar.
class ReshapeOp : public OpOf<OpKind::Reshape> {
public:
  static constexpr OpInfo Info =
      OpInfo("reshape")
          .operand("input", OperandType::Element)
          .attr("shape", AttrSpecKind::Shape)
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("the same elements in row-major order under another shape");
  Value *input() const { return operand(0); }
  static ReshapeOp *build(OpBuilder &B, Value *Input,
                          llvm::ArrayRef<int64_t> Shape);
};

class TransOp : public OpOf<OpKind::Trans> {
public:
  static constexpr OpInfo Info =
      OpInfo("trans")
          .operand("input", OperandType::Element)
          .attr("order", AttrSpecKind::Shape)
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("axes permuted: result axis i is input axis order[i]");
  Value *input() const { return operand(0); }
  static TransOp *build(OpBuilder &B, Value *Input,
                        llvm::ArrayRef<int64_t> Order);
};

/// Both inputs have one shape; two scalars give a vector of two.
class JoinOp : public OpOf<OpKind::Join> {
public:
  static constexpr OpInfo Info =
      OpInfo("join")
          .operand("a", OperandType::Element)
          .operand("b", OperandType::Element)
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("a and b side by side along a new last axis of extent 2");
  static JoinOp *build(OpBuilder &B, Value *A, Value *Other);
};

class SplitOp : public OpOf<OpKind::Split> {
public:
  static constexpr OpInfo Info =
      OpInfo("split")
          .operand("input", OperandType::Element)
          .results(2, ResultType::Shaped)
          .traits(OT_Pure)
          .doc("the two halves along a last axis of extent 2");
  Value *input() const { return operand(0); }
  static SplitOp *build(OpBuilder &B, Value *Input);
};

class CatOp : public OpOf<OpKind::Cat> {
public:
  static constexpr OpInfo Info = OpInfo("cat")
                                     .operand("a", OperandType::Element)
                                     .operand("b", OperandType::Element)
                                     .attr("axis", AttrSpecKind::Int)
                                     .result(ResultType::Shaped)
                                     .traits(OT_Pure)
                                     .doc("b behind a along an axis");
  unsigned axis() const { return intAttr("axis"); }
  static CatOp *build(OpBuilder &B, Value *A, Value *Other, unsigned Axis);
};

class FlipOp : public OpOf<OpKind::Flip> {
public:
  static constexpr OpInfo Info =
      OpInfo("flip")
          .operand("input", OperandType::Element)
          .attr("axis", AttrSpecKind::Int)
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("the elements reversed along an axis");
  Value *input() const { return operand(0); }
  unsigned axis() const { return intAttr("axis"); }
  static FlipOp *build(OpBuilder &B, Value *Input, unsigned Axis);
};

/// Element (…, i, …) is source(…, index(…, i, …), …). An index outside the
/// axis gives an unspecified element of it and touches nothing else.
class GatherOp : public OpOf<OpKind::Gather> {
public:
  static constexpr OpInfo Info =
      OpInfo("gather")
          .operand("source", OperandType::Element)
          .operand("index", OperandType::Integer)
          .attr("axis", AttrSpecKind::Int)
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("elements of the source picked along an axis by an index tile");
  Value *source() const { return operand(0); }
  Value *index() const { return operand(1); }
  unsigned axis() const { return intAttr("axis"); }
  static GatherOp *build(OpBuilder &B, Value *Source, Value *Index,
                         unsigned Axis);
};

} // namespace mt

#endif // MYTRITON_IR_SHAPEOPS_H
