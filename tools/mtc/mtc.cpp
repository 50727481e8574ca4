//===- mtc.cpp - Python kernel in, any artifact out
//------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mtc FILE.py -signature "x=*fp32:16, n=i32, BLOCK=256" -emit cuda
//
// The file is read, never run.
//
//===----------------------------------------------------------------------===//

#include "EmbeddedPython.h"
#include "mytriton/Driver/CommandLine.h"
#include "mytriton/Driver/CrashReproducer.h"
#include "mytriton/Driver/Files.h"
#include "mytriton/Frontend/Frontend.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mt;
using llvm::StringRef;

namespace {

/// mtc's own options.
struct Options {
  llvm::cl::opt<std::string> Kernel{
      "kernel", llvm::cl::desc("Kernel to compile (default: the only one)"),
      llvm::cl::value_desc("name")};
  llvm::cl::opt<std::string> Signature{
      "signature",
      llvm::cl::desc("Types of arguments and values of constexprs, such as "
                     "\"x=*fp32:16, n=i32, BLOCK=256\""),
      llvm::cl::value_desc("list")};
  llvm::cl::list<std::string> Definitions{
      "D", llvm::cl::Prefix, llvm::cl::desc("Value of a constexpr parameter"),
      llvm::cl::value_desc("name=value")};
  llvm::cl::opt<bool> AsTriton{
      "as-triton",
      llvm::cl::desc("Where Triton and this language differ, do as Triton")};
};

/// One run of the tool.
class Tool {
public:
  Tool(const Options &Own, const DriverOptions &Shared, Compiler &C,
       CrashReproducer &Reproducer, DiagnosticEngine &Diags)
      : Own(Own), Shared(Shared), C(C), Reproducer(Reproducer), Diags(Diags) {}

  LogicalResult run();

private:
  LogicalResult readSource();
  LogicalResult readSignature();
  LogicalResult chooseStage();
  /// Passes to the stage `ssa`, and from there to what is emitted.
  LogicalResult printPipelines();
  void prepareReproducer(Module &M);
  /// The kernel at the fixed stage `ssa`.
  LogicalResult compileToSSA();
  LogicalResult emit(StringRef Stage, std::string &Text);
  LogicalResult emitAll();

  const Options &Own;
  const DriverOptions &Shared;
  Compiler &C;
  CrashReproducer &Reproducer;
  DiagnosticEngine &Diags;
  Context Ctx;
  std::shared_ptr<const llvm::MemoryBuffer> Buffer;
  SourceText Source;
  KernelSignature Signature;
  std::string Stage;
  std::string Pipeline;
  std::string Traced; // what the frontend made, for the reproducer
  const Target *T = nullptr;
  std::unique_ptr<Frontend> F;
  std::optional<FrontendResult> Result;
  PipelineReport Report;
};

} // namespace

LogicalResult Tool::readSource() {
  Buffer = readInput(Shared.Input, Diags);
  if (!Buffer)
    return failure();
  Source.Text = Buffer->getBuffer();
  Source.FileName = inputName(Shared.Input);
  return success();
}

LogicalResult Tool::readSignature() {
  bool Failed = failed(parseSignature(Ctx, Own.Signature, Signature, Diags));
  for (const std::string &D : Own.Definitions)
    Failed |= failed(parseDefinition(D, Signature, Diags));
  return llvm::success(!Failed);
}

/// The stage a target shows unless told otherwise: the one that bears its name,
/// else its first.
static StringRef defaultStage(const Target &T) {
  if (llvm::is_contained(T.stages(), T.name()) || T.stages().empty())
    return T.name();
  return T.stages().front();
}

LogicalResult Tool::chooseStage() {
  Stage = Shared.Emit;
  bool ByTarget = Stage.empty() || Stage == "all";
  if (Stage == "ast" || Stage == "expr" || Stage == "ssa")
    return success();
  if (ByTarget)
    T = C.findTarget(Shared.Target.empty() ? "cuda" : Shared.Target, Diags);
  else
    T = C.targetForStage(Shared.Target, Stage, Diags);
  if (!T)
    return failure();
  if (Stage.empty())
    Stage = defaultStage(*T).str();
  return success();
}

LogicalResult Tool::compileToSSA() {
  FrontendOptions Options;
  Options.AsTriton = Own.AsTriton;
  Options.Debug = Shared.Compile.Target.Debug;
  auto Compiled =
      F->compileText(Ctx, Diags, Source, Own.Kernel, Signature, Options);
  if (failed(Compiled))
    return failure();
  Result.emplace(std::move(*Compiled));
  Module &M = Result->module();
  M.setName(llvm::sys::path::stem(Source.FileName));
  prepareReproducer(M);
  return C.runPasses(M, Pipeline, Shared.Compile, Diags, &Report);
}

/// A crash of a pass or a target replays without Python.
void Tool::prepareReproducer(Module &M) {
  llvm::raw_string_ostream OS(Traced);
  print(OS, M);
  std::vector<std::string> Args = {"-passes=" + Pipeline};
  for (const std::string &File : Shared.PassPlugins)
    Args.push_back("-load-pass-plugin=" + File);
  if (T && Stage != "all")
    Args.insert(Args.end(), {"-emit=" + Stage, "-target=" + T->name().str()});
  const TargetOptions &Options = Shared.Compile.Target;
  if (!Options.Arch.empty())
    Args.push_back("-arch=" + Options.Arch);
  if (Options.NumWarps)
    Args.push_back("-num-warps=" + std::to_string(*Options.NumWarps));
  Reproducer.watch(Traced, Args);
}

LogicalResult Tool::printPipelines() {
  std::string Text = Pipeline;
  std::string Lowering =
      T && Stage != "all" ? T->pipeline(Stage, Shared.Compile.Target) : "";
  if (!Lowering.empty())
    Text += (Text.empty() ? "" : ",") + Lowering;
  return printPipelineText(C, Text, Diags);
}

LogicalResult Tool::emit(StringRef Which, std::string &Text) {
  llvm::raw_string_ostream OS(Text);
  if (Which == "ast")
    return F->printTree(Ctx, Diags, Source, Own.Kernel, OS);
  if (!Result && failed(compileToSSA()))
    return failure();
  if (Which == "expr") {
    Result->printExpressions(OS);
    return success();
  }
  // Lowering changes the module; another stage may follow.
  std::unique_ptr<Module> M = Result->module().clone();
  M->setName(Result->module().getName());
  auto Output =
      C.compile(*M, Which == "ssa" ? nullptr : T, Which, Shared.Compile, Diags);
  if (!Output)
    return failure();
  Text = std::move(*Output);
  return success();
}

/// How a file with this stage is called.
static StringRef extension(StringRef Stage) {
  return llvm::StringSwitch<StringRef>(Stage)
      .Case("ssa", "ssa.mt")
      .Case("thread", "thread.mt")
      .Case("cuda", "cu")
      .Case("llvm", "ll")
      .Case("asm", "s")
      .Case("obj", "o")
      .Default(Stage);
}

LogicalResult Tool::emitAll() {
  if (Shared.Output == "-")
    return Diags.error({}) << "-emit=all writes many files; name a directory "
                              "with -o";
  llvm::SmallVector<StringRef, 8> Stages = {"ast", "expr", "ssa"};
  Stages.append(T->stages().begin(), T->stages().end());
  llvm::SmallVector<std::string, 8> Texts(Stages.size());
  for (auto [Each, Text] : llvm::zip(Stages, Texts))
    if (failed(emit(Each, Text)))
      return failure();
  if (std::error_code Error = llvm::sys::fs::create_directories(Shared.Output))
    return Diags.error({}) << "cannot make directory '" << Shared.Output
                           << "': " << Error.message();
  StringRef Name = Result->module().kernels().front()->name();
  for (auto [Each, Text] : llvm::zip(Stages, Texts)) {
    llvm::SmallString<128> Path(Shared.Output);
    llvm::sys::path::append(Path, Name + "." + extension(Each));
    if (failed(writeOutput(Path, Text, Diags)))
      return failure();
  }
  return success();
}

LogicalResult Tool::run() {
  std::optional<std::string> Passes = choosePipeline(C, Shared, 2, Diags);
  if (!Passes || failed(chooseStage()))
    return failure();
  Pipeline = *Passes;
  if (Shared.PrintPipeline)
    return printPipelines();
  if (failed(readSource()) || failed(readSignature()))
    return failure();
  std::string Error;
  if (!startEmbeddedPython(Error))
    return Diags.error({}) << Error;
  F = std::make_unique<Frontend>();
  LogicalResult Done = success();
  if (Stage == "all") {
    Done = emitAll();
  } else {
    std::string Text;
    Done = emit(Stage, Text);
    if (succeeded(Done))
      Done = writeOutput(Shared.Output, Text, Diags);
  }
  printReport(Report, Shared);
  if (!Report.InvalidAfter.empty())
    Reproducer.write();
  // Python's objects go before the process does.
  F.reset();
  return llvm::success(succeeded(Done) && !Diags.hasErrors());
}

int main(int argc, char **argv) {
  CrashReproducer Reproducer("mtc", argc, argv);
  DriverOptions Shared;
  CommandLine Line("mtc", "Compiles kernels written in Python", Shared);
  Options Own;
  if (std::optional<int> Exit = Line.parse(argc, argv))
    return *Exit;
  DiagnosticEngine Diags;
  Shared.configure(Diags);
  Compiler C;
  if (std::optional<int> Exit = prepareCompiler(C, Shared, Diags))
    return *Exit;
  return succeeded(Tool(Own, Shared, C, Reproducer, Diags).run()) ? 0 : 1;
}
