//===- RunControl.cpp - Structured control flow and calls -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop-carried values live in the slots of the body's arguments; `yield`
// copies into them as if at once, so values may swap places.
//
//===----------------------------------------------------------------------===//

#include "CheckFacts.h"
#include "Handlers.h"
#include "Machine.h"
#include "mytriton/IR/Evaluate.h"
#include <algorithm>

using namespace mt;
using namespace mt::interp;

static llvm::SmallVector<Operand, 4> asOperands(llvm::ArrayRef<Dest> Values) {
  llvm::SmallVector<Operand, 4> R;
  for (const Dest &V : Values) {
    R.emplace_back();
    R.back().Src = V.Dst;
    R.back().Ty = V.Ty;
  }
  return R;
}

void interp::runFor(Machine &M, const Instr &I) {
  const Code &Body = *I.Bodies[0];
  const Dest &Iv = Body.Args[0];
  llvm::ArrayRef<Dest> Carried = llvm::ArrayRef(Body.Args).drop_front();
  uint64_t Lb = M.uniform(I, I.Operands[0], "the lower bound of a loop");
  uint64_t Ub = M.uniform(I, I.Operands[1], "the upper bound of a loop");
  uint64_t Step = M.uniform(I, I.Operands[2], "the step of a loop");
  uint64_t Trips = tripCount(extendFrom(Iv.Ty, Lb), extendFrom(Iv.Ty, Ub),
                             extendFrom(Iv.Ty, Step), Iv.Ty.isSigned());
  if (saysFacts(M, I))
    checkLoopFacts(M, I, Lb, Step, Trips);
  M.copy(llvm::ArrayRef(I.Operands).drop_front(3), Carried);
  for (uint64_t Trip = 0; Trip != Trips; ++Trip) {
    std::fill_n(M.lanes(Iv.Dst), M.threads(),
                truncateTo(Iv.Ty, Lb + Trip * Step));
    if (!M.run(Body))
      return;
    M.copy(Body.Out, Carried);
  }
  M.copy(asOperands(Carried), I.Results);
}

void interp::runWhile(Machine &M, const Instr &I) {
  const Code &Before = *I.Bodies[0], &Do = *I.Bodies[1];
  M.copy(I.Operands, Before.Args);
  while (true) {
    if (!M.run(Before))
      return;
    if (!M.uniform(I, Before.Out[0], "the condition of a loop") || M.stopped())
      break;
    if (!M.run(Do))
      return;
    M.copy(Do.Out, Before.Args);
  }
  M.copy(asOperands(Before.Args), I.Results);
}

void interp::runIf(Machine &M, const Instr &I) {
  bool Taken = M.uniform(I, I.Operands[0], "the condition of an if");
  const Code &Body = *I.Bodies[Taken ? 0 : 1];
  if (M.run(Body))
    M.copy(Body.Out, I.Results);
}

void interp::runCall(Machine &M, const Instr &I) {
  const Code &Body = *I.Bodies[0];
  M.copy(I.Operands, Body.Args);
  if (M.run(Body))
    M.copy(Body.Out, I.Results);
}
