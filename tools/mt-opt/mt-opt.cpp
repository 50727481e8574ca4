//===- mt-opt.cpp - Textual IR in, IR or any artifact out -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "MtOpt.h"
#include "mytriton/Driver/CommandLine.h"
#include "mytriton/Driver/CrashReproducer.h"
#include "mytriton/Driver/Files.h"
#include "mytriton/Transforms/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mt;
using llvm::StringRef;
namespace cl = llvm::cl;

static constexpr const char *Overview =
    "MyTriton's optimizer: reads textual IR, runs passes on it, and writes "
    "textual IR or any stage of a target\n";

namespace {

/// Options that only mt-opt has.
struct ToolOptions {
  explicit ToolOptions(MtOptOptions &O) : O(O) {}
  MtOptOptions &O;

  cl::opt<bool, true> VerifyRoundtrip{
      "verify-roundtrip", cl::desc("Check that printed IR reads back equal"),
      cl::location(O.VerifyRoundtrip)};
  cl::opt<bool, true> VerifyDiagnostics{
      "verify-diagnostics",
      cl::desc("Check diagnostics against expected-... comments"),
      cl::location(O.VerifyDiagnostics)};
  cl::opt<bool, true> SplitInputFile{
      "split-input-file",
      cl::desc("Process the parts between // ----- lines separately"),
      cl::location(O.SplitInputFile)};
  cl::opt<bool, true> DisableOutput{"disable-output", cl::desc("Write nothing"),
                                    cl::location(O.DisableOutput)};
};

} // namespace

static int run(CrashReproducer &Reproducer, DriverOptions &Options,
               MtOptOptions &Tool) {
  DiagnosticEngine Diags;
  Options.configure(Diags);
  Compiler C;
  if (std::optional<int> Exit = prepareCompiler(C, Options, Diags))
    return *Exit;
  std::optional<std::string> Text = choosePipeline(C, Options, 0, Diags);
  if (!Text)
    return 1;
  if (Options.OptLevel)
    Text = C.passes().defaultPipeline(*Options.OptLevel);
  if (Options.PrintPipeline)
    return failed(printPipelineText(C, *Text, Diags));
  Tool.Pipeline = *Text;
  std::unique_ptr<llvm::MemoryBuffer> Input = readInput(Options.Input, Diags);
  if (!Input)
    return 1;
  Reproducer.watch(
      Input->getBuffer(),
      argumentsForReplay(Options.Arguments, Options.Input, Options.Output));
  MtOpt Main(C, Options, Tool, Reproducer);
  std::optional<llvm::SmallString<0>> Output = Main.run(std::move(Input));
  if (!Output)
    return 1;
  if (Tool.DisableOutput || Tool.VerifyDiagnostics)
    return 0;
  return failed(writeOutput(Options.Output, *Output, Diags));
}

int main(int Argc, char **Argv) {
  CrashReproducer Reproducer("mt-opt", Argc, Argv);
  DriverOptions Options;
  CommandLine Line("mt-opt", Overview, Options);
  MtOptOptions Tool;
  ToolOptions Declared(Tool);
  if (std::optional<int> Exit = Line.parse(Argc, Argv))
    return *Exit;
  return run(Reproducer, Options, Tool);
}
