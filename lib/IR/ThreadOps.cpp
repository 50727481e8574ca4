//===- ThreadOps.cpp - Facts about thread IR kernels ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/ThreadOps.h"
#include "mytriton/IR/Kernel.h"

using namespace mt;

static std::optional<unsigned> positiveAttr(const Kernel &K,
                                            llvm::StringRef Name) {
  Attr A = K.attrs().get(Name);
  if (!A || !A.isInt() || A.asInt() < 1)
    return std::nullopt;
  return A.asInt();
}

unsigned mt::numThreads(const Kernel &K) {
  if (auto Threads = positiveAttr(K, "num_threads"))
    return *Threads;
  return 32 * positiveAttr(K, "num_warps").value_or(4);
}

llvm::SmallVector<int64_t, 4> PermuteRegistersOp::bases() const {
  Attr A = attr("bases");
  auto List = A ? A.asIntList() : std::nullopt;
  return List.value_or(llvm::SmallVector<int64_t, 4>());
}
