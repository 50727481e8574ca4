//===- UniformDivision.h - Many quotients, one divisor ----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A division of f32 takes about ten instructions. Where a fragment is divided
// by one scalar, emitters take the reciprocal once, of the divisor times a
// power of two that keeps both in range: x / y is x * rcp(y * s) * s.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_UNIFORMDIVISION_H
#define MYTRITON_BACKEND_NVIDIA_UNIFORMDIVISION_H

namespace mt {

class Op;

/// True for a fast division of a fragment by a scalar.
bool dividesByUniform(const Op *O);

/// s is DivisorScale where |y| > LargestDivisor, its inverse where |y| is less
/// than the inverse of LargestDivisor, else 1.
inline constexpr float LargestDivisor = 0x1p126f, DivisorScale = 0x1p-24f;

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_UNIFORMDIVISION_H
