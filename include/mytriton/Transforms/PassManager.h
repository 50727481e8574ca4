//===- PassManager.h - LLVM's pass manager over kernels ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes run on a Kernel or on a Module. A pass is a class with
//
//   class CSEPass : public mt::PassInfoMixin<CSEPass> {
//   public:
//     mt::PreservedAnalyses run(mt::Kernel &K, mt::KernelAnalysisManager &AM);
//   };
//
// declared in Passes.h and named in PassRegistry.def. What a pass may use
// besides its IR (statistics, remarks, errors) it asks passContext() for.
//
// The templates are instantiated once, in lib/Transforms/PassManager.cpp, so
// that host and plugins agree on every key: an analysis is identified by an
// address.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_PASSMANAGER_H
#define MYTRITON_TRANSFORMS_PASSMANAGER_H

#include "mytriton/IR/Kernel.h"
#include "mytriton/Transforms/PassContext.h"
#include "llvm/IR/PassManager.h"

namespace llvm {

template <>
void printIRUnitNameForStackTrace<mt::Kernel>(raw_ostream &OS,
                                              const mt::Kernel &K);
template <>
void printIRUnitNameForStackTrace<mt::Module>(raw_ostream &OS,
                                              const mt::Module &M);

extern template class AnalysisManager<mt::Kernel>;
extern template class AnalysisManager<mt::Module>;
extern template class PassManager<mt::Kernel>;
extern template class PassManager<mt::Module>;

} // namespace llvm

namespace mt {

using llvm::AnalysisKey;
using llvm::PreservedAnalyses;
template <typename T> using PassInfoMixin = llvm::PassInfoMixin<T>;
/// Base of an analysis: `static AnalysisKey Key` defined in one .cpp, a class
/// `Result`, and `Result run(Kernel &, KernelAnalysisManager &)`.
template <typename T> using AnalysisInfoMixin = llvm::AnalysisInfoMixin<T>;

using KernelAnalysisManager = llvm::AnalysisManager<Kernel>;
using ModuleAnalysisManager = llvm::AnalysisManager<Module>;
using KernelPassManager = llvm::PassManager<Kernel>;
using ModulePassManager = llvm::PassManager<Module>;

/// Hands a PassContext to the passes of one kernel or module.
class PassContextAnalysis : public AnalysisInfoMixin<PassContextAnalysis> {
public:
  /// Never invalidated: it is no fact about the IR.
  struct Result {
    PassContext *Context;
    template <typename IRUnitT, typename InvalidatorT>
    bool invalidate(IRUnitT &, const PreservedAnalyses &, InvalidatorT &) {
      return false;
    }
  };

  explicit PassContextAnalysis(PassContext &Context) : Context(&Context) {}
  Result run(Kernel &, KernelAnalysisManager &) { return {Context}; }
  Result run(Module &, ModuleAnalysisManager &) { return {Context}; }

private:
  friend AnalysisInfoMixin<PassContextAnalysis>;
  static AnalysisKey Key;
  PassContext *Context;
};

/// Where a pass on IR reports remarks, statistics and errors.
inline PassContext &passContext(Kernel &K, KernelAnalysisManager &AM) {
  return *AM.getResult<PassContextAnalysis>(K).Context;
}
inline PassContext &passContext(Module &M, ModuleAnalysisManager &AM) {
  return *AM.getResult<PassContextAnalysis>(M).Context;
}

/// Runs a pipeline of kernel passes on every kernel and func of a module. It
/// holds one copy of the pipeline per worker, because pass objects may keep
/// state; how kernels are spread over them is the module's PassContext's
/// business (KernelScheduler).
class ModuleToKernelPassAdaptor
    : public PassInfoMixin<ModuleToKernelPassAdaptor> {
public:
  /// Workers must be equal pipelines, at least one.
  explicit ModuleToKernelPassAdaptor(std::vector<KernelPassManager> Workers)
      : Workers(std::move(Workers)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  void printPipeline(
      llvm::raw_ostream &OS,
      llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapClassName);
  static bool isRequired() { return true; }

private:
  std::vector<KernelPassManager> Workers;
};

/// Calls a function for every kernel of a module, perhaps on several threads.
/// Implemented by whoever runs a pipeline.
class KernelScheduler {
public:
  using Work = llvm::function_ref<PreservedAnalyses(
      Kernel &, KernelAnalysisManager &, unsigned Worker)>;
  virtual ~KernelScheduler();
  /// Worker is below NumWorkers and used by one thread at a time. Returns what
  /// all calls preserved.
  virtual PreservedAnalyses forEachKernel(Module &M, unsigned NumWorkers,
                                          Work Fn) = 0;
};

} // namespace mt

#endif // MYTRITON_TRANSFORMS_PASSMANAGER_H
