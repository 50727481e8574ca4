//===- Facts.h - What is known of ops and kernels ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts are attributes that say what has been proven. They compute nothing, but
// code may be made that is wrong where one does not hold, so the interpreter
// reports what contradicts them.
//
// A fact about an op holds for its operands' values, whether or not control
// flow reaches it, in every grid of at most 65535 programs along y and z in
// which no program index along x exceeds the kernel's `max_program_id`. A pass
// that changes the operands of an op to other values drops its facts.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_FACTS_H
#define MYTRITON_IR_FACTS_H

#include "mytriton/IR/Op.h"

namespace mt {

/// Of `add`, `sub`, `mul`, `neg` and `fragment_index` on signed integers: the
/// exact result fits the type. Of `for`: so does the index, one step past the
/// last iteration.
inline constexpr llvm::StringLiteral NoWrapAttr = "nowrap";
/// Of `div` and `mod` on signed integers: neither operand is negative.
inline constexpr llvm::StringLiteral NonNegativeAttr = "nonneg";

/// Of a kernel: the largest program index along x for which the facts about its
/// ops hold; absent, they hold for all.
inline constexpr llvm::StringLiteral MaxProgramIdAttr = "max_program_id";
/// Of a kernel: how many of its programs a multiprocessor should be able to
/// hold at a time; absent, that does not matter.
inline constexpr llvm::StringLiteral MinProgramsAttr = "min_programs";

/// Asked of a kernel by whoever launches it: most registers of a GPU's thread.
inline constexpr llvm::StringLiteral MaxRegistersAttr = "max_registers";
/// Asked likewise: all programs of a launch run at the same time on a GPU, or
/// the launch fails.
inline constexpr llvm::StringLiteral CooperativeAttr = "cooperative";
/// The largest `max_registers`.
inline constexpr int64_t MostRegisters = 255;

/// Of a pointer parameter: memory that is accessed through it is accessed
/// through no other parameter, unless neither writes.
inline constexpr llvm::StringLiteral NoAliasAttr = "noalias";
/// Of a pointer parameter: nothing is written through it.
inline constexpr llvm::StringLiteral ReadOnlyAttr = "readonly";

/// Most programs along y and z for which facts hold.
inline constexpr uint32_t MaxFactsGridYZ = 65535;

/// True if an op of kind K may carry the fact called Name.
bool takesFact(OpKind K, llvm::StringRef Name);
/// True if Name is that of a fact about ops.
bool isFactOfOps(llvm::StringRef Name);
/// Removes the facts about O, whose operands change.
void dropFacts(Op *O);

/// `max_program_id` of K, or the largest there is.
int64_t maxProgramId(const Kernel &K);

} // namespace mt

#endif // MYTRITON_IR_FACTS_H
