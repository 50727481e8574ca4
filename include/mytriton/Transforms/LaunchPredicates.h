//===- LaunchPredicates.h - Which facts are worth asking for ----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_LAUNCHPREDICATES_H
#define MYTRITON_TRANSFORMS_LAUNCHPREDICATES_H

#include "mytriton/Analysis/LaunchPredicate.h"

namespace mt {

/// Predicates a kernel has at most.
inline constexpr unsigned MaxLaunchPredicates = 8;

/// The facts about a launch of K, which is tile IR, that would make its code
/// simpler: loops that run once, remainders that change nothing, masks in loops
/// that always hold, rows that start at multiples of a vector, loads that a
/// store to another array cannot change.
llvm::SmallVector<LaunchPredicate, 8> collectLaunchPredicates(Kernel &K);

/// Passes that bring a kernel with `assume` to the fixed stage `ssa` again.
inline constexpr llvm::StringLiteral LaunchFactsPipeline =
    "launch-facts,fold,loop-simplify,fold,cse,mem-opt,cse,dce";

} // namespace mt

#endif // MYTRITON_TRANSFORMS_LAUNCHPREDICATES_H
