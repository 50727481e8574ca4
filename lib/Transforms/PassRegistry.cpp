//===- PassRegistry.cpp - Fills the registry from PassRegistry.def --------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mytriton/Transforms/PassBuilder.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

PassBuilder::PassBuilder() {
#define MT_KERNEL_PASS(NAME, CLASS, SUMMARY, ...)                              \
  registerKernelPass<NAME, CLASS>(SUMMARY, {__VA_ARGS__});
#define MT_MODULE_PASS(NAME, CLASS, SUMMARY, ...)                              \
  registerModulePass<NAME, CLASS>(SUMMARY, {__VA_ARGS__});
#define MT_KERNEL_ANALYSIS(CLASS)                                              \
  registerAnalyses([](KernelAnalysisManager &AM) {                             \
    AM.registerPass([] { return CLASS(); });                                   \
  });
#include "mytriton/Transforms/PassRegistry.def"
  assert(Problems.empty() && "two rows of PassRegistry.def have one name");
}
