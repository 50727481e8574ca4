//===- TileOps.h - Making and reshaping tiles -------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_TILEOPS_H
#define MYTRITON_IR_TILEOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

class OpBuilder;

class ProgramIdOp : public OpOf<OpKind::ProgramId> {
public:
  static constexpr OpInfo Info =
      OpInfo("program_id")
          .attr("axis", AttrSpecKind::Int)
          .result(ResultType::I32)
          .traits(OT_Pure | OT_Thread)
          .doc("index of this program along an axis (0, 1, 2) of the grid");
  unsigned axis() const { return intAttr("axis"); }
  static ProgramIdOp *build(OpBuilder &B, unsigned Axis);
};

class NumProgramsOp : public OpOf<OpKind::NumPrograms> {
public:
  static constexpr OpInfo Info =
      OpInfo("num_programs")
          .attr("axis", AttrSpecKind::Int)
          .result(ResultType::I32)
          .traits(OT_Pure | OT_Thread)
          .doc("extent of the grid along an axis (0, 1, 2)");
  unsigned axis() const { return intAttr("axis"); }
  static NumProgramsOp *build(OpBuilder &B, unsigned Axis);
};

class ArangeOp : public OpOf<OpKind::Arange> {
public:
  static constexpr OpInfo Info =
      OpInfo("arange")
          .attr("start", AttrSpecKind::Int)
          .attr("end", AttrSpecKind::Int)
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("the i32 values start, start+1, ..., end-1");
  int64_t start() const { return intAttr("start"); }
  int64_t end() const { return intAttr("end"); }
  static ArangeOp *build(OpBuilder &B, int64_t Start, int64_t End);
};

class ZerosOp : public OpOf<OpKind::Zeros> {
public:
  static constexpr OpInfo Info = OpInfo("zeros")
                                     .attr("shape", AttrSpecKind::Shape)
                                     .attr("dtype", AttrSpecKind::Type)
                                     .result(ResultType::Shaped)
                                     .traits(OT_Pure)
                                     .doc("a tile of zeros");
  static ZerosOp *build(OpBuilder &B, llvm::ArrayRef<int64_t> Shape,
                        Type Element);
};

/// The value has the tile's element type already.
class FullOp : public OpOf<OpKind::Full> {
public:
  static constexpr OpInfo Info = OpInfo("full")
                                     .operand("value", OperandType::Element)
                                     .attr("shape", AttrSpecKind::Shape)
                                     .attr("dtype", AttrSpecKind::Type)
                                     .result(ResultType::Shaped)
                                     .traits(OT_Pure)
                                     .doc("a tile filled with a scalar");
  Value *value() const { return operand(0); }
  static FullOp *build(OpBuilder &B, Value *Fill,
                       llvm::ArrayRef<int64_t> Shape);
};

/// Each lane is some fixed value; the checker reports where one is used.
class EmptyOp : public OpOf<OpKind::Empty> {
public:
  static constexpr OpInfo Info = OpInfo("empty")
                                     .attr("shape", AttrSpecKind::Shape)
                                     .attr("dtype", AttrSpecKind::Type)
                                     .result(ResultType::Shaped)
                                     .traits(OT_Pure)
                                     .doc("a tile of undefined elements");
  static EmptyOp *build(OpBuilder &B, llvm::ArrayRef<int64_t> Shape,
                        Type Element);
};

} // namespace mt

#endif // MYTRITON_IR_TILEOPS_H
