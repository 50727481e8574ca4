//===- ControlOps.h - Structured control flow and calls ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies may use values of enclosing scopes. Loop-carried values are the block
// arguments of the body (behind the induction variable of a `for`), closed by
// `yield`. A region that yields nothing still ends in `yield` in memory; its
// text leaves it out.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_CONTROLOPS_H
#define MYTRITON_IR_CONTROLOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

class OpBuilder;

/// `for %iv in range(lb, ub, step) iter_args(%a = init…) : types { … }`.
/// The trip count is computed once, in arithmetic that cannot wrap:
/// max(0, ceil((ub - lb) / step)) for either sign of step; a zero step runs
/// no iteration. Results are the carried values after the last one.
class ForOp : public OpOf<OpKind::For> {
public:
  static constexpr OpInfo Info =
      OpInfo("for")
          .operand("lb", OperandType::Integer)
          .operand("ub", OperandType::Integer)
          .operand("step", OperandType::Integer)
          .variadic()
          .result(ResultType::Explicit)
          .regions(1)
          .traits(OT_CustomForm | OT_RecursiveEffects | OT_Thread)
          .doc("counted loop");
  Value *lowerBound() const { return operand(0); }
  Value *upperBound() const { return operand(1); }
  Value *step() const { return operand(2); }
  unsigned numCarried() const { return numOperands() - 3; }
  Value *init(unsigned I) const { return operand(3 + I); }
  BlockArgument *inductionVar() const { return body().arg(0); }
  BlockArgument *carried(unsigned I) const { return body().arg(1 + I); }

  /// Makes the op and its body's arguments (iv of Lb's type, then one per
  /// init); the body is left empty, without terminator.
  static ForOp *build(OpBuilder &B, Value *Lb, Value *Ub, Value *Step,
                      llvm::ArrayRef<Value *> Inits);
  /// As above for an explicit induction type (bounds may be literals).
  static ForOp *build(OpBuilder &B, Type IvType, Value *Lb, Value *Ub,
                      Value *Step, llvm::ArrayRef<Value *> Inits);
};

/// `while iter_args(%a = init…) : types { … condition c } do { … yield v… }`.
/// Both regions see the iter_args, which are arguments of the first region's
/// block; results are their values when the condition fails.
class WhileOp : public OpOf<OpKind::While> {
public:
  static constexpr OpInfo Info =
      OpInfo("while")
          .variadic()
          .result(ResultType::Explicit)
          .regions(2)
          .traits(OT_CustomForm | OT_RecursiveEffects | OT_Thread)
          .doc("loop that runs while its first region's condition holds");
  Block &conditionBlock() const { return body(0); }
  Block &doBlock() const { return body(1); }
  BlockArgument *carried(unsigned I) const { return body(0).arg(I); }
  static WhileOp *build(OpBuilder &B, llvm::ArrayRef<Value *> Inits);
};

/// `if c : types { … yield v… } else { … yield v… }`. The else region exists
/// always in memory; without results an empty one is not printed.
class IfOp : public OpOf<OpKind::If> {
public:
  static constexpr OpInfo Info =
      OpInfo("if")
          .operand("condition", OperandType::Bool)
          .result(ResultType::Explicit)
          .regions(2)
          .traits(OT_CustomForm | OT_RecursiveEffects | OT_Thread)
          .doc("runs one of two regions by a scalar condition");
  Value *condition() const { return operand(0); }
  Block &thenBlock() const { return body(0); }
  Block &elseBlock() const { return body(1); }
  static IfOp *build(OpBuilder &B, Value *Condition,
                     llvm::ArrayRef<Type> Results);
};

class YieldOp : public OpOf<OpKind::Yield> {
public:
  static constexpr OpInfo Info =
      OpInfo("yield")
          .variadic()
          .traits(OT_Pure | OT_Terminator | OT_CustomForm | OT_Thread)
          .doc("ends a region and gives its values to the enclosing op");
};

class ConditionOp : public OpOf<OpKind::Condition> {
public:
  static constexpr OpInfo Info =
      OpInfo("condition")
          .operand("condition", OperandType::Bool)
          .traits(OT_Pure | OT_Terminator | OT_CustomForm | OT_Thread)
          .doc("ends the first region of a while");
  Value *condition() const { return operand(0); }
};

/// Ends a `func`. Kernels end without a terminator.
class ReturnOp : public OpOf<OpKind::Return> {
public:
  static constexpr OpInfo Info =
      OpInfo("return")
          .variadic()
          .traits(OT_Pure | OT_Terminator | OT_CustomForm)
          .doc("ends a func and gives its results to the caller");
};

/// `call @f(args) : types`; the callee is the string attribute `callee`.
class CallOp : public OpOf<OpKind::Call> {
public:
  static constexpr OpInfo Info =
      OpInfo("call")
          .variadic()
          .attr("callee", AttrSpecKind::String)
          .result(ResultType::Explicit)
          .traits(OT_CustomForm | OT_Reads | OT_Writes | OT_SideEffects)
          .doc("runs a func of the same module");
  llvm::StringRef callee() const { return attr("callee").asString(); }
};

} // namespace mt

#endif // MYTRITON_IR_CONTROLOPS_H
