//===- mt-run.cpp - Runs a kernel on arrays of the command line -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mt-run FILE.mt -grid 4 x=@in.npy y=zeros(1000,f32) n=1000 -o y=out.npy
//
// Arguments are made first, then the kernel is compiled, launched once, and its
// results written or summed up. Nothing is written if anything failed.
//
//===----------------------------------------------------------------------===//

#include "NpyFile.h"
#include "PythonKernel.h"
#include "Summary.h"
#include "mytriton/Driver/CommandLine.h"
#include "mytriton/Driver/Files.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "mytriton/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace mt;
using namespace mt::run;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

/// The options that only mt-run has.
struct RunOptions {
  cl::list<std::string> Values{cl::Positional, cl::ZeroOrMore,
                               cl::desc("<argument=value...>")};
  cl::opt<std::string> Kernel{"kernel", cl::desc("Kernel to run"),
                              cl::value_desc("name")};
  cl::opt<std::string> GridText{"grid", cl::desc("Number of programs"),
                                cl::value_desc("x[,y[,z]]")};
  cl::list<std::string> Definitions{"D", cl::Prefix,
                                    cl::desc("Value of a constexpr parameter"),
                                    cl::value_desc("name=value")};
  cl::opt<bool> AsTriton{
      "as-triton",
      cl::desc("Where Triton and this language differ, do as Triton")};
  cl::list<std::string> Outputs{
      "o", cl::desc("Write an array to an .npy file after the launch"),
      cl::value_desc("argument=file")};
  cl::opt<bool> Check{"check",
                      cl::desc("Report out-of-bounds accesses, undefined "
                               "values and races (target interp)")};
  cl::opt<bool> Bench{"bench", cl::desc("Measure the time of a launch")};
  cl::opt<unsigned> NumThreads{"num-threads",
                               cl::desc("Threads a launch uses (0: all cores)"),
                               cl::value_desc("N"), cl::init(0)};
};

/// `-o NAME=FILE`.
struct OutputSpec {
  std::string Name, File;
};

/// One run of the tool.
class Tool {
public:
  Tool(DriverOptions &Driver, RunOptions &Run) : Driver(Driver), Run(Run) {
    Driver.configure(Diags);
  }
  int main();

private:
  LogicalResult parseArguments();
  LogicalResult parseOutput(StringRef Text);
  LogicalResult checkOutputs();
  const Target *chooseTarget(const Compiler &C);
  LogicalResult loadModule();
  Kernel *findKernel();
  LogicalResult printPipelines(const Compiler &C, const Target &T);
  std::unique_ptr<Executable> compile(const Compiler &C, Kernel &K,
                                      const Target &T);
  int execute(Executable &Code);
  LogicalResult writeOutputs();

  DriverOptions &Driver;
  RunOptions &Run;
  std::unique_ptr<llvm::MemoryBuffer> Source; // outlives Diags, which shows it
  DiagnosticEngine Diags;
  Context Ctx;
  Grid Programs;
  bool Check = false;
  std::vector<ValueSpec> Values;
  std::vector<OutputSpec> Outputs;
  ArrayMap Arrays;
  std::unique_ptr<Module> M;
  BoundArguments Arguments;
};

} // namespace

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

LogicalResult Tool::parseOutput(StringRef Text) {
  auto [Name, File] = Text.split('=');
  if (Name.empty() || File.empty())
    return Diags.error({}) << "expected -o ARGUMENT=FILE instead of '" << Text
                           << "'";
  if (File == "-" || !File.ends_with(".npy"))
    return Diags.error({}) << "-o " << Text
                           << ": the name of an .npy file is expected";
  Outputs.push_back({Name.str(), File.str()});
  return success();
}

LogicalResult Tool::parseArguments() {
  if (Run.GridText.empty())
    Diags.error({}) << "-grid X[,Y[,Z]] is missing: the number of programs";
  else if (std::optional<Grid> G = parseGrid(Run.GridText, Diags))
    Programs = *G;
  for (const std::string &Text : Run.Values) {
    std::optional<ValueSpec> Spec = parseValue(Text, Diags);
    if (!Spec)
      continue;
    for (const ValueSpec &Other : Values)
      if (Other.Name == Spec->Name)
        Diags.error({}) << "argument '" << Spec->Name << "' is given twice";
    Values.push_back(std::move(*Spec));
  }
  for (const std::string &Text : Run.Outputs)
    if (failed(parseOutput(Text)))
      continue;
  return failure(Diags.hasErrors());
}

const Target *Tool::chooseTarget(const Compiler &C) {
  std::optional<std::string> Env = llvm::sys::Process::GetEnv("MYTRITON_CHECK");
  bool EnvCheck = Env && !Env->empty() && *Env != "0";
  std::string Name = Driver.Target;
  if (Name.empty()) {
    const Target *CPU = C.targets().find("cpu");
    bool UseCPU = CPU && CPU->canExecute() && !Run.Check && !EnvCheck;
    Name = UseCPU ? "cpu" : "interp";
  }
  const Target *T = C.findTarget(Name, Diags);
  if (!T)
    return nullptr;
  Check = Run.Check || (EnvCheck && T->canCheck());
  if (Check && !T->canCheck()) {
    Diags.error({}) << "target '" << Name
                    << "' cannot check; -check needs -target interp";
    return nullptr;
  }
  return T;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

LogicalResult Tool::loadModule() {
  Source = readInput(Driver.Input, Diags);
  if (!Source)
    return failure();
  StringRef Text = Source->getBuffer(), Name = inputName(Driver.Input);
  if (Name.ends_with(".py")) {
    PythonSource Python{Text,         Name,
                        Run.Kernel,   Run.Definitions,
                        Run.AsTriton, Driver.Compile.Target.Debug};
    M = compilePython(Ctx, Python, Values, Arrays, Diags);
  } else if (Run.Definitions.empty()) {
    M = parseModule(Ctx, Text, Name, Diags);
  } else {
    Diags.error({}) << "-D gives values to constexpr parameters, which only "
                       "kernels written in Python have";
  }
  return failure(!M || failed(verify(*M, Diags)));
}

Kernel *Tool::findKernel() {
  std::vector<std::string> Names;
  Kernel *Only = nullptr;
  for (const std::unique_ptr<Kernel> &K : M->kernels()) {
    if (K->isFunc())
      continue;
    if (!Run.Kernel.empty() && K->name() == Run.Kernel)
      return K.get();
    Names.push_back(K->name().str());
    Only = K.get();
  }
  std::string List = Names.empty() ? "none" : llvm::join(Names, ", ");
  if (!Run.Kernel.empty())
    Diags.error({}) << "there is no kernel '" << Run.Kernel << "' in "
                    << inputName(Driver.Input) << "; it has " << List;
  else if (Names.size() != 1)
    Diags.error({}) << inputName(Driver.Input) << " has "
                    << (Names.empty() ? "no kernel" : "several kernels: ")
                    << (Names.empty() ? "" : List + "; choose with -kernel");
  else
    return Only;
  return nullptr;
}

/// Passes to the stage `ssa`, and from there to code.
LogicalResult Tool::printPipelines(const Compiler &C, const Target &T) {
  std::optional<std::string> Text = choosePipeline(C, Driver, 2, Diags);
  if (!Text)
    return failure();
  std::string Lowering = T.pipeline("run", Driver.Compile.Target);
  if (!Lowering.empty())
    *Text += (Text->empty() ? "" : ",") + Lowering;
  return printPipelineText(C, *Text, Diags);
}

std::unique_ptr<Executable> Tool::compile(const Compiler &C, Kernel &K,
                                          const Target &T) {
  PipelineReport Report;
  std::optional<std::string> Pipeline = choosePipeline(C, Driver, 2, Diags);
  if (!Pipeline ||
      failed(C.runPasses(*M, *Pipeline, Driver.Compile, Diags, &Report)))
    return nullptr;
  printReport(Report, Driver);
  LaunchParams First;
  First.Programs = Programs;
  First.Args = Arguments.slots();
  First.Extents = Arguments.extents();
  return C.load(K, T, Driver.Compile, Diags, &First);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Names and folders are checked before anything runs for long.
LogicalResult Tool::checkOutputs() {
  for (const OutputSpec &O : Outputs) {
    if (!Arguments.findArray(O.Name))
      Diags.error({}) << "-o " << O.Name << "=" << O.File
                      << ": the kernel has no array '" << O.Name << "'";
    StringRef Folder = llvm::sys::path::parent_path(O.File);
    if (!Folder.empty() && !llvm::sys::fs::is_directory(Folder))
      Diags.error({}) << "cannot write '" << O.File << "': there is no folder '"
                      << Folder << "'";
    else if (llvm::sys::fs::exists(O.File) && !llvm::sys::fs::can_write(O.File))
      Diags.error({}) << "cannot write '" << O.File << "'";
  }
  return failure(Diags.hasErrors());
}

LogicalResult Tool::writeOutputs() {
  for (const OutputSpec &O : Outputs)
    if (failed(writeOutput(O.File, writeNpy(Ctx, *Arguments.findArray(O.Name)),
                           Diags)))
      return failure();
  return success();
}

int Tool::execute(Executable &Code) {
  Job J{Code, Arguments, Programs, Run.NumThreads, Check ? &Diags : nullptr};
  ChangeTracker Changes(Arguments);
  if (int Status = launchOnce(J, Diags))
    return Status;
  if (failed(writeOutputs()))
    return 1;
  llvm::StringSet<> Written;
  for (const OutputSpec &O : Outputs)
    Written.insert(O.Name);
  std::string Report;
  llvm::raw_string_ostream OS(Report);
  Changes.printSummary(OS, Ctx, Written);
  int Status = Run.Bench ? benchmark(J, OS, Diags) : 0;
  return failed(writeOutput("-", Report, Diags)) ? 1 : Status;
}

int Tool::main() {
  Compiler C;
  if (std::optional<int> Exit = prepareCompiler(C, Driver, Diags))
    return *Exit;
  if (failed(parseArguments()))
    return 1;
  const Target *T = chooseTarget(C);
  if (T && Driver.PrintPipeline)
    return failed(printPipelines(C, *T));
  if (!T || failed(loadModule()))
    return 1;
  Kernel *K = findKernel();
  if (!K || failed(Arguments.bind(*K, Values, Arrays, Diags)) ||
      failed(checkOutputs()))
    return 1;
  std::unique_ptr<Executable> Code = compile(C, *K, *T);
  return Code ? execute(*Code) : 1;
}

static constexpr StringRef Overview =
    R"(Runs a kernel on arrays and sums up what it changed

A value is a scalar (1000, 2.5, true, 1000:i64), a file @in.npy, or one of
  zeros(SHAPE, TYPE)  ones(SHAPE, TYPE)  full(SHAPE, VALUE, TYPE)
  arange([START,] STOP, TYPE)
  rand(SHAPE, TYPE, seed=N, low=A, high=B)  randn(SHAPE, TYPE, seed=N)
where SHAPE is N or (N, M, ...); TYPE may be left out.
)";

int main(int argc, char **argv) {
  llvm::InitLLVM Init(argc, argv);
  DriverOptions Driver;
  CommandLine Line("mt-run", Overview, Driver, /*HasOutput=*/false);
  RunOptions Run;
  if (std::optional<int> Exit = Line.parse(argc, argv))
    return *Exit;
  return Tool(Driver, Run).main();
}
