//===- Runner.cpp - Runs a kernel in several ways -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "Capture.h"
#include "Isolate.h"
#include "Random.h"
#include "mytriton/Backend/MLIR/MLIRPlugin.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/PassBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using namespace mt::fuzz;

std::string Way::str() const {
  std::string Text = "-passes='" + Pipeline + "' -target=" + Target;
  if (Target == "cpu")
    Text += " -O" + std::to_string(OptLevel);
  if (!Arch.empty())
    Text += " -arch=" + Arch;
  if (NumWarps)
    Text += " -num-warps=" + std::to_string(*NumWarps);
  if (!LaunchPredicates)
    Text += " -launch-predicates=false";
  return Text;
}

Runner::Runner(const Compiler &C, bool IsolateAll)
    : C(C), IsolateAll(IsolateAll) {
  Context Ctx;
  Module M(Ctx);
  Kernel &Nothing = M.addKernel("nothing");
  DiagnosticEngine Diags;
  Diags.setHandler([](const Diagnostic &) {});
  for (const char *Arch : {"x86-64", "x86-64-v3", "x86-64-v4"}) {
    TargetOptions Options;
    Options.Arch = Arch;
    if (C.targets().find("cpu")->load(Nothing, Options, Diags))
      Architectures.push_back(Arch);
  }
}

Kernel *mt::fuzz::findKernel(Module &M) {
  for (auto &K : M.kernels())
    if (!K->isFunc())
      return K.get();
  return nullptr;
}

/// Keeps the first error.
static void keepFirst(DiagnosticEngine &Diags, std::string &Message) {
  Diags.setHandler([&Message](const Diagnostic &D) {
    if (D.Kind != Severity::Error || !Message.empty())
      return;
    Message = D.Message;
    for (const Diagnostic &Note : D.Notes)
      Message += "; " + Note.Message;
  });
}

/// Launches E. What it prints goes to Printed, if that is set.
std::string Runner::launch(Executable &E, const LaunchPlan &Plan, Memory &Where,
                           DiagnosticEngine *Checks,
                           std::optional<std::string> &Printed) {
  std::vector<uint64_t> Args = Plan.args(Where);
  std::vector<ArrayExtent> Extents = Plan.extents(Where);
  LaunchParams Launch;
  Launch.Programs = Plan.programs();
  Launch.Args = Args;
  Launch.Extents = Extents;
  Launch.NumThreads = 1;
  Launch.Cancel = &Cancel;
  Launch.Checks = Checks;
  if (!Printed)
    return llvm::toString(E.launch(Launch));
  CaptureStdout Capture;
  std::string Error = llvm::toString(E.launch(Launch));
  Printed = Capture.finish();
  return Error;
}

static bool prints(Module &M) {
  bool Found = false;
  for (auto &K : M.kernels())
    walk(K->body(), [&](Op *O) { Found |= llvm::isa<PrintOp>(O); });
  return Found;
}

std::optional<Expectation> Runner::expect(Module &M, std::string &Why) {
  Kernel *K = findKernel(M);
  if (!K) {
    Why = "there is no kernel";
    return std::nullopt;
  }
  std::optional<LaunchPlan> Plan = LaunchPlan::get(*K, Why);
  if (!Plan)
    return std::nullopt;
  Expectation E{std::move(*Plan), {}, {}};
  if (prints(M))
    E.Printed.emplace();
  E.Result = E.Plan.initial();
  DiagnosticEngine Diags;
  keepFirst(Diags, Why);
  std::unique_ptr<Executable> Code =
      C.targets().find("interp")->load(*K, {}, Diags);
  if (!Code)
    return std::nullopt;
  if (std::string Error = launch(*Code, E.Plan, E.Result, &Diags, E.Printed);
      !Error.empty())
    Why = Error;
  if (!Why.empty())
    return std::nullopt;
  return E;
}

/// What the code of a target that only emits is; empty for those that run.
static llvm::StringRef emittedStage(const Way &W) {
  return llvm::StringSwitch<llvm::StringRef>(W.Target)
      .Case("cuda", "cuda")
      .Case("nvptx", "ptx")
      .Case("mlir", hasMLIRPlugin() ? "ptx" : "mlir")
      .Default("");
}

Verdict Runner::run(Module &M, const Expectation &E, const Way &W) {
  if (W.Target != "cpu" && emittedStage(W).empty() && !IsolateAll)
    return runHere(M, E, W);
  return runIsolated(Seconds, [&] { return runHere(M, E, W); });
}

/// Code for M, which has been through the passes of W; null after errors.
std::unique_ptr<Executable>
Runner::compile(Module &M, const Way &W, DiagnosticEngine &Diags, Verdict &V) {
  CompilerOptions Options;
  Options.Target.OptLevel = W.OptLevel;
  Options.Target.Arch = W.Arch;
  Options.Target.NumWarps = W.NumWarps;
  Options.Target.LaunchPredicates = W.LaunchPredicates;
  const Target *T = C.targets().find(W.Target);
  if (failed(T->checkSupported(M, Diags))) {
    V.What = Outcome::Refused;
    return nullptr;
  }
  if (llvm::StringRef Stage = emittedStage(W); !Stage.empty()) {
    (void)C.compile(M, T, Stage, Options, Diags);
    return nullptr;
  }
  return C.load(*findKernel(M), *T, Options, Diags);
}

Verdict Runner::runHere(Module &M, const Expectation &E, const Way &W) {
  std::unique_ptr<Module> Copy = M.clone();
  Verdict V;
  DiagnosticEngine Diags;
  keepFirst(Diags, V.Why);
  if (failed(C.runPasses(*Copy, W.Pipeline, {}, Diags))) {
    V.What = Outcome::Differs;
    return V;
  }
  std::unique_ptr<Executable> Code = compile(*Copy, W, Diags, V);
  if (V.What == Outcome::Refused)
    return V;
  Memory Found = E.Plan.initial();
  std::optional<std::string> Printed = E.Printed;
  if (Code)
    V.Why = launch(*Code, E.Plan, Found, nullptr, Printed);
  if (Code && V.Why.empty())
    V.Why = E.Plan.firstDifference(E.Result, Found);
  // A thread prints its own elements.
  if (Code && V.Why.empty() && W.Target != "threads" && Printed != E.Printed)
    V.Why = "should print '" + *E.Printed + "' and prints '" + *Printed + "'";
  V.What = V.Why.empty() ? Outcome::Agrees : Outcome::Differs;
  return V;
}

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

/// Passes that make no tile IR out of tile IR or change nothing, and those of
/// plugins, which -passes names.
static bool isLeftOut(const PassInfo *P) {
  return P->Name == "lower-to-threads" || P->Name == "insert-barriers" ||
         P->Name == "verify" || !P->Plugin.empty();
}

std::string Runner::randomPipeline(Random &R, bool HasCalls) const {
  std::vector<const PassInfo *> All = C.passes().passes();
  llvm::erase_if(All, isLeftOut);
  std::vector<std::string> Names;
  for (unsigned I = 0, N = 1 + R.below(8); I != N; ++I) {
    const PassInfo *P = R.pick(All);
    Names.push_back(P->Name);
    if (P->Name == "unroll" && R.percent(30))
      Names.back() += "<max-trips=" + std::to_string(R.below(4)) + ">";
  }
  if (HasCalls && R.percent(70))
    Names.insert(Names.begin() + R.below(Names.size() + 1), "inline");
  return llvm::join(Names, ",");
}

std::vector<Way> Runner::chooseWays(Random &R, llvm::StringRef Fixed,
                                    bool HasCalls, bool OnCPU) const {
  std::vector<Way> Ways;
  auto Add = [&](std::string Pipeline) {
    Ways.push_back({std::move(Pipeline)});
  };
  if (!Fixed.empty())
    Add(Fixed.str());
  Add("default<O2>");
  Add(randomPipeline(R, HasCalls));
  Add(randomPipeline(R, HasCalls));
  std::string Inline = HasCalls ? "inline" : "";
  Ways.push_back({Inline, "threads", 2, {}});
  if (R.percent(60))
    Ways.back().NumWarps = 1u << R.below(4);
  Ways.back().LaunchPredicates = R.percent(75);
  if (!OnCPU)
    return Ways;
  Ways.push_back({Inline, "cpu", R.percent(20) ? 0u : 2u, {}});
  if (!Architectures.empty() && R.percent(35))
    Ways.back().Arch = R.pick(Architectures);
  std::string Optimized =
      R.percent(50) ? std::string("default<O2>") : randomPipeline(R, HasCalls);
  if (HasCalls)
    Optimized = "inline," + Optimized;
  Ways.push_back({Optimized, "cpu", 2, {}});
  for (const char *Emitter : {"cuda", "nvptx", "mlir"})
    if (C.targets().find(Emitter)) {
      Ways.push_back({Inline, Emitter, 2, {}});
      if (R.percent(50))
        Ways.back().NumWarps = 1u << R.below(4);
    }
  return Ways;
}
