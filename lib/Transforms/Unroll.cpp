//===- Unroll.cpp - Expands short loops -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands loops of few iterations, known at compile time, into straight code;
// inner loops first, so that the size of a body counts what it became.
//
//===----------------------------------------------------------------------===//

#include "LoopUtils.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

UnrollPass::UnrollPass(const PassOptions &Options)
    : MaxTrips(Options.integer("max-trips")),
      MaxOps(Options.integer("max-ops")) {}

static uint64_t countOps(Block &B) {
  uint64_t N = 0;
  walk(B, [&](Op *) { ++N; });
  return N;
}

static void unrollFully(ForOp *Loop, uint64_t Trips) {
  llvm::SmallVector<Value *, 4> Carried;
  for (unsigned I = 0, E = Loop->numCarried(); I != E; ++I)
    Carried.push_back(Loop->init(I));
  for (uint64_t Trip = 0; Trip != Trips; ++Trip) {
    ValueMap Map;
    Map[Loop->inductionVar()] = inductionValue(Loop, Trip);
    for (auto [I, V] : llvm::enumerate(Carried))
      Map[Loop->carried(I)] = V;
    Carried = cloneIteration(Loop, Map);
  }
  Loop->replaceWith(Carried);
}

/// Unrolls the loops below B; returns how many.
static uint64_t unrollLoops(Block &B, uint64_t MaxTrips, uint64_t MaxOps,
                            PassContext &Context) {
  uint64_t NumUnrolled = 0;
  for (Op &O : llvm::make_early_inc_range(B.ops())) {
    for (unsigned I = 0, E = O.numRegions(); I != E; ++I)
      NumUnrolled += unrollLoops(O.body(I), MaxTrips, MaxOps, Context);
    auto *Loop = llvm::dyn_cast<ForOp>(&O);
    if (!Loop)
      continue;
    std::optional<uint64_t> Trips = constantTripCount(Loop);
    if (!Trips || *Trips > MaxTrips)
      continue;
    if (*Trips * countOps(Loop->body()) > MaxOps) {
      Context.missed(O.loc(), "loop not unrolled: it would become more than " +
                                  llvm::Twine(MaxOps) + " ops");
      continue;
    }
    Context.remark(O.loc(),
                   "loop of " + llvm::Twine(*Trips) + " iterations unrolled");
    unrollFully(Loop, *Trips);
    ++NumUnrolled;
  }
  return NumUnrolled;
}

PreservedAnalyses UnrollPass::run(Kernel &K, KernelAnalysisManager &AM) {
  PassContext &Context = passContext(K, AM);
  uint64_t N = unrollLoops(K.body(), MaxTrips, MaxOps, Context);
  Context.count("loops unrolled", N);
  return N ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
