//===- ReduceOps.h - Reductions and scans -----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order in which elements are combined is unspecified. `sum`, `max` and
// `min` work in their own element type: widening is the frontend's business.
// Without {axis} a reduction takes a rank-1 tile to a scalar; with it, that
// axis disappears.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_REDUCEOPS_H
#define MYTRITON_IR_REDUCEOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

class OpBuilder;

#define MT_REDUCE_OP(NAME, MNEMONIC, SET, EXTRA, DOC)                          \
  class NAME##Op : public OpOf<OpKind::NAME> {                                 \
  public:                                                                      \
    static constexpr OpInfo Info = OpInfo(MNEMONIC)                            \
                                       .operand("input", OperandType::Element) \
                                       .attr("axis", AttrSpecKind::Int, false) \
                                           EXTRA.elements(SET)                 \
                                       .result(ResultType::Shaped)             \
                                       .traits(OT_Pure)                        \
                                       .doc(DOC);                              \
    Value *input() const { return operand(0); }                                \
    unsigned axis() const { return intAttr("axis"); }                          \
  };

MT_REDUCE_OP(Sum, "sum", TS_Scalar, , "sum along an axis; bools add modulo 2")
MT_REDUCE_OP(Max, "max", TS_Scalar,
             .attr("propagate_nan", AttrSpecKind::Bool, false),
             "greatest element along an axis; NaN as in `maximum`")
MT_REDUCE_OP(Min, "min", TS_Scalar,
             .attr("propagate_nan", AttrSpecKind::Bool, false),
             "least element along an axis; NaN as in `minimum`")

#undef MT_REDUCE_OP

/// `%r… = reduce %x… {axis=0} : types combine(%a…, %b…) { … yield v… }`.
/// The region's 2n scalar arguments are two groups of partial results; it must
/// be associative and commutative up to rounding.
class ReduceOp : public OpOf<OpKind::Reduce> {
public:
  static constexpr OpInfo Info =
      OpInfo("reduce")
          .variadic()
          .attr("axis", AttrSpecKind::Int)
          .result(ResultType::Explicit)
          .regions(1)
          .traits(OT_CustomForm | OT_RecursiveEffects)
          .doc("reduction along an axis by a combine region");
  unsigned axis() const { return intAttr("axis"); }
  /// Makes the op, its result types and the region's arguments; the region is
  /// left empty.
  static ReduceOp *build(OpBuilder &B, llvm::ArrayRef<Value *> Inputs,
                         unsigned Axis);
};

/// Inclusive prefix along an axis: the combine region's arguments are
/// (accumulated…, element…) and need only be associative. {reverse=true}
/// starts at the end.
class ScanOp : public OpOf<OpKind::Scan> {
public:
  static constexpr OpInfo Info =
      OpInfo("scan")
          .variadic()
          .attr("axis", AttrSpecKind::Int)
          .attr("reverse", AttrSpecKind::Bool, false)
          .result(ResultType::Explicit)
          .regions(1)
          .traits(OT_CustomForm | OT_RecursiveEffects)
          .doc("inclusive scan along an axis by a combine region");
  unsigned axis() const { return intAttr("axis"); }
  bool isReverse() const { return boolAttr("reverse"); }
  static ScanOp *build(OpBuilder &B, llvm::ArrayRef<Value *> Inputs,
                       unsigned Axis, bool Reverse);
};

/// a[…, M, K] · b[…, K, N] + acc[…, M, N]. Products of 8- and 16-bit floats
/// and of f32 are formed and added in f32, of f64 in f64, of integers in i32;
/// the sum is rounded once to the accumulator's type. {precision="tf32"}
/// permits that input precision for f32 where the target has it.
class DotOp : public OpOf<OpKind::Dot> {
public:
  static constexpr OpInfo Info =
      OpInfo("dot")
          .operand("a", OperandType::Any)
          .operand("b", OperandType::Any)
          .operand("acc", OperandType::Element)
          .attr("precision", AttrSpecKind::String, false)
          .elements(TypeSet(TS_Int | TS_Float))
          .result(ResultType::Shaped)
          .traits(OT_Pure)
          .doc("matrix product added to an accumulator");
  Value *a() const { return operand(0); }
  Value *b() const { return operand(1); }
  Value *acc() const { return operand(2); }
  static DotOp *build(OpBuilder &B, Value *A, Value *Other, Value *Acc,
                      AttrDict Attrs = {});
};

} // namespace mt

#endif // MYTRITON_IR_REDUCEOPS_H
