//===- Edits.h - Small changes that simplify a kernel -----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each changes a module in place and returns false, having done nothing, where
// it does not apply. What it leaves may be invalid: the caller verifies.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_EDITS_H
#define MYTRITON_TOOLS_MT_FUZZ_EDITS_H

#include "mytriton/IR/Kernel.h"
#include <vector>

namespace mt::fuzz {

/// The op number Index of all kernels in pre-order; null behind the last.
Op *opAt(Module &M, unsigned Index);
unsigned countOps(Module &M);

/// Ways to simplify one op: drop it (0), take an operand for it, take apart a
/// region op, simplify its operands.
inline constexpr unsigned NumOpEdits = 12;
bool applyEdit(Op *O, unsigned Kind);

/// Drops the ops numbered from First on, Length of them, where that is
/// possible; then what nobody uses.
bool dropRange(Module &M, unsigned First, unsigned Length);

/// A grid of one program.
bool useOneProgram(Module &M);
/// Drops an unused parameter of the last kernel.
bool dropParam(Module &M, unsigned Index);
/// Drops a func that nothing calls.
bool dropFunc(Module &M, size_t Index);

/// The extents of tiles in M, largest first.
std::vector<int64_t> extentsIn(Module &M);
/// Makes every extent From, and what counts up to it, To.
bool replaceExtent(Module &M, int64_t From, int64_t To);

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_EDITS_H
