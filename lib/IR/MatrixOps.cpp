//===- MatrixOps.cpp - What tensor cores multiply -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/MatrixOps.h"
#include "mytriton/IR/Types.h"

using namespace mt;

llvm::ArrayRef<MmaInstruction> mt::mmaInstructions() {
  static constexpr MmaInstruction Table[] = {
      {16, 8, 16, TypeKind::F16, TypeKind::F32},
      {16, 8, 16, TypeKind::BF16, TypeKind::F32},
      {16, 8, 8, TypeKind::F32, TypeKind::F32},
      {16, 8, 32, TypeKind::I8, TypeKind::I32},
      {16, 8, 32, TypeKind::U8, TypeKind::I32},
  };
  return Table;
}

const MmaInstruction *mt::findMma(Type Operand) {
  for (const MmaInstruction &I : mmaInstructions())
    if (I.Operand == Operand.kind())
      return &I;
  return nullptr;
}
