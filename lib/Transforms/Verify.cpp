//===- Verify.cpp - The verifier as a pass --------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Verifier.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

PreservedAnalyses VerifyPass::run(Kernel &K, KernelAnalysisManager &AM) {
  (void)verify(K, passContext(K, AM).diags());
  return PreservedAnalyses::all();
}
