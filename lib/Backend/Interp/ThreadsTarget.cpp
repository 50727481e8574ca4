//===- ThreadsTarget.cpp - The target threads -----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What GPU targets make of a kernel, without a GPU: thread IR, interpreted.
//
//===----------------------------------------------------------------------===//

#include "InterpExecutable.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/Backend/ArrayUses.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/Backend/ThreadPipeline.h"
#include "mytriton/IR/Text.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::interp;

namespace {

/// As on a GPU, arrays that may overlap run a version with more barriers.
class ThreadsExecutable : public Executable {
public:
  /// False after reporting errors.
  bool prepare(Kernel &K, DiagnosticEngine &Diags);
  llvm::Error launch(const LaunchParams &Launch) override {
    bool Overlap = Overlapping && Arrays->mayOverlap(Launch.Extents);
    return (Overlap ? Overlapping : Disjoint)->launch(Launch);
  }

private:
  std::unique_ptr<Module> Copy;
  std::optional<ArrayUses> Arrays;
  std::unique_ptr<Executable> Disjoint, Overlapping;
};

class ThreadsTarget : public mt::Target {
public:
  llvm::StringRef name() const override { return "threads"; }
  llvm::StringRef description() const override {
    return "what GPU threads do, interpreted";
  }
  llvm::ArrayRef<llvm::StringRef> stages() const override {
    static constexpr llvm::StringRef Stages[] = {"thread"};
    return Stages;
  }
  std::string pipeline(llvm::StringRef,
                       const TargetOptions &Options) const override {
    return threadPipeline(Options);
  }
  LogicalResult checkSupported(Module &M,
                               DiagnosticEngine &Diags) const override;
  LogicalResult emit(Module &M, llvm::StringRef, const TargetOptions &,
                     llvm::raw_pwrite_stream &OS,
                     DiagnosticEngine &) const override {
    print(OS, M);
    return success();
  }
  bool canCheck() const override { return true; }
  bool canExecute() const override { return true; }
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &,
                                   DiagnosticEngine &Diags) const override;
};

} // namespace

bool ThreadsExecutable::prepare(Kernel &K, DiagnosticEngine &Diags) {
  Disjoint = interpret(K, Diags);
  if (!Disjoint || !K.attrs().get(AssumeDisjointAttr))
    return Disjoint != nullptr;
  Copy = K.module().clone();
  Kernel &Source = *Copy->find(K.name());
  insertBarriers(Source, /*AssumeDisjoint=*/false);
  Arrays.emplace(Source);
  Overlapping = interpret(Source, Diags);
  return Overlapping != nullptr;
}

LogicalResult ThreadsTarget::checkSupported(Module &M,
                                            DiagnosticEngine &Diags) const {
  unsigned Before = Diags.numErrors();
  for (std::unique_ptr<Kernel> &K : M.kernels())
    (void)checkLowersToThreads(*K, Diags);
  return success(Diags.numErrors() == Before);
}

std::unique_ptr<Executable> ThreadsTarget::load(Kernel &K,
                                                const TargetOptions &,
                                                DiagnosticEngine &Diags) const {
  auto Code = std::make_unique<ThreadsExecutable>();
  if (!Code->prepare(K, Diags))
    return nullptr;
  return Code;
}

std::unique_ptr<mt::Target> mt::createThreadsTarget() {
  return std::make_unique<ThreadsTarget>();
}
