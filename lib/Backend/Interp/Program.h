//===- Program.h - A kernel resolved for interpretation ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every value of a kernel (and of the funcs it calls) gets a slot: a run of
// 64-bit lanes in one array. An instruction knows its slots and, per operand,
// how the lanes of its result map to the operand's lanes, so nothing is looked
// up while running.
//
// Thread IR runs its threads in lock step: each value holds the lanes of all
// threads, one thread behind the other. Tile IR is the case of one thread.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_PROGRAM_H
#define MYTRITON_LIB_BACKEND_INTERP_PROGRAM_H

#include "mytriton/IR/Op.h"
#include <memory>
#include <vector>

namespace mt {
class DiagnosticEngine;
}

namespace mt::interp {

class Machine;
struct Instr;
using Handler = void (*)(Machine &, const Instr &);

/// Where a value's lanes live.
struct Slot {
  uint32_t Offset = 0; ///< first lane of thread 0
  uint32_t Lanes = 0;  ///< lanes of one thread
};

/// An operand: its slot, and which of its lanes serves lane R of the result.
struct Operand {
  Slot Src;
  Type Ty;                       ///< null: `none`
  uint32_t Step = 1;             ///< without a map: lane R * Step
  const uint32_t *Map = nullptr; ///< broadcast of a tile: lane Map[R]

  explicit operator bool() const { return bool(Ty); }
  size_t lane(unsigned Thread, unsigned R) const {
    return Src.Offset + size_t(Thread) * Src.Lanes + (Map ? Map[R] : R * Step);
  }
};

/// A result or block argument.
struct Dest {
  Slot Dst;
  Type Ty;
};

struct Code;

/// One op, resolved.
struct Instr {
  OpKind Kind;
  uint32_t Id; ///< position in Program::Instrs
  Handler Run;
  AttrDict Attrs;
  Location Loc;
  /// Lanes one thread computes, and their shape.
  uint32_t Lanes = 1;
  llvm::ArrayRef<int64_t> Shape;
  llvm::SmallVector<Operand, 4> Operands;
  /// Element types of Operands, as mt::evaluate takes them.
  llvm::SmallVector<Type, 4> ElementTypes;
  llvm::SmallVector<Dest, 1> Results;
  /// Regions of a region op; the callee's body of a call.
  llvm::SmallVector<const Code *, 2> Bodies;
  /// What IR/Facts.h calls `nowrap` and `nonneg`.
  bool NoWrap = false, NonNegative = false;
  /// Address in shared memory of the buffer a shared_alloc makes.
  uint64_t SharedOffset = 0;

  Type resultElement() const { return Results[0].Ty.elementType(); }
};

/// A block: its instructions and what its terminator hands on.
struct Code {
  std::vector<std::unique_ptr<Instr>> Instrs;
  llvm::SmallVector<Dest, 4> Args;
  llvm::SmallVector<Operand, 4> Out;
};

/// A parameter of the kernel.
struct Param {
  std::string Name;
  Dest Arg;
};

/// A resolved kernel. Refers to types, attributes and locations of the
/// Context, but to no op, so the module may change or die.
class Program {
public:
  /// Null after reporting an error (a missing callee, recursion).
  static std::unique_ptr<Program> build(Kernel &K, DiagnosticEngine &Diags);

  llvm::StringRef name() const { return Name; }
  Location loc() const { return Loc; }
  unsigned threads() const { return Threads; }
  /// Bytes of shared memory one program has.
  size_t sharedBytes() const { return SharedBytes; }
  size_t numLanes() const { return NumLanes; }
  /// Grids beyond it may contradict what the kernel says of its ops.
  int64_t maxProgramId() const { return MaxProgramId; }
  /// Smallest element any load or store touches, in bytes; 1 without any.
  unsigned smallestAccess() const { return SmallestAccess; }
  const Code &body() const { return *Body; }
  llvm::ArrayRef<Param> params() const { return Params; }
  llvm::ArrayRef<const Instr *> instrs() const { return Instrs; }
  /// Lanes that hold constants, set once before anything runs.
  struct Literal {
    Slot Dst;
    uint64_t Bits;
  };
  llvm::ArrayRef<Literal> literals() const { return Literals; }

private:
  friend class ProgramBuilder;
  std::string Name;
  Location Loc;
  unsigned Threads = 1;
  size_t NumLanes = 0;
  size_t SharedBytes = 0;
  unsigned SmallestAccess = 1;
  int64_t MaxProgramId = 0;
  const Code *Body = nullptr;
  std::vector<Param> Params;
  std::vector<const Instr *> Instrs;
  std::vector<Literal> Literals;
  std::vector<std::unique_ptr<Code>> Codes;
  std::vector<std::unique_ptr<uint32_t[]>> Maps;
};

/// The function that runs ops of kind K; null for terminators, whose operands
/// are part of the block's Code.
Handler handlerOf(OpKind K);

/// Bits as a lane of Scalar keeps them: zero above its width.
uint64_t truncateTo(Type Scalar, uint64_t Bits);
/// An integer lane extended to 64 bits by its type's signedness.
int64_t extendFrom(Type Integer, uint64_t Bits);

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_PROGRAM_H
