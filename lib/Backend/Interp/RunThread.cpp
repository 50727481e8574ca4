//===- RunThread.cpp - Ops of thread IR -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Machine.h"
#include <numeric>

using namespace mt;
using namespace mt::interp;

void interp::runThreadId(Machine &M, const Instr &I) {
  uint64_t *Out = M.lanes(I.Results[0].Dst);
  std::iota(Out, Out + M.threads(), uint64_t(0));
}

void interp::runFragmentIndex(Machine &M, const Instr &I) {
  size_t Out = I.Results[0].Dst.Offset;
  uint64_t Stride = I.Attrs.get("stride").asInt();
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out) {
      size_t Base = I.Operands[0].lane(T, 0);
      M.lane(Out) = truncateTo(I.resultElement(), M.lane(Base) + R * Stride);
      if (M.checker())
        M.shadow(Out) = M.shadow(Base);
    }
}

void interp::runBarrier(Machine &, const Instr &) {
  // Threads run in lock step: each op of all of them is done before the next.
}
