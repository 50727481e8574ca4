//===- MatrixOps.h - Ops of warps on matrices -------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread IR for tensor cores: products of the fragments of a warp, matrices
// from shared memory, and copies into it that run beside the threads. All
// threads of a warp take part in the first two, under uniform control.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_MATRIXOPS_H
#define MYTRITON_IR_MATRIXOPS_H

#include "mytriton/IR/Op.h"

namespace mt {

/// One instruction of the tensor cores, a[M, K] · b[K, N] + c[M, N]. The lanes
/// of a warp hold its operands in words of 32 bits: lane l has row (or column,
/// of b) l / 4, and along K the word l % 4 of each run of four words.
struct MmaInstruction {
  uint8_t M, N, K;
  TypeKind Operand;     ///< of a and b
  TypeKind Accumulator; ///< of c and the result

  /// Registers that a thread holds of each operand.
  unsigned aRegisters() const { return M * K / 32; }
  unsigned bRegisters() const { return N * K / 32; }
  unsigned cRegisters() const { return M * N / 32; }
};

/// All instructions there are.
llvm::ArrayRef<MmaInstruction> mmaInstructions();
/// The one that multiplies elements of type Operand; null if none does.
const MmaInstruction *findMma(Type Operand);

/// One k-step of a warp's product: a column of instruction tiles of a, a row
/// of them of b, and c's tiles, one instruction each. Tile i of a stands in
/// registers [i * A, (i + 1) * A), where A is what one instruction takes; so do
/// b's; c's tile (i, j) is number i * (tiles of b) + j. Inside of a tile,
/// register bits count, lowest first:
///   a: k within a word, m8, the upper half of k
///   b: k within a word, the upper half of k
///   c: n1, m8
/// f32 operands are read as tf32: the last 13 bits of the mantissa do not
/// count. Products and sums are exact but for the rounding of f32.
class MmaOp : public OpOf<OpKind::Mma> {
public:
  static constexpr OpInfo Info =
      OpInfo("mma")
          .operand("a", OperandType::Any)
          .operand("b", OperandType::Any)
          .operand("c", OperandType::Any)
          .attr("shape", AttrSpecKind::Shape)
          .result(ResultType::Explicit)
          .traits(OT_Pure | OT_Thread | OT_ThreadOnly)
          .doc("c + a·b of a warp's fragments, on tensor cores");
  Value *a() const { return operand(0); }
  Value *b() const { return operand(1); }
  Value *c() const { return operand(2); }
  /// Asserts that the op is valid.
  const MmaInstruction &instruction() const {
    return *findMma(a()->type().elementType());
  }
};

/// Matrices of 8 rows of 16 bytes. Lane 8 * i + j gives, in each register of
/// the index, the element at which row j of the i-th of `matrices` matrices
/// begins, at a multiple of 16 bytes; lanes beyond them are not asked. Lane l
/// gets, of each matrix in turn, the word of 32 bits at place l % 4 of row
/// l / 4; if `transposed`, the elements 2 * (l % 4) and 2 * (l % 4) + 1 of
/// column l / 4, which takes elements of 16 bits, or of 8: then each matrix of
/// the first half (there are at least two) goes with one of the second, and
/// lane l gets, of each such pair in turn, a word of these rows' elements of
/// column 2 * (l / 4), the first matrix's before the second's; and then, again
/// of each pair, of column 2 * (l / 4) + 1.
class SharedLoadMatrixOp : public OpOf<OpKind::SharedLoadMatrix> {
public:
  static constexpr OpInfo Info =
      OpInfo("shared_load_matrix")
          .operand("buffer", OperandType::Shared)
          .operand("index", OperandType::Integer)
          .attr("matrices", AttrSpecKind::Int)
          .attr("transposed", AttrSpecKind::Bool, false)
          .result(ResultType::Explicit)
          .traits(OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("a warp's matrices from a shared buffer, `matrices` per "
               "register of the index");
  Value *buffer() const { return operand(0); }
  Value *index() const { return operand(1); }
  unsigned matrices() const { return intAttr("matrices"); }
  bool isTransposed() const { return boolAttr("transposed"); }
};

/// Register by register: `width` neighbouring elements (4, 8 or 16 bytes,
/// aligned to as much) from global memory to the buffer's element `index` on;
/// where the mask is false, zeros. The thread does not wait: until an
/// `async_wait` of its own has the copy done, nobody may touch the
/// destination, and the source must not change.
class AsyncCopyOp : public OpOf<OpKind::AsyncCopy> {
public:
  static constexpr OpInfo Info =
      OpInfo("async_copy")
          .operand("ptr", OperandType::Pointer)
          .operand("buffer", OperandType::Shared)
          .operand("index", OperandType::Integer)
          .optional("mask", OperandType::Bool)
          .attr("width", AttrSpecKind::Int)
          .traits(OT_Reads | OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("copies from global to shared memory beside the thread");
  Value *ptr() const { return operand(0); }
  Value *buffer() const { return operand(1); }
  Value *index() const { return operand(2); }
  Value *mask() const { return operand(3); }
  /// Elements of one copy.
  unsigned width() const { return intAttr("width"); }
};

/// The thread's copies since the last commit become one group.
class AsyncCommitOp : public OpOf<OpKind::AsyncCommit> {
public:
  static constexpr OpInfo Info =
      OpInfo("async_commit")
          .traits(OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("makes a group of the thread's copies so far");
};

/// Then the thread sees what its copies wrote, but for the last `pending`
/// groups; other threads do behind a barrier.
class AsyncWaitOp : public OpOf<OpKind::AsyncWait> {
public:
  static constexpr OpInfo Info =
      OpInfo("async_wait")
          .attr("pending", AttrSpecKind::Int)
          .traits(OT_SideEffects | OT_Thread | OT_ThreadOnly)
          .doc("waits for the thread's groups of copies but the last ones");
  unsigned pending() const { return intAttr("pending"); }
};

} // namespace mt

#endif // MYTRITON_IR_MATRIXOPS_H
