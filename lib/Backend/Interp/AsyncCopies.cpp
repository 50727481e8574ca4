//===- AsyncCopies.cpp - Copies that run beside the threads ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mt::interp;

void AsyncCopies::count(const AsyncCopy &C, int By) {
  for (unsigned I = 0; I != C.Data.size(); ++I) {
    Busy[unsigned(MemorySpace::Shared)][C.To + I] += By;
    if (C.From)
      Busy[unsigned(MemorySpace::Global)][C.From + I] += By;
  }
}

void AsyncCopies::start(AsyncCopy C) {
  count(C, 1);
  Open.push_back(std::move(C));
}

void AsyncCopies::commit() {
  Groups.push_back(std::move(Open));
  Open.clear();
}

std::vector<AsyncCopy> AsyncCopies::wait(unsigned Pending) {
  std::vector<AsyncCopy> Done;
  for (; Groups.size() > Pending; Groups.pop_front())
    for (AsyncCopy &C : Groups.front()) {
      count(C, -1);
      Done.push_back(std::move(C));
    }
  return Done;
}

bool AsyncCopies::meets(MemorySpace Space, uint64_t Address, unsigned Bytes,
                        bool IsWrite) const {
  const auto &In = Busy[unsigned(Space)];
  if (In.empty() || (Space == MemorySpace::Global && !IsWrite))
    return false;
  return llvm::any_of(llvm::seq<unsigned>(0, Bytes),
                      [&](unsigned I) { return In.lookup(Address + I) > 0; });
}
