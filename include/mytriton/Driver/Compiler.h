//===- Compiler.h - From a module to any artifact ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One Compiler serves a process: the targets and passes it knows, plugins
// included. Compilations only read it, so several threads may compile at once;
// loading a plugin waits until no pass runs.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_DRIVER_COMPILER_H
#define MYTRITON_DRIVER_COMPILER_H

#include "mytriton/Backend/Target.h"
#include "mytriton/Transforms/PipelineRunner.h"
#include <shared_mutex>

namespace mt {

/// Everything one compilation is told.
struct CompilerOptions {
  TargetOptions Target;
  PipelineOptions Passes;
  /// Directory that receives the module before lowering, after the target's
  /// pipeline and the result; empty = none. It is created if missing.
  std::string SaveTemps;
};

class Compiler {
public:
  /// Knows every target and pass of this build. Initializes no target.
  Compiler();
  ~Compiler();
  Compiler(const Compiler &) = delete;

  TargetRegistry &targets() { return Targets; }
  const TargetRegistry &targets() const { return Targets; }
  PassBuilder &passes() { return *Passes; }
  const PassBuilder &passes() const { return *Passes; }

  /// Adds the passes of a plugin. The error is one sentence that names File.
  llvm::Error loadPassPlugin(llvm::StringRef File);
  /// Loads what MYTRITON_PASS_PLUGINS lists, separated as in PATH.
  llvm::Error loadPassPluginsFromEnvironment();

  /// In the child of a fork: threads that no longer exist hold no lock.
  void resetLocks();

  /// The target called Name. Null after an error that lists the known ones.
  const Target *findTarget(llvm::StringRef Name, DiagnosticEngine &Diags) const;
  /// The target that emits Stage: Name if given, else the first registered one
  /// that has the stage. Null after an error. The stage `ssa` needs no target.
  const Target *targetForStage(llvm::StringRef Name, llvm::StringRef Stage,
                               DiagnosticEngine &Diags) const;

  /// The passes from the frontend's output to the fixed stage `ssa`:
  /// fold,cse,dce (nothing for level 0) and what plugins added to it.
  std::string ssaPipeline(unsigned OptLevel) const;

  /// Runs a pipeline on M.
  LogicalResult runPasses(Module &M, llvm::StringRef Pipeline,
                          const CompilerOptions &Options,
                          DiagnosticEngine &Diags,
                          PipelineReport *Report = nullptr) const;

  /// Lowers M, which is at the fixed stage `ssa`, and writes Stage of it to
  /// OS; nothing is written on failure. M is at the printed stage afterwards.
  /// T may be null for `ssa`, which prints M as it is.
  LogicalResult compile(Module &M, const Target *T, llvm::StringRef Stage,
                        const CompilerOptions &Options,
                        llvm::raw_pwrite_stream &OS, DiagnosticEngine &Diags,
                        PipelineReport *Report = nullptr) const;
  /// As above, into a string (text or bytes). Unset after errors.
  std::optional<std::string> compile(Module &M, const Target *T,
                                     llvm::StringRef Stage,
                                     const CompilerOptions &Options,
                                     DiagnosticEngine &Diags) const;

  /// Compiles K, which is at the fixed stage `ssa`, for execution in this
  /// process; K's module may be lowered on the way. Launches may compile more
  /// later, so *this must outlive the result. First: the launch that is about
  /// to happen, if known. Null after errors.
  std::unique_ptr<Executable> load(Kernel &K, const Target &T,
                                   const CompilerOptions &Options,
                                   DiagnosticEngine &Diags,
                                   const LaunchParams *First = nullptr) const;
  /// The same for all launches alike, without asking them for facts.
  std::unique_ptr<Executable> loadAsIs(Kernel &K, const Target &T,
                                       const CompilerOptions &Options,
                                       DiagnosticEngine &Diags) const;

private:
  LogicalResult lower(Module &M, const Target &T, llvm::StringRef Stage,
                      const CompilerOptions &Options, DiagnosticEngine &Diags,
                      PipelineReport *Report) const;

  TargetRegistry Targets;
  std::unique_ptr<PassBuilder> Passes;
  mutable std::shared_mutex PassesMutex;
};

} // namespace mt

#endif // MYTRITON_DRIVER_COMPILER_H
