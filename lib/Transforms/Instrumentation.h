//===- Instrumentation.h - Watching passes ----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_TRANSFORMS_INSTRUMENTATION_H
#define MYTRITON_LIB_TRANSFORMS_INSTRUMENTATION_H

#include "mytriton/Transforms/PassBuilder.h"
#include "mytriton/Transforms/PipelineRunner.h"
#include "llvm/IR/PassInstrumentation.h"

namespace mt {

/// The kernel or module a pass runs on.
class IRUnit {
public:
  /// From what LLVM hands to callbacks.
  explicit IRUnit(const llvm::Any &IR);

  void describe(llvm::raw_ostream &OS) const;
  void print(llvm::raw_ostream &OS, bool Locations) const;
  std::string text(bool Locations) const;
  LogicalResult verify(DiagnosticEngine &Diags) const;
  Location loc() const;

private:
  Kernel *K = nullptr;
  Module *M = nullptr;
};

/// What happens around the passes on one kernel (or on the module). Prints to
/// Log, reports to the context's diagnostics.
class Instrumentation {
public:
  /// Counter numbers the skippable passes of the whole run.
  Instrumentation(const PipelineOptions &Options, const PassBuilder &PB,
                  PassContext &Context, PipelineReport &Report,
                  llvm::raw_ostream &Log, int64_t &Counter)
      : Options(Options), PB(PB), Context(Context), Report(Report), Log(Log),
        Counter(Counter) {}

  void registerCallbacks(llvm::PassInstrumentationCallbacks &PIC);

private:
  /// True for passes of the registry, false for the managers around them.
  bool watches(llvm::StringRef Pass) const {
    return PB.find(Pass) && !Context.failed();
  }
  bool shouldRun(llvm::StringRef Pass, IRUnit IR);
  void before(llvm::StringRef Pass, IRUnit IR);
  void after(llvm::StringRef Pass, IRUnit IR, bool Changed);
  void banner(llvm::StringRef When, llvm::StringRef Pass, IRUnit IR,
              llvm::StringRef Suffix = "");
  void printChange(llvm::StringRef Pass, IRUnit IR);
  void verify(llvm::StringRef Pass, IRUnit IR);

  const PipelineOptions &Options;
  const PassBuilder &PB;
  PassContext &Context;
  PipelineReport &Report;
  llvm::raw_ostream &Log;
  int64_t &Counter;
  llvm::TimeRecord Start;
  std::string TextBefore;
  /// The verifier has seen the IR as it was before the running pass.
  bool Verified = false;
};

} // namespace mt

#endif // MYTRITON_LIB_TRANSFORMS_INSTRUMENTATION_H
