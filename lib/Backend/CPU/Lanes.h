//===- Lanes.h - Lane-by-lane operations as LLVM IR -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_LANES_H
#define MYTRITON_BACKEND_CPU_LANES_H

#include "../LLVM/IntegerOps.h"
#include "Machine.h"
#include "mytriton/IR/Ops.h"
#include "llvm/IR/IRBuilder.h"

namespace mt::cpu {

/// Emits what one op does to its lanes. Works on scalars and on vectors alike:
/// the number of lanes is that of the operands' LLVM type.
///
/// In registers a bool is i1, a pointer i64, and the floats narrower than f32
/// are the integers of their bits (x86 computes them as f32 anyway, and
/// compiler-rt's conversion functions are not everywhere). In memory a bool is
/// one byte.
class LaneBuilder {
public:
  using Builder = llvm::IRBuilder<>;
  LaneBuilder(Builder &B, const Machine &M) : B(B), M(M) {}

  const Machine &machine() const { return M; }
  Builder &builder() { return B; }

  llvm::Type *registerType(Type Element) const;
  llvm::Type *memoryType(Type Element) const;
  /// What a load of memoryType gives, as registers have it; and back.
  llvm::Value *fromMemory(Type Element, llvm::Value *V);
  llvm::Value *toMemory(Type Element, llvm::Value *V);
  llvm::Constant *literal(const Constant *C) const;
  /// V in every one of Lanes lanes; V itself for one lane.
  llvm::Value *splat(llvm::Value *V, unsigned Lanes);
  /// An integer in registers extended to 64 bits by Element's signedness.
  llvm::Value *extend64(Type Element, llvm::Value *V);

  /// The result of an elementwise op. Operands have equal numbers of lanes.
  llvm::Value *emit(const Op *O, llvm::ArrayRef<llvm::Value *> Operands);

  /// Kind (add, maximum or minimum) of two values of one element type.
  llvm::Value *combine(OpKind Kind, Type Element, llvm::Value *L,
                       llvm::Value *R, bool PropagateNaN = true);

  /// Calls a function of libm lane by lane.
  llvm::Value *callPerLane(llvm::StringRef Function,
                           llvm::ArrayRef<llvm::Value *> Operands);

private:
  friend class FloatMath;
  using V = llvm::Value *;

  /// `Scalar` with as many lanes as Like.
  static llvm::Type *lanesOf(llvm::Type *Scalar, llvm::Value *Like);
  static llvm::Type *lanesOf(llvm::Type *Scalar, llvm::Type *Like) {
    return IntegerOps::lanesOf(Scalar, Like);
  }
  V intrinsic(llvm::Intrinsic::ID ID, llvm::ArrayRef<V> Operands);
  llvm::Constant *ofInt(V Like, uint64_t Bits);

  // EmitInteger.cpp
  V emitInteger(OpKind Kind, Type Element, llvm::ArrayRef<V> Ops);
  V divide(OpKind Kind, bool Signed, V L, V R);
  V divideAsDouble(OpKind Kind, bool Signed, V L, V R);

  // EmitFloat.cpp
  V emitFloat(const Op *O, Type Element, llvm::ArrayRef<V> Ops);
  V emitNarrowFloat(const Op *O, Type Element, llvm::ArrayRef<V> Ops);
  V emitWideFloat(const Op *O, llvm::ArrayRef<V> Ops);
  V signBit(const Op *O, Type Element, V Operand);
  V minMax(bool Max, bool IgnoreNaN, V L, V R);
  V fma(V A, V B, V C);
  V fmaRoundToOdd(V A, V B, V C);
  V isNaN(V X) { return B.CreateFCmpUNO(X, X); }

  // EmitCast.cpp
  V emitCast(const CastOp *C, V Operand);
  V castFloat(V X, Type From, Type To, bool TowardZero, bool Saturate);
  V castFloatToInteger(V X, Type From, Type To);
  V castIntegerToFloat(V X, Type From, Type To, bool TowardZero);
  V integerAsDouble(V X, Type From, bool RoundToOdd);

  // EmitNarrow.cpp
  /// A float narrower than f32 to f32, exactly.
  V widen(V Bits, Type From);
  /// f32 to a narrower float.
  V narrow(V F32, Type To, bool TowardZero, bool Saturate);
  /// f64 to f32 so that rounding once more gives what one rounding gives.
  V narrowToOdd(V F64);
  V narrowTowardZero(V F64);

  Builder &B;
  const Machine &M;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_LANES_H
