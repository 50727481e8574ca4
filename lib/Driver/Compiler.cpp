//===- Compiler.cpp - From a module to any artifact -----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Driver/Compiler.h"
#include "mytriton/Backend/CPU/CPUPasses.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/Driver/Files.h"
#include "mytriton/Driver/Specialize.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Transforms/LaunchPredicates.h"
#include "mytriton/Transforms/PassPlugin.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <mutex>
#include <new>

using namespace mt;
using llvm::StringRef;

Compiler::Compiler() : Passes(std::make_unique<PassBuilder>()) {
  registerAllTargets(Targets);
  registerCPUPasses(*Passes);
  registerGPUPasses(*Passes);
}

Compiler::~Compiler() = default;

void Compiler::resetLocks() { new (&PassesMutex) std::shared_mutex; }

llvm::Error Compiler::loadPassPlugin(StringRef File) {
  std::unique_lock Lock(PassesMutex);
  return mt::loadPassPlugin(File, *Passes);
}

llvm::Error Compiler::loadPassPluginsFromEnvironment() {
  std::optional<std::string> List =
      llvm::sys::Process::GetEnv("MYTRITON_PASS_PLUGINS");
  if (!List)
    return llvm::Error::success();
  llvm::SmallVector<StringRef> Files;
  StringRef(*List).split(Files, llvm::sys::EnvPathSeparator, -1,
                         /*KeepEmpty=*/false);
  for (StringRef File : Files)
    if (llvm::Error E = loadPassPlugin(File))
      return E;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Targets and stages
//===----------------------------------------------------------------------===//

const Target *Compiler::findTarget(StringRef Name,
                                   DiagnosticEngine &Diags) const {
  if (const Target *T = Targets.find(Name))
    return T;
  std::string Known;
  for (const std::unique_ptr<Target> &T : Targets.targets())
    Known += (Known.empty() ? "" : ", ") + T->name().str();
  Diags.error({}) << "unknown target '" << Name << "'; this build has "
                  << (Known.empty() ? "none" : Known);
  return nullptr;
}

/// The stages of T, or of all targets, for a message.
static std::string listStages(const TargetRegistry &Targets, const Target *T) {
  llvm::SmallVector<StringRef> Stages = {"ssa"};
  for (const std::unique_ptr<Target> &Each : Targets.targets())
    if (!T || Each.get() == T)
      for (StringRef Stage : Each->stages())
        if (!llvm::is_contained(Stages, Stage))
          Stages.push_back(Stage);
  return llvm::join(Stages, ", ");
}

const Target *Compiler::targetForStage(StringRef Name, StringRef Stage,
                                       DiagnosticEngine &Diags) const {
  const Target *Named = nullptr;
  if (!Name.empty() && !(Named = findTarget(Name, Diags)))
    return nullptr;
  for (const std::unique_ptr<Target> &T : Targets.targets())
    if ((!Named || T.get() == Named) &&
        (llvm::is_contained(T->stages(), Stage) || (Named && Stage == "ssa")))
      return T.get();
  if (Named)
    Diags.error({}) << "target '" << Name << "' has no stage '" << Stage
                    << "'; it has " << listStages(Targets, Named);
  else
    Diags.error({}) << "no target has a stage '" << Stage << "'; there are "
                    << listStages(Targets, nullptr);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

std::string Compiler::ssaPipeline(unsigned OptLevel) const {
  std::shared_lock Lock(PassesMutex);
  return Passes->ssaPipeline(OptLevel);
}

LogicalResult Compiler::runPasses(Module &M, StringRef Pipeline,
                                  const CompilerOptions &Options,
                                  DiagnosticEngine &Diags,
                                  PipelineReport *Report) const {
  std::shared_lock Lock(PassesMutex);
  return runPipeline(M, *Passes, Pipeline, Options.Passes, Diags, Report);
}

/// Keeps an intermediate result for `-save-temps`.
static LogicalResult saveTemp(const CompilerOptions &Options, Module &M,
                              const llvm::Twine &Suffix, StringRef Content,
                              DiagnosticEngine &Diags) {
  llvm::SmallString<128> Path(Options.SaveTemps);
  if (std::error_code Error = llvm::sys::fs::create_directories(Path))
    return Diags.error({}) << "cannot make directory '" << Path
                           << "': " << Error.message();
  llvm::sys::path::append(Path, llvm::sys::path::filename(M.getName()) + "." +
                                    Suffix);
  return writeOutput(Path, Content, Diags);
}

static LogicalResult saveModule(const CompilerOptions &Options, Module &M,
                                const llvm::Twine &Suffix,
                                DiagnosticEngine &Diags) {
  if (Options.SaveTemps.empty())
    return success();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, M);
  return saveTemp(Options, M, Suffix, Text, Diags);
}

LogicalResult Compiler::lower(Module &M, const Target &T, StringRef Stage,
                              const CompilerOptions &Options,
                              DiagnosticEngine &Diags,
                              PipelineReport *Report) const {
  if (failed(saveModule(Options, M, "ssa.mt", Diags)))
    return failure();
  bool HasFuncs =
      llvm::any_of(M.kernels(), [](auto &K) { return K->isFunc(); });
  if (HasFuncs && !T.takesCalls() &&
      failed(runPasses(M, "inline", Options, Diags, Report)))
    return failure();
  if (failed(T.checkSupported(M, Diags)) ||
      failed(runPasses(M, T.pipeline(Stage, Options.Target), Options, Diags,
                       Report)))
    return failure();
  return saveModule(Options, M, T.name() + "-" + Stage + ".mt", Diags);
}

LogicalResult Compiler::compile(Module &M, const Target *T, StringRef Stage,
                                const CompilerOptions &Options,
                                llvm::raw_pwrite_stream &OS,
                                DiagnosticEngine &Diags,
                                PipelineReport *Report) const {
  if (Stage == "ssa") {
    if (failed(saveModule(Options, M, "ssa.mt", Diags)))
      return failure();
    PrintOptions Print;
    Print.Locations = Options.Passes.PrintLocations;
    print(OS, M, Print);
    return success();
  }
  assert(T && "a stage beyond ssa belongs to a target");
  if (failed(lower(M, *T, Stage, Options, Diags, Report)))
    return failure();
  if (Options.SaveTemps.empty())
    return T->emit(M, Stage, Options.Target, OS, Diags);
  llvm::SmallString<0> Content;
  llvm::raw_svector_ostream ContentOS(Content);
  if (failed(T->emit(M, Stage, Options.Target, ContentOS, Diags)))
    return failure();
  OS << Content;
  return saveTemp(Options, M, T->name() + "." + Stage, Content, Diags);
}

std::optional<std::string> Compiler::compile(Module &M, const Target *T,
                                             StringRef Stage,
                                             const CompilerOptions &Options,
                                             DiagnosticEngine &Diags) const {
  llvm::SmallString<0> Content;
  llvm::raw_svector_ostream OS(Content);
  if (failed(compile(M, T, Stage, Options, OS, Diags)))
    return std::nullopt;
  return std::string(Content);
}

std::unique_ptr<Executable> Compiler::loadAsIs(Kernel &K, const Target &T,
                                               const CompilerOptions &Options,
                                               DiagnosticEngine &Diags) const {
  if (failed(lower(K.module(), T, "run", Options, Diags, nullptr)))
    return nullptr;
  return T.load(K, Options.Target, Diags);
}

std::unique_ptr<Executable> Compiler::load(Kernel &K, const Target &T,
                                           const CompilerOptions &Options,
                                           DiagnosticEngine &Diags,
                                           const LaunchParams *First) const {
  if (!T.canExecute()) {
    std::string Why = T.whyNoExecution();
    Diags.error(K.loc()) << "target '" << T.name()
                         << "' cannot run kernels in this process"
                         << (Why.empty() ? "" : ": ") << Why;
    return nullptr;
  }
  if (asksLaunches(T, Options.Target)) {
    auto Predicates = collectLaunchPredicates(K);
    if (!Predicates.empty())
      return loadSpecialized(*this, K, T, Options, Predicates, First, Diags);
  }
  return loadAsIs(K, T, Options, Diags);
}
