//===- NarrowFloats.h - Floats of 8 and 16 bits to and from f32 -*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One algorithm for every format, on integers, for where the hardware has no
// instruction. Works on scalars and on vectors.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_LLVM_NARROWFLOATS_H
#define MYTRITON_LIB_BACKEND_LLVM_NARROWFLOATS_H

#include "mytriton/IR/Types.h"
#include "llvm/IR/IRBuilder.h"

namespace mt {

class NarrowFloats {
public:
  using V = llvm::Value *;
  explicit NarrowFloats(llvm::IRBuilderBase &B) : B(B) {}

  /// The bits of a float narrower than f32 as f32, exactly.
  V widen(V Bits, Type From);
  /// f32 as the bits of a narrower float.
  V narrow(V F32, Type To, bool TowardZero, bool Saturate);
  /// f64 to f32 so that rounding once more gives what one rounding gives.
  V toOdd(V F64);
  V towardZero(V F64);
  /// An integer as f64, rounded to odd or toward zero where 53 bits are too
  /// few.
  V integerToDouble(V X, Type From, bool RoundToOdd);

private:
  V magnitude(V Magnitude, Type To, bool TowardZero);

  llvm::IRBuilderBase &B;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_LLVM_NARROWFLOATS_H
