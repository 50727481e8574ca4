//===- ArithOps.h - Arithmetic, comparison, select, cast --------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Meaning, shared by every target:
//  * integers wrap; `div` and `mod` truncate; dividing by zero, and the
//    smallest integer by -1, behave as if the divisor were 1;
//  * shift amounts are taken modulo the width; `shr` is arithmetic for signed
//    types; `add`, `sub` and `mul` on bool are xor, xor and and;
//  * floats are IEEE with round-to-nearest-even in their own type; `mod` is
//    C's fmod;
//  * comparisons are false with a NaN, except `cmp_ne`;
//  * `minimum`/`maximum` propagate NaN and take the right operand on ties;
//    with {propagate_nan=false} a NaN operand is ignored (IEEE minNum/maxNum).
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_ARITHOPS_H
#define MYTRITON_IR_ARITHOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

#define MT_BINARY_OP(NAME, MNEMONIC, SET, EXTRA, DOC)                          \
  class NAME##Op : public OpOf<OpKind::NAME> {                                 \
  public:                                                                      \
    static constexpr OpInfo Info =                                             \
        OpInfo::elementwise(MNEMONIC, 2, SET) EXTRA.doc(DOC);                  \
    Value *lhs() const { return operand(0); }                                  \
    Value *rhs() const { return operand(1); }                                  \
  };
#define MT_COMPARE_OP(NAME, MNEMONIC, EXTRA, DOC)                              \
  class NAME##Op : public OpOf<OpKind::NAME> {                                 \
  public:                                                                      \
    static constexpr OpInfo Info =                                             \
        OpInfo::elementwise(MNEMONIC, 2, TS_All, ResultType::Bool)             \
            EXTRA.doc(DOC);                                                    \
    Value *lhs() const { return operand(0); }                                  \
    Value *rhs() const { return operand(1); }                                  \
  };
#define MT_COMMUTATIVE .traits(OT_Commutative)

MT_BINARY_OP(Add, "add", TS_Scalar, MT_COMMUTATIVE, "sum; integers wrap")
MT_BINARY_OP(Sub, "sub", TS_Scalar, , "difference; integers wrap")
MT_BINARY_OP(Mul, "mul", TS_Scalar, MT_COMMUTATIVE, "product; integers wrap")
MT_BINARY_OP(Div, "div", TS_Number, , "quotient; integers truncate")
MT_BINARY_OP(Mod, "mod", TS_Number, , "remainder with the dividend's sign")
MT_BINARY_OP(And, "and", TS_Bits, MT_COMMUTATIVE, "bitwise and")
MT_BINARY_OP(Or, "or", TS_Bits, MT_COMMUTATIVE, "bitwise or")
MT_BINARY_OP(Xor, "xor", TS_Bits, MT_COMMUTATIVE, "bitwise exclusive or")
MT_BINARY_OP(Shl, "shl", TS_Int, , "shift left, amount modulo the width")
MT_BINARY_OP(Shr, "shr", TS_Int, , "shift right, arithmetic for signed types")
MT_COMPARE_OP(CmpLt, "cmp_lt", , "a < b")
MT_COMPARE_OP(CmpLe, "cmp_le", , "a <= b")
MT_COMPARE_OP(CmpGt, "cmp_gt", , "a > b")
MT_COMPARE_OP(CmpGe, "cmp_ge", , "a >= b")
MT_COMPARE_OP(CmpEq, "cmp_eq", MT_COMMUTATIVE, "a == b")
MT_COMPARE_OP(CmpNe, "cmp_ne", MT_COMMUTATIVE, "a != b; true with a NaN")
MT_BINARY_OP(Minimum, "minimum", TS_Scalar,
             .attr("propagate_nan", AttrSpecKind::Bool, false),
             "lesser operand; right one on ties")
MT_BINARY_OP(Maximum, "maximum", TS_Scalar,
             .attr("propagate_nan", AttrSpecKind::Bool, false),
             "greater operand; right one on ties")

#undef MT_BINARY_OP
#undef MT_COMPARE_OP
#undef MT_COMMUTATIVE

class NegOp : public OpOf<OpKind::Neg> {
public:
  static constexpr OpInfo Info = OpInfo::elementwise("neg", 1, TS_Number)
                                     .doc("negation; flips a float's sign bit");
  Value *input() const { return operand(0); }
};

class NotOp : public OpOf<OpKind::Not> {
public:
  static constexpr OpInfo Info =
      OpInfo::elementwise("not", 1, TS_Bits).doc("bitwise complement");
  Value *input() const { return operand(0); }
};

class FmaOp : public OpOf<OpKind::Fma> {
public:
  static constexpr OpInfo Info = OpInfo::elementwise("fma", 3, TS_Float)
                                     .doc("a * b + c with one rounding");
};

class MulHiOp : public OpOf<OpKind::MulHi> {
public:
  static constexpr OpInfo Info =
      OpInfo::elementwise("mulhi", 2, TS_Int)
          .traits(OT_Commutative)
          .doc("upper half of the product in twice the width");
};

class SelectOp : public OpOf<OpKind::Select> {
public:
  static constexpr OpInfo Info =
      OpInfo("select")
          .operand("condition", OperandType::Bool)
          .operand("a", OperandType::Element)
          .operand("b", OperandType::Element)
          .result(ResultType::Element)
          .traits(OT_Pure | OT_Elementwise | OT_Thread)
          .doc("a where the condition holds, else b; both are computed");
  Value *condition() const { return operand(0); }
  Value *trueValue() const { return operand(1); }
  Value *falseValue() const { return operand(2); }
};

/// Numeric conversion. To bool: `x != 0` (NaN is true). Between integers:
/// truncation or extension by the source's signedness. Float to integer
/// truncates; out of range saturates and NaN gives 0. To a narrower float:
/// nearest even ({rounding="rtz"}: toward zero); to 8-bit floats saturating.
/// Pointers convert to and from 64-bit integers and other pointers.
/// {bitcast=true} keeps the bits of an equally wide type.
class CastOp : public OpOf<OpKind::Cast> {
public:
  static constexpr OpInfo Info =
      OpInfo("cast")
          .operand("input", OperandType::Any)
          .attr("bitcast", AttrSpecKind::Bool, false)
          .attr("rounding", AttrSpecKind::String, false)
          .result(ResultType::Explicit)
          .traits(OT_Pure | OT_Elementwise | OT_Thread)
          .doc("conversion to the result's element type");
  Value *input() const { return operand(0); }
  bool isBitcast() const { return boolAttr("bitcast"); }
};

} // namespace mt

#endif // MYTRITON_IR_ARITHOPS_H
