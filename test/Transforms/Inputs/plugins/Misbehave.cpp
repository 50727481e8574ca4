//===- Misbehave.cpp - Passes with the faults a host must survive ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Builder.h"
#include "mytriton/Transforms/PassPlugin.h"
#include <cstdlib>

namespace {

class CrashPass : public mt::PassInfoMixin<CrashPass> {
public:
  mt::PreservedAnalyses run(mt::Kernel &, mt::KernelAnalysisManager &) {
    std::abort();
  }
};

/// Moves the first op behind its users.
class BreakPass : public mt::PassInfoMixin<BreakPass> {
public:
  mt::PreservedAnalyses run(mt::Kernel &K, mt::KernelAnalysisManager &) {
    K.body().front().moveToEnd(K.body());
    return mt::PreservedAnalyses::none();
  }
};

/// Reports one diagnostic of each severity at the first op.
class ReportPass : public mt::PassInfoMixin<ReportPass> {
public:
  mt::PreservedAnalyses run(mt::Kernel &K, mt::KernelAnalysisManager &AM) {
    mt::PassContext &Context = mt::passContext(K, AM);
    mt::Location Loc = K.body().front().loc();
    Context.remark(Loc, "a remark about @" + K.name());
    Context.missed(Loc, "a missed remark about @" + K.name());
    Context.diags().warning(Loc) << "a warning about @" << K.name();
    return mt::PreservedAnalyses::all();
  }
};

class FailPass : public mt::PassInfoMixin<FailPass> {
public:
  mt::PreservedAnalyses run(mt::Kernel &K, mt::KernelAnalysisManager &AM) {
    mt::passContext(K, AM)
            .diags()
            .error(K.body().front().loc())
            .note(K.loc(), "a note of the kernel")
        << "an error about @" << K.name();
    return mt::PreservedAnalyses::all();
  }
};

class FatalPass : public mt::PassInfoMixin<FatalPass> {
public:
  mt::PreservedAnalyses run(mt::Kernel &, mt::KernelAnalysisManager &) {
    llvm::report_fatal_error("nothing works");
  }
};

} // namespace

MT_PASS_PLUGIN("misbehave", "1.0", [](mt::PassBuilder &PB) {
  PB.registerKernelPass<"crash", CrashPass>("abort");
  PB.registerKernelPass<"break", BreakPass>("make the IR invalid");
  PB.registerKernelPass<"report", ReportPass>("report a remark and a warning");
  PB.registerKernelPass<"fail", FailPass>("report an error");
  PB.registerKernelPass<"fatal", FatalPass>("call LLVM's fatal error handler");
})
