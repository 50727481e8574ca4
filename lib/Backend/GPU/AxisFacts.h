//===- AxisFacts.h - Arithmetic on facts of axes ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_AXISFACTS_H
#define MYTRITON_LIB_BACKEND_GPU_AXISFACTS_H

#include "AxisInfo.h"

namespace mt::axis {

using Facts = AxisInfo::Facts;
using TileFacts = AxisInfo::TileFacts;

/// Stands for "as much as anyone may ask".
inline constexpr int64_t Unlimited = MaxTileElements;

/// The largest power of two in V.
inline int64_t divisorOf(int64_t V) {
  return V == 0 ? Unlimited : std::min<int64_t>(Unlimited, V & -V);
}

inline int64_t product(int64_t A, int64_t B) {
  return std::min(Unlimited, A * B);
}

inline unsigned numAxes(Type T) { return T.isTile() ? T.shape().size() : 1; }

/// Bytes that one step of a run covers.
inline int64_t scaleOf(Type T) {
  Type E = T.elementType();
  return E.isPointer() ? E.pointee().byteSize() : 1;
}

/// What divides all elements, not only the first ones of runs.
inline int64_t commonDivisor(const Facts &F) {
  return F.Contiguity > 1 ? 1 : F.Divisor;
}

/// F with shorter runs, whose starts may be any multiple of the length.
inline Facts cut(Facts F, int64_t Contiguity, int64_t Scale) {
  if (Contiguity < F.Contiguity)
    F.Divisor = std::min(F.Divisor, product(Contiguity, Scale));
  F.Contiguity = std::min(F.Contiguity, Contiguity);
  return F;
}

/// What holds of both.
inline Facts meet(const Facts &A, const Facts &B, int64_t Scale) {
  Facts X = cut(A, B.Contiguity, Scale), Y = cut(B, A.Contiguity, Scale);
  return {std::min(X.Divisor, Y.Divisor), X.Contiguity,
          std::min(A.Constancy, B.Constancy)};
}

/// F and what the program promises of O's result along Axis.
Facts promised(const Op *O, unsigned Axis, Facts F);

} // namespace mt::axis

#endif // MYTRITON_LIB_BACKEND_GPU_AXISFACTS_H
