//===- Prepare.cpp - What every tool does before and after compiling ------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Driver/CommandLine.h"
#include "mytriton/Driver/Files.h"
#include "mytriton/Transforms/Pipeline.h"

using namespace mt;
using llvm::StringRef;

static void printOption(llvm::raw_ostream &OS, const PassOption &O) {
  OS << '<' << O.Name;
  if (O.K == PassOption::Kind::Integer)
    OS << '=' << O.IntDefault;
  else if (O.K == PassOption::Kind::String)
    OS << '=' << O.StringDefault;
  OS << ">  " << O.Doc;
  if (O.K == PassOption::Kind::Flag)
    OS << (O.IntDefault ? " (on)" : " (off)");
  OS << '\n';
}

/// One line per pass, options below it. docs/passes.md holds this text.
static void printPasses(llvm::raw_ostream &OS, const PassBuilder &PB) {
  size_t Width = 0;
  for (const PassInfo *Pass : PB.passes())
    Width = std::max(Width, Pass->Name.size());
  for (const PassInfo *Pass : PB.passes()) {
    OS << Pass->Name;
    OS.indent(Width - Pass->Name.size() + 2) << Pass->Summary;
    if (Pass->AddToModule)
      OS << " (on modules)";
    if (!Pass->Plugin.empty())
      OS << " (plugin " << Pass->Plugin << ')';
    OS << '\n';
    for (const PassOption &O : Pass->Options) {
      OS.indent(Width + 4);
      printOption(OS, O);
    }
  }
}

/// A misspelt pass would silently print nothing.
static bool checkPassNames(const PassBuilder &PB, StringRef Flag,
                           const std::vector<std::string> &Names,
                           DiagnosticEngine &Diags) {
  bool Ok = true;
  for (const std::string &Name : Names)
    if (!PB.find(Name)) {
      Diags.error({}) << Flag << Name
                      << ": unknown pass; -print-passes lists all";
      Ok = false;
    }
  return Ok;
}

static llvm::Error loadPlugins(Compiler &C, const DriverOptions &Options) {
  if (llvm::Error E = C.loadPassPluginsFromEnvironment())
    return E;
  for (const std::string &File : Options.PassPlugins)
    if (llvm::Error E = C.loadPassPlugin(File))
      return E;
  return llvm::Error::success();
}

std::optional<int> mt::prepareCompiler(Compiler &C,
                                       const DriverOptions &Options,
                                       DiagnosticEngine &Diags) {
  if (llvm::Error E = loadPlugins(C, Options)) {
    Diags.error({}) << llvm::toString(std::move(E));
    return 1;
  }
  const PipelineOptions &Passes = Options.Compile.Passes;
  bool Before =
      checkPassNames(C.passes(), "-print-before=", Passes.PrintBefore, Diags);
  bool After =
      checkPassNames(C.passes(), "-print-after=", Passes.PrintAfter, Diags);
  if (!Before || !After)
    return 1;
  if (!Options.PrintPasses)
    return std::nullopt;
  std::string List;
  llvm::raw_string_ostream OS(List);
  printPasses(OS, C.passes());
  return failed(writeOutput("-", List, Diags));
}

std::optional<std::string> mt::choosePipeline(const Compiler &C,
                                              const DriverOptions &Options,
                                              unsigned DefaultLevel,
                                              DiagnosticEngine &Diags) {
  if (Options.OptLevel && Options.Passes) {
    Diags.error({}) << "-O" << *Options.OptLevel
                    << " and -passes exclude each other; write -passes=default"
                    << "<O" << *Options.OptLevel << ">,...";
    return std::nullopt;
  }
  std::string Text = Options.Passes.value_or(
      C.ssaPipeline(Options.OptLevel.value_or(DefaultLevel)));
  if (!C.passes().parse(Text, Diags))
    return std::nullopt;
  return Text;
}

LogicalResult mt::printPipelineText(const Compiler &C, StringRef Text,
                                    DiagnosticEngine &Diags) {
  std::unique_ptr<const Pipeline> P = C.passes().parse(Text, Diags);
  if (!P)
    return failure();
  ModulePassManager PM = C.passes().build(*P);
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  printPipeline(OS, PM);
  OS << '\n';
  return writeOutput("-", Printed, Diags);
}

void mt::printReport(const PipelineReport &Report,
                     const DriverOptions &Options) {
  if (Options.Compile.Passes.TimePasses)
    printTimes(llvm::errs(), Report);
  if (Options.Stats) {
    llvm::errs() << "=== statistics ===\n";
    Report.Stats.print(llvm::errs());
  }
}
