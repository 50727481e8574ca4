//===- Passes.h - The passes on tile IR -------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass is a class here, one .cpp, one row in PassRegistry.def and one test.
// A pass with options has a constructor that takes `const PassOptions &`.
// Passes every target needs say `static bool isRequired() { return true; }`;
// the others may be skipped (`-opt-bisect-limit`).
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_PASSES_H
#define MYTRITON_TRANSFORMS_PASSES_H

#include "mytriton/Transforms/PassManager.h"
#include "mytriton/Transforms/PassOptions.h"

namespace mt {

/// Gives every operand that is no literal its op's shape, by `broadcast` ops.
class BroadcastPass : public PassInfoMixin<BroadcastPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Merges a pure op with an equal one that dominates it.
class CSEPass : public PassInfoMixin<CSEPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
};

/// Erases ops without effects whose results nobody uses; unused loads too,
/// unless volatile.
class DCEPass : public PassInfoMixin<DCEPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
};

/// Evaluates ops on literals and simplifies ops locally. Exact: integers wrap,
/// floats keep every bit (NaN payloads aside).
class FoldPass : public PassInfoMixin<FoldPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
};

/// Fuses a product that only a sum or difference uses into an `fma`. Off for a
/// kernel with {enable_fp_fusion=false}.
class FuseFMAPass : public PassInfoMixin<FuseFMAPass> {
public:
  explicit FuseFMAPass(const PassOptions &Options);
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);

private:
  bool Enabled;
};

/// Checks the kernel's invariants; a fault is an error of the compilation.
class InlinePass : public PassInfoMixin<InlinePass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Uses what the kernel's attribute `assume` says of all its launches.
class LaunchFactsPass : public PassInfoMixin<LaunchFactsPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
};

/// Lists the facts that launches of the kernel should be asked for.
class LaunchPredicatesPass : public PassInfoMixin<LaunchPredicatesPass> {
public:
  explicit LaunchPredicatesPass(const PassOptions &Options);
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);

private:
  bool Assume;
};

class LICMPass : public PassInfoMixin<LICMPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
};

class LoopSimplifyPass : public PassInfoMixin<LoopSimplifyPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
};

class MemOptPass : public PassInfoMixin<MemOptPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
};

class UnrollPass : public PassInfoMixin<UnrollPass> {
public:
  explicit UnrollPass(const PassOptions &Options);
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);

private:
  uint64_t MaxTrips, MaxOps;
};

class VerifyPass : public PassInfoMixin<VerifyPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace mt

#endif // MYTRITON_TRANSFORMS_PASSES_H
