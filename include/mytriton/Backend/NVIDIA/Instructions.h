//===- Instructions.h - PTX that emitters write by name ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of instructions that neither CUDA C++ nor LLVM IR can spell:
// both emitters put them into inline assembly.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_INSTRUCTIONS_H
#define MYTRITON_BACKEND_NVIDIA_INSTRUCTIONS_H

#include "mytriton/IR/OpInfo.h"
#include "mytriton/IR/Types.h"
#include <string>

namespace mt {
class Op;
}

namespace mt::ptx {

/// Text with operands `$0`, `$1`, …, results first, and a letter for each as
/// inline assembly has them: `h` 16 bits, `r` 32, `l` 64, `f` f32, `d` f64,
/// `b` a predicate (LLVM only), a digit for an operand that starts in the
/// register of that result.
struct Instruction {
  std::string Text;
  std::string Results;
  std::string Operands;
};

/// One access to memory: Words registers of WordBits bits side by side.
struct Access {
  llvm::StringRef Space = "global";
  unsigned Words = 1;
  unsigned WordBits = 32;         ///< 8 bits travel in a register of 32
  llvm::StringRef Modifiers = ""; ///< `.cg`, `.L1::evict_last`, `.volatile`, …
  bool Predicated = false;
  /// Words of a load without its predicate are operands, else anything.
  bool HasOther = false;
};

/// Operands: address, then, if predicated, the predicate, then the words where
/// it does not hold.
Instruction load(const Access &A);
/// Operands: address, the words, then, if predicated, the predicate.
Instruction store(const Access &A);

/// What an atomic op does to an element of global memory, `add.u32`; empty if
/// no instruction of the architecture (90 for `sm_90a`) does it.
std::string atomicOperation(OpKind Kind, Type Element, unsigned SM);
/// A relaxed atomic on Bits bits that gives what it found. Scope is `cta`,
/// `gpu` or `sys`. Operands: address, NumValues values, then, if predicated,
/// the predicate and what it gives without it.
Instruction atomic(llvm::StringRef Operation, llvm::StringRef Scope,
                   unsigned Bits, unsigned NumValues, bool Predicated);
/// Orders everything before it before everything behind it.
Instruction fence(llvm::StringRef Scope);

/// Elements that each access of a load or store covers.
int64_t accessWidth(const Op *O);
/// How a load or store asks caches to treat it: its cache operator, `.cg`, else
/// its eviction priority, `.L1::evict_last`, since no instruction has both and
/// an operator says more. Empty for volatile loads, and for words that there
/// are not.
llvm::StringRef cacheHint(const Op *O, bool IsLoad);

/// The letter of a register of this many bits.
char letterFor(unsigned Bits);

} // namespace mt::ptx

#endif // MYTRITON_BACKEND_NVIDIA_INSTRUCTIONS_H
