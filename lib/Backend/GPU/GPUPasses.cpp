//===- GPUPasses.cpp - The GPU lowering as passes -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/Backend/ThreadPipeline.h"
#include "mytriton/Transforms/PassBuilder.h"

using namespace mt;

namespace {

class OverlapLoadsPass : public PassInfoMixin<OverlapLoadsPass> {
public:
  explicit OverlapLoadsPass(const PassOptions &Options) {
    if (int64_t Warps = Options.integer("num-warps"))
      NumWarps = Warps;
  }
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM) {
    passContext(K, AM).count("loops batched", overlapLoads(K, NumWarps));
    return PreservedAnalyses::none();
  }

private:
  std::optional<unsigned> NumWarps;
};

class LowerToThreadsPass : public PassInfoMixin<LowerToThreadsPass> {
public:
  explicit LowerToThreadsPass(const PassOptions &Options) {
    if (int64_t Warps = Options.integer("num-warps"))
      NumWarps = Warps;
  }
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM) {
    (void)lowerToThreads(K, NumWarps, passContext(K, AM).diags());
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  std::optional<unsigned> NumWarps;
};

class PipelineLoadsPass : public PassInfoMixin<PipelineLoadsPass> {
public:
  explicit PipelineLoadsPass(const PassOptions &Options)
      : Stages(Options.integer("num-stages")) {}
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM) {
    unsigned Changed = pipelineLoads(K, Stages);
    passContext(K, AM).count("loops pipelined", Changed);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

private:
  unsigned Stages;
};

class AllocateSharedPass : public PassInfoMixin<AllocateSharedPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM) {
    (void)allocateShared(K, passContext(K, AM).diags());
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

class InsertBarriersPass : public PassInfoMixin<InsertBarriersPass> {
public:
  explicit InsertBarriersPass(const PassOptions &Options)
      : AssumeDisjoint(Options.flag("assume-disjoint")) {}
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM) {
    unsigned Inserted = insertBarriers(K, AssumeDisjoint);
    passContext(K, AM).count("barriers inserted", Inserted);
    return Inserted ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  bool AssumeDisjoint;
};

class ThreadFactsPass : public PassInfoMixin<ThreadFactsPass> {
public:
  explicit ThreadFactsPass(const PassOptions &Options)
      : LimitGrid(Options.flag("limit-grid")) {}
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &) {
    markFacts(K, LimitGrid);
    return PreservedAnalyses::all();
  }

private:
  bool LimitGrid;
};

} // namespace

std::string mt::threadPipeline(const TargetOptions &Options) {
  std::string Text = Options.EnableFpFusion ? "fuse-fma," : "";
  std::string Warps;
  if (Options.NumWarps)
    Warps = "<num-warps=" + std::to_string(*Options.NumWarps) + ">";
  Text += "overlap-loads" + Warps + ",lower-to-threads" + Warps;
  // Tiles with equal coordinates share them from here on.
  Text += ",cse,dce";
  Text += ",pipeline-loads<num-stages=" + std::to_string(Options.NumStages) +
          ">,loop-simplify,cse,dce";
  return Text + ",allocate-shared,insert-barriers,thread-facts";
}

void mt::registerGPUPasses(PassBuilder &PB) {
  PB.registerKernelPass<"lower-to-threads", LowerToThreadsPass>(
      "lower tile IR to what each GPU thread does",
      {PassOption::integer("num-warps", 0, "warps per program; 0: chosen")});
  PB.registerKernelPass<"overlap-loads", OverlapLoadsPass>(
      "run iterations together so that their loads overlap",
      {PassOption::integer("num-warps", 0, "warps per program; 0: chosen")});
  PB.registerKernelPass<"pipeline-loads", PipelineLoadsPass>(
      "start copies into shared memory some iterations ahead",
      {PassOption::integer("num-stages", 3, "buffers per load")});
  PB.registerKernelPass<"allocate-shared", AllocateSharedPass>(
      "give shared buffers their places");
  PB.registerKernelPass<"insert-barriers", InsertBarriersPass>(
      "order conflicting accesses of different threads",
      {PassOption::flag("assume-disjoint", true,
                        "arrays of different parameters share no memory")});
  PB.registerKernelPass<"thread-facts", ThreadFactsPass>(
      "write down what emitters may rely on",
      {PassOption::flag("limit-grid", true,
                        "also what holds up to some program index only")});
}
