//===- mt-fuzz.cpp - Random kernels, run in several ways ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "mytriton/Driver/CommandLine.h"
#include "mytriton/Driver/CrashReproducer.h"
#include "mytriton/Transforms/Pipeline.h"
#include "llvm/Support/CommandLine.h"

using namespace mt;
using namespace mt::fuzz;
namespace cl = llvm::cl;

static constexpr const char *Overview =
    "MyTriton's fuzzer: makes random kernels and compares what passes and "
    "targets make of them; with a file, does so for the kernels in it\n";

namespace {

/// Options that only mt-fuzz has.
struct ToolOptions {
  explicit ToolOptions(CampaignOptions &O) : O(O) {}
  CampaignOptions &O;

  cl::opt<uint64_t, true> Seed{"seed", cl::desc("Number of the first kernel"),
                               cl::location(O.Seed), cl::init(1)};
  cl::opt<uint64_t, true> Runs{"runs", cl::desc("Stop after N kernels"),
                               cl::value_desc("N"), cl::location(O.Runs),
                               cl::init(0)};
  cl::opt<unsigned, true> Time{"time", cl::desc("Stop after N seconds"),
                               cl::value_desc("N"), cl::location(O.Seconds),
                               cl::init(0)};
  cl::opt<unsigned, true> CPUEvery{
      "cpu-every", cl::desc("Compile every Nth kernel for the CPU (0: none)"),
      cl::value_desc("N"), cl::location(O.CPUEvery), cl::init(1)};
  cl::opt<unsigned, true> MaxFailures{
      "max-failures", cl::desc("Stop after N failing kernels"),
      cl::value_desc("N"), cl::location(O.MaxFailures), cl::init(1)};
  cl::opt<unsigned, true> ReduceSeconds{
      "reduce", cl::desc("Seconds to spend on making a failing kernel small"),
      cl::value_desc("N"), cl::location(O.ReduceSeconds), cl::init(30)};
  cl::opt<std::string, true> Keep{
      "keep", cl::desc("Write failing kernels to this directory"),
      cl::value_desc("directory"), cl::location(O.Keep)};
  cl::opt<bool, true> Coverage{
      "coverage", cl::desc("Print how often each op ran on each type"),
      cl::location(O.PrintCoverage)};
  cl::opt<bool, true> IsolateAll{
      "isolate", cl::desc("Survive crashes of passes too, not only of targets"),
      cl::location(O.IsolateAll)};
  cl::opt<bool, true> PrintKernels{"print-kernels",
                                   cl::desc("Print kernels, run nothing"),
                                   cl::location(O.PrintKernels)};
};

} // namespace

int main(int Argc, char **Argv) {
  CrashReproducer Reproducer("mt-fuzz", Argc, Argv);
  DriverOptions Options;
  CommandLine Line("mt-fuzz", Overview, Options, /*HasOutput=*/false);
  CampaignOptions Tool;
  ToolOptions Declared(Tool);
  if (std::optional<int> Exit = Line.parse(Argc, Argv))
    return *Exit;
  DiagnosticEngine Diags;
  Options.configure(Diags);
  Compiler C;
  if (std::optional<int> Exit = prepareCompiler(C, Options, Diags))
    return *Exit;
  Tool.Pipeline = Options.Passes.value_or("");
  if (!Tool.Pipeline.empty() && !C.passes().parse(Tool.Pipeline, Diags))
    return 1;
  Campaign All(C, Tool, Reproducer);
  if (Options.Input != "-")
    return All.replay(Options.Input, Diags);
  return All.run();
}
