//===- PassManager.cpp - LLVM's pass manager over kernels -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Transforms/PassManager.h"
#include "llvm/ADT/Any.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManagerImpl.h"

using namespace mt;

namespace llvm {

template <>
void printIRUnitNameForStackTrace<mt::Kernel>(raw_ostream &OS,
                                              const mt::Kernel &K) {
  OS << (K.isFunc() ? "func @" : "kernel @") << K.getName();
}

template <>
void printIRUnitNameForStackTrace<mt::Module>(raw_ostream &OS,
                                              const mt::Module &M) {
  OS << "module \"" << M.getName() << '"';
}

template class AnalysisManager<mt::Kernel>;
template class AnalysisManager<mt::Module>;
template class PassManager<mt::Kernel>;
template class PassManager<mt::Module>;

} // namespace llvm

AnalysisKey PassContextAnalysis::Key;

KernelScheduler::~KernelScheduler() = default;

PreservedAnalyses ModuleToKernelPassAdaptor::run(Module &M,
                                                 ModuleAnalysisManager &AM) {
  KernelScheduler *Scheduler = passContext(M, AM).scheduler();
  assert(Scheduler && "kernel passes in a module pipeline need a scheduler");
  PreservedAnalyses PA = Scheduler->forEachKernel(
      M, Workers.size(),
      [&](Kernel &K, KernelAnalysisManager &KernelAM, unsigned Worker) {
        return Workers[Worker].run(K, KernelAM);
      });
  // Each kernel's own analyses were invalidated while its passes ran.
  PA.preserveSet<llvm::AllAnalysesOn<Kernel>>();
  return PA;
}

void ModuleToKernelPassAdaptor::printPipeline(
    llvm::raw_ostream &OS,
    llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapClassName) {
  OS << "kernel(";
  Workers.front().printPipeline(OS, MapClassName);
  OS << ')';
}
