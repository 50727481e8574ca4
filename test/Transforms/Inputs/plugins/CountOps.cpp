//===- CountOps.cpp - A plugin with an analysis and a module pass ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Builder.h"
#include "mytriton/Transforms/PassPlugin.h"

namespace {

/// Counts a kernel's ops.
class OpCount : public mt::AnalysisInfoMixin<OpCount> {
public:
  struct Result {
    size_t NumOps;
  };
  Result run(mt::Kernel &K, mt::KernelAnalysisManager &) {
    return {K.numOps()};
  }
  static mt::AnalysisKey Key;
};
mt::AnalysisKey OpCount::Key;

// Another plugin may have a class of this name.
class CheapDivPass : public mt::PassInfoMixin<CheapDivPass> {
public:
  mt::PreservedAnalyses run(mt::Kernel &K, mt::KernelAnalysisManager &AM) {
    size_t N = AM.getResult<OpCount>(K).NumOps;
    mt::PassContext &Context = mt::passContext(K, AM);
    Context.count("ops", N);
    Context.remark(K.loc(), llvm::Twine(N) + " ops in @" + K.name());
    return mt::PreservedAnalyses::all();
  }
};

class RenamePass : public mt::PassInfoMixin<RenamePass> {
public:
  explicit RenamePass(const mt::PassOptions &Options)
      : Suffix(Options.string("suffix")) {}
  mt::PreservedAnalyses run(mt::Module &M, mt::ModuleAnalysisManager &) {
    for (const auto &K : M.kernels())
      K->setName((K->name() + Suffix).str());
    return mt::PreservedAnalyses::none();
  }

private:
  std::string Suffix;
};

} // namespace

MT_PASS_PLUGIN("count-ops", "1.0", [](mt::PassBuilder &PB) {
  PB.registerAnalyses([](mt::KernelAnalysisManager &AM) {
    AM.registerPass([] { return OpCount(); });
  });
  PB.registerKernelPass<"count-ops", CheapDivPass>("count ops");
  PB.registerModulePass<"rename", RenamePass>(
      "add a suffix to the names of kernels",
      {mt::PassOption::string("suffix", "_renamed", "what to add")});
  PB.extend(mt::ExtensionPoint::PipelineEnd, "count-ops");
})
