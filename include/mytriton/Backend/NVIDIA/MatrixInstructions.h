//===- MatrixInstructions.h - Tensor cores and copies as PTX ----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_MATRIXINSTRUCTIONS_H
#define MYTRITON_BACKEND_NVIDIA_MATRIXINSTRUCTIONS_H

#include "mytriton/Backend/NVIDIA/Instructions.h"
#include "mytriton/IR/MatrixOps.h"

namespace mt::ptx {

/// Registers of 32 bits that a thread holds of an instruction's operands.
unsigned aWords(const MmaInstruction &I);
unsigned bWords(const MmaInstruction &I);

/// Operands: the words of a, those of b, then c, which starts in the results'
/// registers.
Instruction mma(const MmaInstruction &I);
/// Results: a word per matrix. Operand: the address in shared memory. Single
/// bytes are transposed in pairs, which are then taken apart.
Instruction loadMatrix(const SharedLoadMatrixOp &O);
/// Operands: address in shared memory, address in global memory and, if it
/// ZeroFills, how many of the bytes to read; the rest are zeros.
Instruction asyncCopy(unsigned Bytes, bool ZeroFills);
Instruction asyncCommit();
Instruction asyncWait(unsigned Pending);

} // namespace mt::ptx

#endif // MYTRITON_BACKEND_NVIDIA_MATRIXINSTRUCTIONS_H
