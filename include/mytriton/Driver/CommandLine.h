//===- CommandLine.h - Options shared by the tools --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool's main makes a CommandLine, declares what options are its own, and
// calls parse(). The order matters: LLVM's libraries bring thousands of
// options, some with the names of ours, which CommandLine takes out first.
//
//   int main(int argc, char **argv) {
//     mt::DriverOptions Options;
//     mt::CommandLine Line("mt-opt", "…", Options);
//     llvm::cl::opt<bool> Mine("mine");
//     if (std::optional<int> Exit = Line.parse(argc, argv))
//       return *Exit;
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_DRIVER_COMMANDLINE_H
#define MYTRITON_DRIVER_COMMANDLINE_H

#include "mytriton/Driver/Compiler.h"

namespace mt {

/// What the shared options say.
struct DriverOptions {
  std::string Tool;                  ///< name of the program, for messages
  std::string Input = "-";           ///< the one positional argument
  std::string Output = "-";          ///< -o
  std::string Target;                ///< -target, empty = by stage
  std::string Emit;                  ///< -emit, empty = the tool's default
  std::optional<std::string> Passes; ///< -passes
  /// -O0 … -O3 if one was given; Compile.Target.OptLevel has it too.
  std::optional<unsigned> OptLevel;
  CompilerOptions Compile; ///< -arch, -threads, -print-…, -verify-each …
  bool Stats = false;
  bool WarningsAsErrors = false;
  bool JSONDiagnostics = false;
  bool PrintPasses = false;
  bool PrintPipeline = false; ///< -print-pipeline-passes
  std::vector<std::string> PassPlugins;
  /// The arguments as given, response files expanded.
  std::vector<std::string> Arguments;

  /// Makes Diags print as the options say.
  void configure(DiagnosticEngine &Diags) const;
};

class CommandLine {
public:
  /// Takes LLVM's options out and declares the shared ones; those about an
  /// output (-o, -emit) only if the tool writes one.
  CommandLine(llvm::StringRef Tool, llvm::StringRef Overview,
              DriverOptions &Options, bool HasOutput = true);
  ~CommandLine();
  CommandLine(const CommandLine &) = delete;

  /// Fills the options. A value is what the process should exit with at once,
  /// a message having been printed. --help, --version and unknown flags exit
  /// by themselves.
  std::optional<int> parse(int Argc, const char *const *Argv);

private:
  struct Impl;
  std::unique_ptr<Impl> P;
};

/// Loads the plugins of the command line and of the environment, checks the
/// passes that options name, and answers -print-passes. A value is what to
/// exit with.
std::optional<int> prepareCompiler(Compiler &C, const DriverOptions &Options,
                                   DiagnosticEngine &Diags);

/// The pipeline that -passes gives, or the one to the stage `ssa` for the level
/// of -O, DefaultLevel if neither is there. Unset after an error: both, or not
/// a pipeline.
std::optional<std::string> choosePipeline(const Compiler &C,
                                          const DriverOptions &Options,
                                          unsigned DefaultLevel,
                                          DiagnosticEngine &Diags);

/// Answers -print-pipeline-passes: prints what Text was understood as.
LogicalResult printPipelineText(const Compiler &C, llvm::StringRef Text,
                                DiagnosticEngine &Diags);

/// Prints what -stats and -time-passes ask for.
void printReport(const PipelineReport &Report, const DriverOptions &Options);

} // namespace mt

#endif // MYTRITON_DRIVER_COMMANDLINE_H
