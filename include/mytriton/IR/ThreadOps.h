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

/// Register r of the result is the input's register
/// offset ^ bases[i] ^ bases[j] ^ …, over the bits i, j, … set in r: a renaming
/// that costs nothing. A scalar counts as one register.
class PermuteRegistersOp : public OpOf<OpKind::PermuteRegisters> {
public:
  static constexpr OpInfo Info =
      OpInfo("permute_registers")
          .operand("input", OperandType::Any)
          .attr("bases", AttrSpecKind::Shape)
          .attr("offset", AttrSpecKind::Int, false)
          .result(ResultType::Explicit)
          .traits(OT_Pure | OT_Thread | OT_ThreadOnly)
          .doc("registers of a fragment picked by a linear map of their index");
  Value *input() const { return operand(0); }
  int64_t offset() const { return intAttr("offset"); }
  llvm::SmallVector<int64_t, 4> bases() const;
};

/// b's registers behind a's.
class ConcatRegistersOp : public OpOf<OpKind::ConcatRegisters> {
public:
  static constexpr OpInfo Info =
      OpInfo("concat_registers")
          .operand("a", OperandType::Element)
          .operand("b", OperandType::Element)
          .result(ResultType::Explicit)
          .traits(OT_Pure | OT_Thread | OT_ThreadOnly)
          .doc("the registers of two fragments of one size, one behind the "
               "other");
};

/// All threads of a warp take part, under uniform control.
class ShuffleOp : public OpOf<OpKind::Shuffle> {
public:
  static constexpr OpInfo Info =
      OpInfo("shuffle")
          .operand("input", OperandType::Any)
          .operand("lane", OperandType::Integer)
          .result(ResultType::Explicit)
          .traits(OT_Pure | OT_Thread | OT_ThreadOnly)
          .doc("each register as the given lane of this warp holds it");
  Value *input() const { return operand(0); }
  Value *lane() const { return operand(1); }
};

class ShuffleXorOp : public OpOf<OpKind::ShuffleXor> {
public:
  static constexpr OpInfo Info =
      OpInfo("shuffle_xor")
          .operand("input", OperandType::Any)
          .attr("mask", AttrSpecKind::Int)
          .result(ResultType::Explicit)
          .traits(OT_Pure | OT_Thread | OT_ThreadOnly)
          .doc("each register as the lane of index `lane ^ mask` holds it");
  Value *input() const { return operand(0); }
  int64_t mask() const { return intAttr("mask"); }
};

/// The result is the buffer: `shared<264 x f32>`. `allocate-shared` adds the
/// offset; buffers that do not live at the same time may share memory.
class SharedAllocOp : public OpOf<OpKind::SharedAlloc> {
public:
  static constexpr OpInfo Info =
      OpInfo("shared_alloc")
          .attr("offset", AttrSpecKind::Int, false)
          .result(ResultType::Explicit)
          .traits(OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("a buffer in the CTA's shared memory, at a byte offset of it");
};

/// Element index of the buffer, register by register. What other threads wrote
/// is there behind a barrier.
class SharedLoadOp : public OpOf<OpKind::SharedLoad> {
public:
  static constexpr OpInfo Info =
      OpInfo("shared_load")
          .operand("buffer", OperandType::Shared)
          .operand("index", OperandType::Integer)
          .result(ResultType::Explicit)
          .traits(OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("elements of a shared buffer");
  Value *buffer() const { return operand(0); }
  Value *index() const { return operand(1); }
};

class SharedStoreOp : public OpOf<OpKind::SharedStore> {
public:
  static constexpr OpInfo Info =
      OpInfo("shared_store")
          .operand("buffer", OperandType::Shared)
          .operand("index", OperandType::Integer)
          .operand("value", OperandType::Element)
          .optional("mask", OperandType::Bool)
          .traits(OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("writes elements of a shared buffer where the mask is true");
  Value *buffer() const { return operand(0); }
  Value *index() const { return operand(1); }
  Value *value() const { return operand(2); }
  Value *mask() const { return operand(3); }
};

/// `atomic_cas` of the lanes that own an element.
class MaskedCasOp : public OpOf<OpKind::MaskedCas> {
public:
  static constexpr OpInfo Info =
      OpInfo("masked_cas")
          .operand("ptr", OperandType::Pointer)
          .operand("compare", OperandType::Pointee)
          .operand("value", OperandType::Pointee)
          .optional("mask", OperandType::Bool)
          .attr("sem", AttrSpecKind::String, false)
          .attr("scope", AttrSpecKind::String, false)
          .result(ResultType::Pointee)
          .traits(OT_Reads | OT_Writes | OT_Thread | OT_ThreadOnly)
          .doc("as `atomic_cas`, where the mask is true");
  Value *ptr() const { return operand(0); }
  Value *compare() const { return operand(1); }
  Value *value() const { return operand(2); }
  Value *mask() const { return operand(3); }
};

/// One line per element: program, coordinates, prefix, values. The first
/// `rank` operands behind the mask are coordinates.
class PrintElementsOp : public OpOf<OpKind::PrintElements> {
public:
  static constexpr OpInfo Info =
      OpInfo("print_elements")
          .optional("mask", OperandType::Bool)
          .variadic()
          .attr("prefix", AttrSpecKind::String)
          .attr("rank", AttrSpecKind::Int)
          .attr("hex", AttrSpecKind::Bool, false)
          .traits(OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("prints the elements a thread holds, one line each");
  Value *mask() const { return operand(0); }
  unsigned rank() const { return intAttr("rank"); }
  llvm::StringRef prefix() const { return attr("prefix").asString(); }
  bool isHex() const { return boolAttr("hex"); }
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
