//===- MemoryOps.h - Pointers, loads and stores -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Masked-off lanes touch no memory; without `other` they hold some fixed value
// per lane. Inside one program memory is sequential in program order.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_MEMORYOPS_H
#define MYTRITON_IR_MEMORYOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

/// Offsets count elements and are extended to 64 bits by their own signedness.
class AddPtrOp : public OpOf<OpKind::AddPtr> {
public:
  static constexpr OpInfo Info =
      OpInfo("addptr")
          .operand("ptr", OperandType::Pointer)
          .operand("offset", OperandType::Integer)
          .result(ResultType::Pointer)
          .traits(OT_Pure | OT_Elementwise | OT_Thread)
          .doc("pointer moved by whole elements");
  Value *ptr() const { return operand(0); }
  Value *offset() const { return operand(1); }
};

class LoadOp : public OpOf<OpKind::Load> {
public:
  static constexpr OpInfo Info =
      OpInfo("load")
          .operand("ptr", OperandType::Pointer)
          .optional("mask", OperandType::Bool)
          .optional("other", OperandType::Pointee)
          .attr("cache", AttrSpecKind::String, false)
          .attr("eviction", AttrSpecKind::String, false)
          .attr("volatile", AttrSpecKind::Bool, false)
          .result(ResultType::Pointee)
          .traits(OT_Reads | OT_Thread)
          .doc("values the pointers point to; `other` where the mask is false");
  Value *ptr() const { return operand(0); }
  Value *mask() const { return operand(1); }
  Value *other() const { return operand(2); }
  bool isVolatile() const { return boolAttr("volatile"); }
};

/// The pointer is never broadcast; value and mask broadcast to it.
class StoreOp : public OpOf<OpKind::Store> {
public:
  static constexpr OpInfo Info =
      OpInfo("store")
          .operand("ptr", OperandType::Pointer)
          .operand("value", OperandType::Pointee)
          .optional("mask", OperandType::Bool)
          .attr("cache", AttrSpecKind::String, false)
          .attr("eviction", AttrSpecKind::String, false)
          .traits(OT_Writes | OT_Thread)
          .doc("writes the value where the mask is true");
  Value *ptr() const { return operand(0); }
  Value *value() const { return operand(1); }
  Value *mask() const { return operand(2); }
};

} // namespace mt

#endif // MYTRITON_IR_MEMORYOPS_H
