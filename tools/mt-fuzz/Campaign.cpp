//===- Campaign.cpp - Many random kernels ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "Exactness.h"
#include "Generator.h"
#include "Reducer.h"
#include "Watchdog.h"
#include "mytriton/Driver/Files.h"
#include "mytriton/IR/Text.h"
#include "mytriton/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"

using namespace mt;
using namespace mt::fuzz;

Campaign::Campaign(const Compiler &C, const CampaignOptions &Options,
                   CrashReproducer &Reproducer)
    : C(C), Options(Options), Reproducer(Reproducer),
      Run(C, Options.IsolateAll), Start(std::chrono::steady_clock::now()) {}

bool Campaign::isOver() const {
  auto Passed = std::chrono::steady_clock::now() - Start;
  return NumFailures >= Options.MaxFailures ||
         (Options.Runs && NumKernels >= Options.Runs) ||
         (Options.Seconds && Passed >= std::chrono::seconds(Options.Seconds));
}

static std::string textOf(Module &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, M);
  return Text;
}

/// The generator's own promises: valid, printable, exact where compared.
static std::string checkGenerated(Module &M, const std::string &Text) {
  std::string Why;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) { Why = D.Message; });
  if (failed(verify(M, Diags)))
    return "the generated kernel is invalid: " + Why;
  if (!hasExactResults(M, Why))
    return "the generated kernel has an inexact result: " + Why;
  std::unique_ptr<Module> Again =
      parseModule(M.context(), Text, "<generated>", Diags);
  if (!Again)
    return "the generated kernel does not parse: " + Why;
  if (!structurallyEqual(M, *Again, &Why))
    return "the generated kernel reads back differently: " + Why;
  return "";
}

void Campaign::runSeed(uint64_t Seed) {
  llvm::PrettyStackTraceFormat Trace("kernel of -seed=%llu -runs=1",
                                     static_cast<unsigned long long>(Seed));
  Context Ctx;
  std::unique_ptr<Module> M = Generator(Ctx, Seed).run();
  std::string Text = textOf(*M);
  if (Options.PrintKernels) {
    llvm::outs() << "// seed " << Seed << '\n' << Text;
    return;
  }
  Reproducer.watch(Text, {});
  std::string Why = checkGenerated(*M, Text);
  if (!Why.empty()) {
    ++NumFailures;
    llvm::outs() << "seed " << Seed << ": " << Why << '\n' << Text;
  } else {
    compare(*M, Seed, Options.CPUEvery && Seed % Options.CPUEvery == 0);
  }
  Reproducer.watch("", {});
}

/// Numbers aside, so that equal reasons are counted together.
static std::string withoutNumbers(llvm::StringRef Text) {
  std::string Result;
  for (char Ch : Text.take_until([](char C) { return C == '('; }))
    if (!llvm::isDigit(Ch))
      Result += Ch;
  return Result;
}

/// The op or parameter that a message names first.
static std::string quotedName(llvm::StringRef Text) {
  return Text.split('\'').second.split('\'').first.str();
}

bool Campaign::compare(Module &M, uint64_t Seed, bool OnCPU) {
  std::string Why;
  Watchdog::get().restart(Run.Cancel, Seed);
  std::optional<Expectation> E = Run.expect(M, Why);
  if (!E) {
    ++NumUnfair;
    ++Unfair[withoutNumbers(Why)];
    return true;
  }
  Ran.add(M);
  Random R(Seed ^ 0x5bd1e995);
  for (const Way &W :
       Run.chooseWays(R, Options.Pipeline, M.size() > 1, OnCPU)) {
    Watchdog::get().restart(Run.Cancel, Seed);
    Verdict V = Run.run(M, *E, W);
    ++NumRuns;
    if (V.What == Outcome::Differs) {
      report(M, Seed, W, V.Why);
      return false;
    }
    if (V.What == Outcome::Refused) {
      ++Refusals[W.Target][quotedName(V.Why)];
      continue;
    }
    ++Compared[W.Target];
    if (W.Target == "cpu")
      RanOnCPU.add(M);
  }
  return true;
}

void Campaign::report(Module &M, uint64_t Seed, const Way &W,
                      const std::string &Why) {
  ++NumFailures;
  llvm::outs() << "seed " << Seed << ": " << W.str() << ": " << Why << '\n';
  llvm::outs().flush();
  Reducer Reduce(C, Run, W, Seed, std::chrono::seconds(Options.ReduceSeconds));
  std::unique_ptr<Module> Small = Reduce.reduce(M);
  std::string Text = "// RUN: mt-fuzz %s -passes='" + Reduce.way().Pipeline +
                     "'\n// Fails with " + Reduce.way().str() + ": " +
                     Reduce.why() + "\n" + textOf(*Small);
  llvm::outs() << "minimized:\n" << Text;
  llvm::outs().flush();
  if (Options.Keep.empty())
    return;
  (void)llvm::sys::fs::create_directories(Options.Keep);
  DiagnosticEngine Diags;
  (void)writeOutput(Options.Keep + "/seed-" + std::to_string(Seed) + ".mt",
                    Text, Diags);
}

int Campaign::run() {
  llvm::outs() << "mt-fuzz: first seed " << Options.Seed << '\n';
  llvm::outs().flush();
  uint64_t Seed = Options.Seed;
  for (; !isOver(); ++Seed) {
    runSeed(Seed);
    ++NumKernels;
  }
  if (!Options.PrintKernels)
    printSummary(Seed - 1);
  return NumFailures != 0;
}

int Campaign::replay(llvm::StringRef File, DiagnosticEngine &Diags) {
  std::unique_ptr<llvm::MemoryBuffer> Input = readInput(File, Diags);
  if (!Input)
    return 1;
  std::shared_ptr<llvm::MemoryBuffer> Shared = std::move(Input);
  Diags.addSource(File, Shared);
  Context Ctx;
  std::unique_ptr<Module> M =
      parseModule(Ctx, Shared->getBuffer(), File, Diags);
  if (!M || failed(verify(*M, Diags)))
    return 1;
  std::string Why;
  if (!Run.expect(*M, Why)) {
    Diags.error({}) << File << ": no fair test: " << Why;
    return 1;
  }
  // Several choices of ways: a file is one kernel.
  for (uint64_t Seed = 1; Seed != 9; ++Seed)
    if (!compare(*M, Seed, Options.CPUEvery != 0))
      return 1;
  llvm::outs() << File << ": all " << NumRuns << " ways agree\n";
  return 0;
}

void Campaign::printSummary(uint64_t Last) const {
  llvm::raw_ostream &OS = llvm::outs();
  auto Seconds = std::chrono::duration_cast<std::chrono::seconds>(
                     std::chrono::steady_clock::now() - Start)
                     .count();
  OS << NumKernels << " kernels (seeds " << Options.Seed << " to " << Last
     << ") in " << Seconds << " s, " << NumRuns << " comparisons, "
     << NumFailures << (NumFailures == 1 ? " failure" : " failures") << '\n';
  for (auto &[Target, N] : Compared)
    OS << Target << ": " << N << " comparisons\n";
  for (auto &[Target, ByOp] : Refusals) {
    uint64_t Sum = 0;
    for (auto &[Op, N] : ByOp)
      Sum += N;
    OS << Target << ": " << Sum << " refused, for";
    for (auto &[Op, N] : ByOp)
      OS << ' ' << Op << " (" << N << ')';
    OS << '\n';
  }
  if (NumUnfair)
    OS << NumUnfair << " kernels were no fair test\n";
  for (auto &[Why, N] : Unfair)
    OS << "  " << N << ": " << Why << '\n';
  if (Options.PrintCoverage) {
    OS << "ops by element type\n";
    Ran.print(OS);
    OS << "ops by element type, target cpu\n";
    RanOnCPU.print(OS);
  }
  std::vector<llvm::StringRef> Missing = Ran.missing();
  if (!Missing.empty()) {
    OS << "ops that never ran:";
    for (llvm::StringRef Name : Missing)
      OS << ' ' << Name;
    OS << '\n';
  }
}
