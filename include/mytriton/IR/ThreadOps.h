//===- ThreadOps.h - Ops of thread IR ---------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread IR says what one GPU thread does. A tile that is spread over the
// threads of a CTA becomes one fragment: N registers of one element type, or
// a plain scalar when N is 1. Elementwise ops, loads and stores are shared
// with tile IR and work register by register.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_THREADOPS_H
#define MYTRITON_IR_THREADOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

class Kernel;
class OpBuilder;

class ThreadIdOp : public OpOf<OpKind::ThreadId> {
public:
  static constexpr OpInfo Info =
      OpInfo("thread_id")
          .result(ResultType::I32)
          .traits(OT_Pure | OT_Thread | OT_ThreadOnly)
          .doc("index of this thread in its CTA");
};

/// Register r holds base + r * stride: the coordinates a thread owns.
class FragmentIndexOp : public OpOf<OpKind::FragmentIndex> {
public:
  static constexpr OpInfo Info =
      OpInfo("fragment_index")
          .operand("base", OperandType::Integer)
          .attr("stride", AttrSpecKind::Int)
          .result(ResultType::Explicit)
          .traits(OT_Pure | OT_Thread | OT_ThreadOnly)
          .doc("a fragment whose register r is base + r * stride");
  Value *base() const { return operand(0); }
  int64_t stride() const { return intAttr("stride"); }
};

/// Where a thread-wide scalar meets a place that holds a fragment: initial and
/// yielded values of regions, pointers of stores. Elsewhere scalars broadcast.
class SplatOp : public OpOf<OpKind::Splat> {
public:
  static constexpr OpInfo Info =
      OpInfo("splat")
          .operand("input", OperandType::Any)
          .result(ResultType::Explicit)
          .traits(OT_Pure | OT_Thread | OT_ThreadOnly)
          .doc("a fragment whose registers all hold the scalar input");
  Value *input() const { return operand(0); }
};

/// All threads of the CTA wait for each other, and each sees what the others
/// wrote before. Only under uniform control.
class BarrierOp : public OpOf<OpKind::Barrier> {
public:
  static constexpr OpInfo Info =
      OpInfo("barrier")
          .traits(OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("orders the memory accesses of the CTA's threads");
};

/// Threads that run one program of a thread IR kernel: its attribute
/// `num_threads`, else 32 times `num_warps`, else 128 (four warps).
unsigned numThreads(const Kernel &K);

} // namespace mt

#endif // MYTRITON_IR_THREADOPS_H
