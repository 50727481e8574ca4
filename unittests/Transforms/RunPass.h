//===- RunPass.h - Runs one pass on a kernel in a test ----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_TRANSFORMS_RUNPASS_H
#define MYTRITON_UNITTESTS_TRANSFORMS_RUNPASS_H

#include "mytriton/Transforms/Passes.h"
#include "llvm/IR/PassInstrumentation.h"

namespace mt {

/// Runs P; true if it says that it changed something.
template <typename PassT> bool runPass(Kernel &K, PassT P = PassT()) {
  DiagnosticEngine Diags;
  Statistics Stats;
  PassContext Context(Diags, Stats);
  KernelAnalysisManager AM;
  AM.registerPass([&] { return PassContextAnalysis(Context); });
  AM.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  return !P.run(K, AM).areAllPreserved();
}

} // namespace mt

#endif // MYTRITON_UNITTESTS_TRANSFORMS_RUNPASS_H
