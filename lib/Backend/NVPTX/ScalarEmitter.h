//===- ScalarEmitter.h - Elementwise ops of a thread as LLVM IR -*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVPTX_SCALAREMITTER_H
#define MYTRITON_LIB_BACKEND_NVPTX_SCALAREMITTER_H

#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "llvm/IR/IRBuilder.h"

namespace mt::nvptx {

/// Emits what an elementwise op does to one register.
///
/// In registers a bool is i1, 8-bit floats are the integers of their bits, f16
/// and bf16 are half and bfloat, pointers are in the global address space.
class ScalarEmitter {
public:
  using V = llvm::Value *;
  /// SM: 90 for `sm_90a`.
  ScalarEmitter(llvm::IRBuilder<> &B, unsigned SM) : B(B), SM(SM) {}

  llvm::Type *registerType(Type Element) const;
  /// Of a value in memory: a bool is a byte there.
  llvm::Type *memoryType(Type Element) const;
  V fromMemory(Type Element, V X);
  V toMemory(Type Element, V X);
  llvm::Constant *literal(const Constant *C) const;
  V zero(Type Element) const;
  /// An integer extended to 64 bits by Element's signedness.
  V extend64(Type Element, V X);

  /// The result of an elementwise op on one register of each operand.
  V emit(const Op *O, llvm::ArrayRef<V> Ops);
  /// The bits of a register as an integer of its type's width, and back.
  V toBits(Type Element, V X);
  V fromBits(Type Element, V X);
  /// A float of any type as f32 (f64 stays).
  V asFloat(Type Element, V X);
  /// `add` of integers, known not to overflow where O says so.
  V addIndex(const Op *O, V Left, V Right);

private:
  // EmitArith.cpp
  V emitInteger(const Op *O, Type Element, llvm::ArrayRef<V> Ops);
  V emitFloat(const Op *O, Type Element, llvm::ArrayRef<V> Ops);
  V emitExtremum(const Op *O, Type Element, V Left, V Right);
  V emitSelect(const Op *O, llvm::ArrayRef<V> Ops);
  V fixZero(V Result, V Zero);

  // EmitMath.cpp
  V emitMath(const Op *O, Type Element, llvm::ArrayRef<V> Ops);
  V emitDivision(const Op *O, Type Element, V Left, V Right);
  V emitExponential(const Op *O, V X);
  V callLibdevice(llvm::StringRef Name, llvm::ArrayRef<V> Ops);
  /// f32 as Element, rounded once more; f64 stays.
  V fromFloat(Type Element, V X);

  // EmitCast.cpp
  V emitCast(const CastOp *O, V X);
  V castPointer(Type From, Type To, V X);
  V castToFloat(const CastOp *O, Type From, Type To, V X);
  V castToFloat8(Type From, Type To, V X);
  V castToInteger(Type From, Type To, V X);
  V cutToHalf(Type To, V X);
  V integerToBFloat(Type From, V X);
  V widenFloat8(Type From, V X);
  V call(llvm::Intrinsic::ID ID, llvm::ArrayRef<V> Ops) {
    return B.CreateIntrinsic(ID, Ops);
  }

  llvm::IRBuilder<> &B;
  unsigned SM;
};

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_SCALAREMITTER_H
