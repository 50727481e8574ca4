//===- Campaign.h - Many random kernels -------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_CAMPAIGN_H
#define MYTRITON_TOOLS_MT_FUZZ_CAMPAIGN_H

#include "Coverage.h"
#include "Runner.h"
#include "mytriton/Driver/CrashReproducer.h"
#include <chrono>

namespace mt::fuzz {

struct CampaignOptions {
  uint64_t Seed = 1;
  uint64_t Runs = 0;    ///< 0: no limit
  unsigned Seconds = 0; ///< 0: no limit
  unsigned CPUEvery = 1;
  unsigned MaxFailures = 1;
  unsigned ReduceSeconds = 30;
  std::string Keep; ///< empty: failures are only printed
  bool PrintCoverage = false;
  bool PrintKernels = false;
  bool IsolateAll = false;
  std::string Pipeline; ///< tried on every kernel, besides others
};

class Campaign {
public:
  Campaign(const Compiler &C, const CampaignOptions &Options,
           CrashReproducer &Reproducer);

  /// Kernels of consecutive seeds. Returns the exit status: 1 after failures.
  int run();
  /// Every kernel of a file, in every way.
  int replay(llvm::StringRef File, DiagnosticEngine &Diags);

private:
  void runSeed(uint64_t Seed);
  /// Tries all ways; false after a failure, which is reported.
  bool compare(Module &M, uint64_t Seed, bool OnCPU);
  void report(Module &M, uint64_t Seed, const Way &W, const std::string &Why);
  bool isOver() const;
  void printSummary(uint64_t Last) const;

  const Compiler &C;
  const CampaignOptions &Options;
  CrashReproducer &Reproducer;
  Runner Run;
  Coverage Ran, RanOnCPU;
  std::chrono::steady_clock::time_point Start;
  uint64_t NumKernels = 0, NumUnfair = 0, NumRuns = 0;
  unsigned NumFailures = 0;
  /// Comparisons and refusals by target, refusals by op too.
  std::map<std::string, uint64_t> Compared;
  std::map<std::string, std::map<std::string, uint64_t>> Refusals;
  std::map<std::string, uint64_t> Unfair;
};

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_CAMPAIGN_H
