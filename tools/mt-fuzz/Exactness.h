//===- Exactness.h - Which results are the same on every target -*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets may round functions and order float sums in their own way. This says
// whether such results go straight, or through ops that only move elements,
// to the arrays that tolerate it, so that everything else can be compared bit
// for bit. What the generator makes satisfies it; what the reducer makes of
// that need not.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_EXACTNESS_H
#define MYTRITON_TOOLS_MT_FUZZ_EXACTNESS_H

#include "mytriton/IR/Kernel.h"

namespace mt::fuzz {

/// True if every target must give the same bits for M, tolerated ones aside.
/// Else Why names the op.
bool hasExactResults(Module &M, std::string &Why);

/// True unless lanes of a store or atomic plainly share an address, so that it
/// would matter which is last.
bool hasDistinctLanes(Module &M);

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_EXACTNESS_H
