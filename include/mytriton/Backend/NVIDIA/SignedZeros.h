//===- SignedZeros.h - Where the assembler mistakes a zero ------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's assembler makes `x < 0.0f ? x : 0.0f` a min instruction, and
// likewise max, which order the zeros: -0 < +0. Where x is a zero too and the
// program asks for the other one, emitters add a zero to the result.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_SIGNEDZEROS_H
#define MYTRITON_BACKEND_NVIDIA_SIGNEDZEROS_H

namespace mt {

class SelectOp;
class Value;

/// True if the instruction for the lesser (or else the greater) of a value and
/// Zero gives the wrong zero on ties.
bool mistakesZero(bool TakesLess, const Value *Zero);

/// True if O is a choice between a value and zero by the value's sign, which
/// becomes such an instruction.
bool mistakesZero(const SelectOp *O);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_SIGNEDZEROS_H
