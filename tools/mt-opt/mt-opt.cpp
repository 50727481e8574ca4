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
#include "mytriton/Transforms/Pipeline.h"
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

  cl::opt<std::string> Passes{"passes",
                              cl::desc("Passes to run: fold,cse,dce; "
                                       "default<O2>; pass<option=value>; "
                                       "kernel(...); module(...)"),
                              cl::value_desc("pipeline")};
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

/// The pipeline -passes or -O gives; unset after an error.
static std::optional<std::string> choosePipeline(const cl::opt<std::string> &P,
                                                 const DriverOptions &Options,
                                                 DiagnosticEngine &Diags) {
  if (!Options.OptLevel)
    return P;
  if (P.getNumOccurrences()) {
    Diags.error({}) << "-O" << *Options.OptLevel
                    << " and -passes exclude each other; write -passes=default"
                    << "<O" << *Options.OptLevel << ">,...";
    return std::nullopt;
  }
  return "default<O" + std::to_string(*Options.OptLevel) + ">";
}

/// Answers -print-pipeline-passes.
static void printPipelineText(const Compiler &C, const Pipeline &P) {
  ModulePassManager PM = C.passes().build(P);
  printPipeline(llvm::outs(), PM);
  llvm::outs() << '\n';
}

static int run(CrashReproducer &Reproducer, DriverOptions &Options,
               MtOptOptions &Tool, const cl::opt<std::string> &Passes) {
  DiagnosticEngine Diags;
  Options.configure(Diags);
  Compiler C;
  if (std::optional<int> Exit = prepareCompiler(C, Options, Diags))
    return *Exit;
  std::optional<std::string> Text = choosePipeline(Passes, Options, Diags);
  std::unique_ptr<const Pipeline> P =
      Text ? C.passes().parse(*Text, Diags) : nullptr;
  if (!P)
    return 1;
  if (Options.PrintPipeline) {
    printPipelineText(C, *P);
    return 0;
  }
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
  return run(Reproducer, Options, Tool, Declared.Passes);
}
