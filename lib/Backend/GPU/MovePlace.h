//===- MovePlace.h - Places some distance on --------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_MOVEPLACE_H
#define MYTRITON_LIB_BACKEND_GPU_MOVEPLACE_H

#include "mytriton/IR/Builder.h"

namespace mt {

/// Place + Distance, with the sum as near to the thread's part of Place as it
/// may stand. What registers and k-steps change is then computed from one
/// register; if it stood in front of the sum, each of its values would take a
/// register for as long as it does not depend on Distance. Distance is a
/// multiple of Unit, a power of two.
Value *movePlace(OpBuilder &B, Value *Place, Value *Distance, uint64_t Unit);

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_MOVEPLACE_H
