//===- PipelineRunner.cpp - Running pipelines with instrumentation --------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mytriton/Transforms/PipelineRunner.h"
#include "Instrumentation.h"
#include "mytriton/Transforms/Pipeline.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>
#include <variant>

using namespace mt;

namespace {

/// What was printed and reported about one kernel, in order.
class EventLog {
public:
  EventLog() : Stream(Text) {}
  llvm::raw_ostream &stream() { return Stream; }
  void add(const Diagnostic &D) {
    flush();
    Events.push_back(D);
  }
  void replay(llvm::raw_ostream &OS, DiagnosticEngine &Diags) {
    flush();
    for (auto &Event : Events)
      if (auto *D = std::get_if<Diagnostic>(&Event))
        Diags.emit(std::move(*D));
      else
        OS << std::get<std::string>(Event);
    Events.clear();
  }

private:
  void flush() {
    if (!Text.empty())
      Events.push_back(std::exchange(Text, {}));
  }
  std::string Text;
  llvm::raw_string_ostream Stream;
  std::vector<std::variant<std::string, Diagnostic>> Events;
};

/// One run of one pipeline.
struct RunState {
  const PipelineOptions &Options;
  const PassBuilder &PB;
  llvm::raw_ostream &Log;
  int64_t BisectCounter = 0;

  /// Nothing to watch means no callbacks at all: compiling one small kernel
  /// takes microseconds.
  bool instrumented() const {
    const PipelineOptions &O = Options;
    return O.VerifyEach || O.PrintBeforeAll || O.PrintAfterAll ||
           O.PrintChanged || O.TimePasses || O.OptBisectLimit ||
           !O.PrintBefore.empty() || !O.PrintAfter.empty();
  }
};

/// Everything passes on one kernel, or on the module, use.
struct Session {
  EventLog Events;
  DiagnosticEngine Diags;
  PipelineReport Report;
  PassContext Context;
  Instrumentation Watch;
  llvm::PassInstrumentationCallbacks PIC;

  /// Buffered sessions keep what they say in Events; others say it at once.
  Session(RunState &State, DiagnosticEngine &Outer, bool Buffered,
          KernelScheduler *Scheduler)
      : Context(Diags, Report.Stats, &State.Options.Remarks, Scheduler),
        Watch(State.Options, State.PB, Context, Report,
              Buffered ? Events.stream() : State.Log, State.BisectCounter) {
    if (Buffered)
      Diags.setHandler([this](const Diagnostic &D) { Events.add(D); });
    else
      Diags.setHandler([&Outer](const Diagnostic &D) { Outer.emit(D); });
    if (State.instrumented())
      Watch.registerCallbacks(PIC);
  }

  template <typename IRUnitT>
  void registerWith(llvm::AnalysisManager<IRUnitT> &AM) {
    AM.registerPass([&] { return llvm::PassInstrumentationAnalysis(&PIC); });
    AM.registerPass([&] { return PassContextAnalysis(Context); });
  }
};

struct KernelSession : Session {
  KernelAnalysisManager Analyses;
  KernelSession(RunState &State, DiagnosticEngine &Outer, bool Buffered)
      : Session(State, Outer, Buffered, nullptr) {
    registerWith(Analyses);
    State.PB.addAnalyses(Analyses);
  }
};

static void mergeInto(PipelineReport &To, PipelineReport &From) {
  To.Stats.merge(From.Stats);
  for (const auto &Entry : From.Times)
    To.Times[Entry.first()] += Entry.second;
  if (To.InvalidAfter.empty())
    To.InvalidAfter = From.InvalidAfter;
  From = PipelineReport();
}

/// Keeps a session per kernel while the module's pipeline runs.
class Scheduler final : public KernelScheduler {
public:
  Scheduler(RunState &State, DiagnosticEngine &Outer, bool Buffered)
      : State(State), ModuleSession(State, Outer, /*Buffered=*/false, this),
        Buffered(Buffered) {
    ModuleSession.registerWith(ModuleAnalyses);
    ModuleSession.PIC.registerAfterPassCallback(
        [this](llvm::StringRef, llvm::Any, const PreservedAnalyses &PA) {
          if (!PA.allAnalysesInSetPreserved<llvm::AllAnalysesOn<Kernel>>())
            Kernels.clear(); // kernels may have been changed, added or erased
        });
  }

  PreservedAnalyses forEachKernel(Module &M, unsigned NumWorkers,
                                  Work Fn) override;

  RunState &State;
  Session ModuleSession;
  ModuleAnalysisManager ModuleAnalyses;

private:
  KernelSession &session(Kernel &K) {
    std::unique_ptr<KernelSession> &S = Kernels[&K];
    if (!S)
      S = std::make_unique<KernelSession>(State, ModuleSession.Diags, Buffered);
    return *S;
  }
  void runOnThreads(Module &M, unsigned NumWorkers, Work Fn,
                    llvm::MutableArrayRef<PreservedAnalyses> Preserved);

  bool Buffered;
  llvm::DenseMap<Kernel *, std::unique_ptr<KernelSession>> Kernels;
};

} // namespace

void Scheduler::runOnThreads(
    Module &M, unsigned NumWorkers, Work Fn,
    llvm::MutableArrayRef<PreservedAnalyses> Preserved) {
  std::atomic<size_t> Next = 0;
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(NumWorkers));
  for (unsigned Worker = 0; Worker != NumWorkers; ++Worker)
    Pool.async([&, Worker] {
      for (size_t I = Next++; I < M.size(); I = Next++) {
        Kernel &K = *M.kernels()[I];
        Preserved[I] = Fn(K, Kernels.find(&K)->second->Analyses, Worker);
      }
    });
  Pool.wait();
}

PreservedAnalyses Scheduler::forEachKernel(Module &M, unsigned NumWorkers,
                                           Work Fn) {
  PreservedAnalyses All = PreservedAnalyses::all();
  // An error of an earlier sweep: later passes may not cope with the result.
  if (ModuleSession.Context.failed())
    return All;
  std::vector<PreservedAnalyses> Preserved(M.size(), All);
  for (const std::unique_ptr<Kernel> &K : M.kernels())
    session(*K);
  if (NumWorkers > 1)
    runOnThreads(M, NumWorkers, Fn, Preserved);
  else
    for (size_t I = 0; I != M.size(); ++I)
      Preserved[I] = Fn(*M.kernels()[I], session(*M.kernels()[I]).Analyses, 0);
  for (size_t I = 0; I != M.size(); ++I) {
    KernelSession &S = session(*M.kernels()[I]);
    S.Events.replay(State.Log, ModuleSession.Diags);
    mergeInto(ModuleSession.Report, S.Report);
    All.intersect(Preserved[I]);
  }
  return All;
}

/// Threads worth starting.
static unsigned numWorkers(const PipelineOptions &Options, size_t Kernels) {
  if (Options.OptBisectLimit)
    return 1; // passes are numbered in order
  unsigned Threads = Options.Threads;
  if (Threads == 0)
    Threads = llvm::hardware_concurrency().compute_thread_count();
  return std::max<size_t>(1, std::min<size_t>(Threads, Kernels));
}

LogicalResult mt::runPipeline(Module &M, const PassBuilder &PB,
                              llvm::StringRef Text,
                              const PipelineOptions &Options,
                              DiagnosticEngine &Diags, PipelineReport *Report) {
  std::unique_ptr<const Pipeline> P = PB.parse(Text, Diags);
  if (!P)
    return failure();
  if (P->empty())
    return success();
  unsigned Workers = numWorkers(Options, M.size());
  RunState State{Options, PB, Options.Log ? *Options.Log : llvm::errs()};
  ModulePassManager Passes = PB.build(*P, Workers);
  Scheduler Sessions(State, Diags, /*Buffered=*/Workers > 1);
  Passes.run(M, Sessions.ModuleAnalyses);
  bool Failed = Sessions.ModuleSession.Context.failed();
  if (Report)
    mergeInto(*Report, Sessions.ModuleSession.Report);
  return failure(Failed);
}
