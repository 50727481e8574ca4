//===- Outline.h - Code that rarely runs, apart from the rest ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_OUTLINE_H
#define MYTRITON_BACKEND_CPU_OUTLINE_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
}

namespace mt::cpu {

/// Moves Blocks into a function of their own that is compiled fast rather than
/// well, and calls it where they were. They are entered at the first one only,
/// all leave to one block outside, which has no phis, and nothing outside uses
/// what they compute. The rest of the kernel then neither keeps registers for
/// them nor pays for optimizing them.
void outlineRareCode(llvm::ArrayRef<llvm::BasicBlock *> Blocks);

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_OUTLINE_H
