//===- CommandLine.cpp - Options shared by the tools ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Driver/CommandLine.h"
#include "LLVMOptions.h"
#include "mytriton/Support/Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"

using namespace mt;
using llvm::StringRef;
namespace cl = llvm::cl;

static void printVersion(llvm::raw_ostream &OS) {
  OS << "MyTriton " MYTRITON_VERSION_STRING "\n"
     << "  built for: " MYTRITON_BUILD_STAMP "\n"
     << "  LLVM version " MYTRITON_LLVM_VERSION_STRING "\n"
     << "  targets:\n";
  TargetRegistry Targets;
  registerAllTargets(Targets);
  for (const std::unique_ptr<Target> &T : Targets.targets()) {
    OS << "    " << T->name();
    OS.indent(T->name().size() < 8 ? 8 - T->name().size() : 1)
        << T->description() << '\n';
  }
}

template <typename T> using Into = cl::opt<T, /*ExternalStorage=*/true>;
using StringList = cl::list<std::string>;

/// The options themselves; most store into DriverOptions.
struct CommandLine::Impl {
  Impl(StringRef Overview, DriverOptions &O) : Overview(Overview), Options(O) {}

  std::string Overview;
  DriverOptions &Options;
  LLVMOptions LLVM; // before ours, whose names it frees

  // Files, stage, target.
  Into<std::string> Input{cl::Positional, cl::desc("<input file, - for stdin>"),
                          cl::location(Options.Input)};
  Into<std::string> Output{"o", cl::desc("Write to this file (-: stdout)"),
                           cl::value_desc("file"),
                           cl::location(Options.Output)};
  cl::opt<char> OptLevel{"O",
                         cl::Prefix,
                         cl::ZeroOrMore,
                         cl::init(' '),
                         cl::desc("Optimization level, -O0 to -O3"),
                         cl::value_desc("level")};
  Into<std::string> Emit{"emit", cl::desc("What to write: a stage of a target"),
                         cl::value_desc("stage"), cl::location(Options.Emit)};
  Into<std::string> Target{"target", cl::desc("Target to compile for"),
                           cl::value_desc("name"),
                           cl::location(Options.Target)};
  Into<std::string> Arch{"arch", cl::desc("Architecture, as sm_90a"),
                         cl::value_desc("name"),
                         cl::location(Options.Compile.Target.Arch)};
  cl::opt<unsigned> NumWarps{"num-warps", cl::desc("Warps per program"),
                             cl::init(0)};
  Into<unsigned> NumStages{"num-stages", cl::desc("Stages of pipelined loads"),
                           cl::location(Options.Compile.Target.NumStages),
                           cl::init(3)};
  Into<bool> FpFusion{"fp-fusion", cl::desc("Fuse multiply and add (on)"),
                      cl::location(Options.Compile.Target.EnableFpFusion),
                      cl::init(true)};
  Into<bool> Debug{"debug",
                   cl::desc("Keep the kernel's asserts of run-time conditions"),
                   cl::location(Options.Compile.Target.Debug)};
  Into<bool> LaunchPredicates{
      "launch-predicates",
      cl::desc("Choose code by what holds for a launch's arguments (on)"),
      cl::location(Options.Compile.Target.LaunchPredicates), cl::init(true)};
  cl::opt<MLIRABI> ArrayABI{
      "mlir-abi", cl::desc("How MLIR code takes arrays:"),
      cl::values(clEnumValN(MLIRABI::Pointers, "ptr", "pointers (as it runs)"),
                 clEnumValN(MLIRABI::MemRefs, "memref", "ranked memrefs"))};
  Into<bool> LineInfo{"line-info",
                      cl::desc("Name source lines in GPU machine code"),
                      cl::location(Options.Compile.Target.LineInfo)};
  Into<std::string> SaveTemps{
      "save-temps", cl::desc("Keep intermediate results here"),
      cl::value_desc("directory"), cl::location(Options.Compile.SaveTemps)};

  // Passes.
  cl::opt<std::string> Passes{"passes",
                              cl::desc("Passes to run: fold,cse,dce; "
                                       "default<O2>; pass<option=value>; "
                                       "kernel(...); module(...)"),
                              cl::value_desc("pipeline")};
  Into<unsigned> Threads{
      "threads", cl::desc("Process kernels on N threads (0: all cores)"),
      cl::value_desc("N"), cl::location(Options.Compile.Passes.Threads),
      cl::init(1)};
  StringList Plugins{"load-pass-plugin", cl::desc("Load passes from this file"),
                     cl::value_desc("file")};
  Into<bool> PrintPasses{"print-passes", cl::desc("List all passes"),
                         cl::location(Options.PrintPasses)};
  Into<bool> PrintPipeline{"print-pipeline-passes",
                           cl::desc("Print the pipeline instead of running it"),
                           cl::location(Options.PrintPipeline)};
  Into<bool> VerifyEach{"verify-each", cl::desc("Verify after each pass (on)"),
                        cl::location(Options.Compile.Passes.VerifyEach),
                        cl::init(true)};
  StringList PrintBefore{"print-before", cl::CommaSeparated,
                         cl::desc("Print IR before these passes"),
                         cl::value_desc("pass,...")};
  StringList PrintAfter{"print-after", cl::CommaSeparated,
                        cl::desc("Print IR after these passes"),
                        cl::value_desc("pass,...")};
  Into<bool> PrintBeforeAll{
      "print-before-all", cl::desc("Print IR before each pass"),
      cl::location(Options.Compile.Passes.PrintBeforeAll)};
  Into<bool> PrintAfterAll{"print-after-all",
                           cl::desc("Print IR after each pass"),
                           cl::location(Options.Compile.Passes.PrintAfterAll)};
  enum class Changes { Hidden, Diff };
  cl::opt<Changes> PrintChanged{
      "print-changed", cl::desc("Print what each pass changes"),
      cl::ValueOptional, cl::init(Changes::Hidden),
      cl::values(clEnumValN(Changes::Diff, "diff",
                            "line by line, as without "
                            "a value"),
                 clEnumValN(Changes::Diff, "", ""))};
  Into<bool> PrintLocs{"print-locs", cl::desc("Print locations of ops"),
                       cl::location(Options.Compile.Passes.PrintLocations)};
  Into<bool> TimePasses{"time-passes", cl::desc("Time each pass"),
                        cl::location(Options.Compile.Passes.TimePasses)};
  Into<bool> Stats{"stats", cl::desc("Print what passes counted"),
                   cl::location(Options.Stats)};
  cl::opt<int> Bisect{"opt-bisect-limit",
                      cl::desc("Run the first N optional passes (-1: all), "
                               "numbering them"),
                      cl::value_desc("N"), cl::init(0)};

  // Diagnostics.
  cl::opt<std::string> Rpass{"Rpass", cl::desc("Report what these passes did"),
                             cl::value_desc("regex")};
  cl::opt<std::string> RpassMissed{
      "Rpass-missed", cl::desc("Report what these passes could not do"),
      cl::value_desc("regex")};
  Into<bool> Werror{"Werror", cl::desc("Treat warnings as errors"),
                    cl::location(Options.WarningsAsErrors)};
  enum class DiagnosticsFormat { Text, JSON };
  cl::opt<DiagnosticsFormat> Format{
      "fdiagnostics-format", cl::desc("Form of diagnostics"),
      cl::init(DiagnosticsFormat::Text),
      cl::values(
          clEnumValN(DiagnosticsFormat::Text, "text", "as clang prints them"),
          clEnumValN(DiagnosticsFormat::JSON, "json", "one object per line"))};
  StringList MLLVM{"mllvm", cl::desc("Pass an option to LLVM"),
                   cl::value_desc("option")};

  bool collect();
  bool compileFilter(StringRef Flag, const std::string &Pattern,
                     std::function<bool(StringRef)> &Filter);
  llvm::raw_ostream &error() {
    return llvm::WithColor::error(llvm::errs(), Options.Tool);
  }
};

CommandLine::CommandLine(StringRef Tool, StringRef Overview,
                         DriverOptions &Options, bool HasOutput) {
  Options.Tool = Tool.str();
  P = std::make_unique<Impl>(Overview, Options);
  if (!HasOutput) {
    P->Output.removeArgument();
    P->Emit.removeArgument();
  }
  cl::SetVersionPrinter(printVersion);
}

CommandLine::~CommandLine() = default;

bool CommandLine::Impl::compileFilter(StringRef Flag,
                                      const std::string &Pattern,
                                      std::function<bool(StringRef)> &Filter) {
  if (Pattern.empty())
    return true;
  auto Regex = std::make_shared<llvm::Regex>(Pattern);
  std::string Why;
  if (!Regex->isValid(Why)) {
    error() << Flag << Pattern << ": " << Why << '\n';
    return false;
  }
  Filter = [Regex](StringRef Pass) { return Regex->match(Pass); };
  return true;
}

/// Moves into DriverOptions what could not be stored there directly.
bool CommandLine::Impl::collect() {
  if (OptLevel != ' ') {
    if (OptLevel < '0' || OptLevel > '3') {
      error() << "-O" << OptLevel << " does not exist; there are -O0 to -O3\n";
      return false;
    }
    Options.OptLevel = OptLevel - '0';
    Options.Compile.Target.OptLevel = *Options.OptLevel;
  }
  if (Passes.getNumOccurrences())
    Options.Passes = Passes;
  if (NumWarps)
    Options.Compile.Target.NumWarps = NumWarps;
  if (ArrayABI.getNumOccurrences())
    Options.Compile.Target.ArrayABI = ArrayABI;
  if (Bisect.getNumOccurrences())
    Options.Compile.Passes.OptBisectLimit = Bisect;
  Options.Compile.Passes.PrintChanged = PrintChanged == Changes::Diff;
  Options.Compile.Passes.PrintBefore = PrintBefore;
  Options.Compile.Passes.PrintAfter = PrintAfter;
  Options.PassPlugins = Plugins;
  Options.JSONDiagnostics = Format == DiagnosticsFormat::JSON;
  RemarkFilter &Remarks = Options.Compile.Passes.Remarks;
  return compileFilter("-Rpass=", Rpass, Remarks.Passed) &&
         compileFilter("-Rpass-missed=", RpassMissed, Remarks.Missed);
}

std::optional<int> CommandLine::parse(int Argc, const char *const *Argv) {
  DriverOptions &Options = P->Options;
  llvm::SmallVector<const char *> Args(Argv, Argv + Argc);
  llvm::BumpPtrAllocator Alloc;
  llvm::StringSaver Saver(Alloc);
  // Expanded here too, because a reproducer needs what was said.
  cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Args);
  Options.Arguments.assign(Args.begin() + 1, Args.end());
  std::string Errors;
  llvm::raw_string_ostream OS(Errors);
  if (!cl::ParseCommandLineOptions(Args.size(), Args.data(), P->Overview,
                                   &OS)) {
    llvm::errs() << Errors;
    return 1;
  }
  if (!P->collect())
    return 1;
  std::vector<std::string> ForLLVM = P->MLLVM;
  if (!ForLLVM.empty() && !P->LLVM.parse(Options.Tool, ForLLVM))
    return 1;
  return std::nullopt;
}

void DriverOptions::configure(DiagnosticEngine &Diags) const {
  Diags.setWarningsAsErrors(WarningsAsErrors);
  if (JSONDiagnostics) {
    Diags.setHandler(
        [](const Diagnostic &D) { printDiagnosticJSON(llvm::errs(), D); });
    return;
  }
  Diags.setHandler([&Diags, Name = Tool](const Diagnostic &D) {
    printDiagnostic(llvm::errs(), D, Diags, llvm::errs().has_colors(), Name);
  });
}
