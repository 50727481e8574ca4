//===- DebugOps.h - Asserts and prints of a kernel --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_DEBUGOPS_H
#define MYTRITON_IR_DEBUGOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

/// Stops the launch with the message where the condition is false and the mask
/// (default: everywhere) is true. The launch then fails with message, file and
/// line.
class AssertOp : public OpOf<OpKind::Assert> {
public:
  static constexpr OpInfo Info = OpInfo("assert")
                                     .operand("condition", OperandType::Bool)
                                     .optional("mask", OperandType::Bool)
                                     .attr("message", AttrSpecKind::String)
                                     .traits(OT_SideEffects | OT_Thread)
                                     .doc("checks a condition at run time");
  Value *condition() const { return operand(0); }
  Value *mask() const { return operand(1); }
  llvm::StringRef message() const { return attr("message").asString(); }
};

/// Prints the prefix and the values, one text per program on CPU targets.
class PrintOp : public OpOf<OpKind::Print> {
public:
  static constexpr OpInfo Info = OpInfo("print")
                                     .variadic()
                                     .attr("prefix", AttrSpecKind::String)
                                     .attr("hex", AttrSpecKind::Bool, false)
                                     .traits(OT_SideEffects | OT_Thread)
                                     .doc("prints values at run time");
  llvm::StringRef prefix() const { return attr("prefix").asString(); }
  bool isHex() const { return boolAttr("hex"); }
};

} // namespace mt

#endif // MYTRITON_IR_DEBUGOPS_H
