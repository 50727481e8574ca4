//===- BroadcastLoads.h - Loads whose elements serve many ones --*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row or column that is only broadcast to a larger tile is loaded by each
// thread in the layout of that tile: many threads read an element, out of the
// cache, and none has to give it to another.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_BROADCASTLOADS_H
#define MYTRITON_LIB_BACKEND_GPU_BROADCASTLOADS_H

#include "Layouts.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

namespace mt {

/// True if Load's elements, and what is computed from them element by element,
/// only go to ops on larger tiles.
bool isOnlyBroadcast(LoadOp *Load);

/// Finds ops of K that combine loaded columns with loaded rows, as a product
/// does, and has tiles of their shapes spread by Layouts::spreadAsProduct.
void findOuterProducts(Kernel &K, Layouts &L);

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_BROADCASTLOADS_H
