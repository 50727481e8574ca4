//===- AtomicOps.h - Atomic ops ---------------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every lane whose mask holds does one indivisible read-modify-write and gets
// the value it read; other lanes hold some fixed value. {sem} is "relaxed",
// "acquire", "release" or "acq_rel" (default); {scope} is "cta", "gpu"
// (default) or "sys". Floats in max and min are ordered by value.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_ATOMICOPS_H
#define MYTRITON_IR_ATOMICOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

#define MT_ATOMIC_OP(NAME, MNEMONIC, DOC)                                      \
  class NAME##Op : public OpOf<OpKind::NAME> {                                 \
  public:                                                                      \
    static constexpr OpInfo Info =                                             \
        OpInfo(MNEMONIC)                                                       \
            .operand("ptr", OperandType::Pointer)                              \
            .operand("value", OperandType::Pointee)                            \
            .optional("mask", OperandType::Bool)                               \
            .attr("sem", AttrSpecKind::String, false)                          \
            .attr("scope", AttrSpecKind::String, false)                        \
            .result(ResultType::Pointee)                                       \
            .traits(OT_Reads | OT_Writes | OT_Thread)                          \
            .doc(DOC);                                                         \
    Value *ptr() const { return operand(0); }                                  \
    Value *value() const { return operand(1); }                                \
    Value *mask() const { return operand(2); }                                 \
  };

MT_ATOMIC_OP(AtomicAdd, "atomic_add", "adds the value")
MT_ATOMIC_OP(AtomicMax, "atomic_max", "keeps the greater value")
MT_ATOMIC_OP(AtomicMin, "atomic_min", "keeps the lesser value")
MT_ATOMIC_OP(AtomicAnd, "atomic_and", "bitwise and with the value")
MT_ATOMIC_OP(AtomicOr, "atomic_or", "bitwise or with the value")
MT_ATOMIC_OP(AtomicXor, "atomic_xor", "bitwise exclusive or with the value")
MT_ATOMIC_OP(AtomicXchg, "atomic_xchg", "stores the value")

#undef MT_ATOMIC_OP

class AtomicCasOp : public OpOf<OpKind::AtomicCas> {
public:
  static constexpr OpInfo Info =
      OpInfo("atomic_cas")
          .operand("ptr", OperandType::Pointer)
          .operand("compare", OperandType::Pointee)
          .operand("value", OperandType::Pointee)
          .attr("sem", AttrSpecKind::String, false)
          .attr("scope", AttrSpecKind::String, false)
          .result(ResultType::Pointee)
          .traits(OT_Reads | OT_Writes | OT_Thread)
          .doc("stores the value where memory holds the bits of `compare`");
  Value *ptr() const { return operand(0); }
  Value *compare() const { return operand(1); }
  Value *value() const { return operand(2); }
};

} // namespace mt

#endif // MYTRITON_IR_ATOMICOPS_H
