//===- Evaluate.h - Scalar evaluation of ops --------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that says what each lane-by-lane op computes. Constant folding
// and the interpreter use it; other targets are tested against it.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_EVALUATE_H
#define MYTRITON_IR_EVALUATE_H

#include "mytriton/IR/Op.h"

namespace mt {

/// The result bits of one lane of an elementwise op. Operands are raw bits as
/// Constant keeps them, Operand[i] of type Types[i] (element types). Result is
/// the element type of the result. Asserts O is OT_Elementwise and not addptr
/// through constants; never traps.
uint64_t evaluate(OpKind Kind, AttrDict Attrs, llvm::ArrayRef<Type> Types,
                  llvm::ArrayRef<uint64_t> Operands, Type Result);

/// Numeric conversion of one scalar as `cast` does it.
uint64_t convertBits(uint64_t Bits, Type From, Type To,
                     bool TowardZero = false);

/// Raw bits of a float type to double and back (nearest even).
double bitsToDouble(uint64_t Bits, Type Float);
uint64_t doubleToBits(double V, Type Float);

/// Trip count of a `for` with these bounds (sign-extended by their type).
uint64_t tripCount(int64_t Lb, int64_t Ub, int64_t Step, bool IsSigned);

} // namespace mt

#endif // MYTRITON_IR_EVALUATE_H
