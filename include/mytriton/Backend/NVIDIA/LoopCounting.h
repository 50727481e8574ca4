//===- LoopCounting.h - How emitted loops count -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `for` of the IR never wraps. Targets count with its own index where that
// is safe, since a trip count takes a division.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_LOOPCOUNTING_H
#define MYTRITON_BACKEND_NVIDIA_LOOPCOUNTING_H

namespace mt {

class ForOp;

enum class LoopCounting {
  Index, ///< the step is a literal but 0, the loop `nowrap`
  Wide,  ///< the same, but that the index may need 64 bits to pass its bound
  Trips, ///< any bounds and step: count trips
};

LoopCounting countingOf(const ForOp *O);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_LOOPCOUNTING_H
