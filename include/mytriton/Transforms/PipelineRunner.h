//===- PipelineRunner.h - Running pipelines with instrumentation -*- C++
//-*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kernel has its own analyses, diagnostics, counters and log while a
// pipeline runs. With several threads they are merged in source order, so that
// output does not depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_PIPELINERUNNER_H
#define MYTRITON_TRANSFORMS_PIPELINERUNNER_H

#include "mytriton/Transforms/PassContext.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Timer.h"

namespace mt {

class Module;
class PassBuilder;

/// What to watch while passes run.
struct PipelineOptions {
  /// Verify after each pass; a fault is reported with the pass's name.
  bool VerifyEach = true;
  /// Print a kernel before or after these passes.
  std::vector<std::string> PrintBefore, PrintAfter;
  bool PrintBeforeAll = false, PrintAfterAll = false;
  /// Print what each pass changes, as a line-by-line difference.
  bool PrintChanged = false;
  bool PrintLocations = false;
  bool TimePasses = false;
  /// Run only the first N skippable passes, numbering them in the log. Kernels
  /// are then processed one after the other.
  std::optional<int64_t> OptBisectLimit;
  RemarkFilter Remarks;
  /// Threads that process kernels; 0 = as many as there are cores.
  unsigned Threads = 1;
  /// Where the printing options print; null = stderr.
  llvm::raw_ostream *Log = nullptr;
};

/// What a run produced besides the changed module.
struct PipelineReport {
  Statistics Stats;
  /// Time per pass, if TimePasses.
  llvm::StringMap<llvm::TimeRecord> Times;
  /// The pass after which the verifier failed, empty if none: a defect of the
  /// compiler rather than of its input.
  std::string InvalidAfter;
};

/// Runs Text, a pipeline, on M. M is left as the failing pass left it on error.
LogicalResult runPipeline(Module &M, const PassBuilder &PB,
                          llvm::StringRef Text, const PipelineOptions &Options,
                          DiagnosticEngine &Diags,
                          PipelineReport *Report = nullptr);

/// Prints Report's times as LLVM's tools do.
void printTimes(llvm::raw_ostream &OS, const PipelineReport &Report);

} // namespace mt

#endif // MYTRITON_TRANSFORMS_PIPELINERUNNER_H
