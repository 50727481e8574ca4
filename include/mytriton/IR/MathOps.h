//===- MathOps.h - Unary mathematics ----------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each target states its largest error in ulp in docs/math.md; special values
// follow C's Annex F on every target.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_MATHOPS_H
#define MYTRITON_IR_MATHOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

#define MT_UNARY_OP(NAME, MNEMONIC, SET, DOC)                                  \
  class NAME##Op : public OpOf<OpKind::NAME> {                                 \
  public:                                                                      \
    static constexpr OpInfo Info =                                             \
        OpInfo::elementwise(MNEMONIC, 1, SET).doc(DOC);                        \
    Value *input() const { return operand(0); }                                \
  };

MT_UNARY_OP(Exp, "exp", TS_Float, "e to the power a")
MT_UNARY_OP(Exp2, "exp2", TS_Float, "2 to the power a")
MT_UNARY_OP(Log, "log", TS_Float, "natural logarithm")
MT_UNARY_OP(Log2, "log2", TS_Float, "base-2 logarithm")
MT_UNARY_OP(Sqrt, "sqrt", TS_Float, "square root")
MT_UNARY_OP(Rsqrt, "rsqrt", TS_Float, "1 / sqrt(a)")
MT_UNARY_OP(Sin, "sin", TS_Float, "sine")
MT_UNARY_OP(Cos, "cos", TS_Float, "cosine")
MT_UNARY_OP(Erf, "erf", TS_Float, "error function")
MT_UNARY_OP(Tanh, "tanh", TS_Float, "hyperbolic tangent")
MT_UNARY_OP(Abs, "abs", TS_Number,
            "absolute value; the smallest integer keeps its value")
MT_UNARY_OP(Floor, "floor", TS_Float, "largest integral value <= a")
MT_UNARY_OP(Ceil, "ceil", TS_Float, "smallest integral value >= a")

#undef MT_UNARY_OP

} // namespace mt

#endif // MYTRITON_IR_MATHOPS_H
