//===- Instrumentation.cpp - Watching passes ------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Instrumentation.h"
#include "LineDiff.h"
#include "mytriton/IR/Text.h"
#include "mytriton/IR/Verifier.h"

using namespace mt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// IRUnit
//===----------------------------------------------------------------------===//

// LLVM hands out const pointers to keep callbacks from changing the IR, but
// our printer and verifier take what they do not change by plain reference.
IRUnit::IRUnit(const llvm::Any &IR) {
  if (const auto *Ptr = llvm::any_cast<const Kernel *>(&IR))
    K = const_cast<Kernel *>(*Ptr);
  else
    M = const_cast<Module *>(*llvm::any_cast<const Module *>(&IR));
}

void IRUnit::describe(llvm::raw_ostream &OS) const {
  if (K)
    llvm::printIRUnitNameForStackTrace<Kernel>(OS, *K);
  else
    llvm::printIRUnitNameForStackTrace<Module>(OS, *M);
}

void IRUnit::print(llvm::raw_ostream &OS, bool Locations) const {
  PrintOptions Options;
  Options.Locations = Locations;
  if (K)
    mt::print(OS, *K, Options);
  else
    mt::print(OS, *M, Options);
}

std::string IRUnit::text(bool Locations) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, Locations);
  return Text;
}

LogicalResult IRUnit::verify(DiagnosticEngine &Diags) const {
  return K ? mt::verify(*K, Diags) : mt::verify(*M, Diags);
}

Location IRUnit::loc() const { return K ? K->loc() : Location(); }

//===----------------------------------------------------------------------===//
// Instrumentation
//===----------------------------------------------------------------------===//

void Instrumentation::registerCallbacks(
    llvm::PassInstrumentationCallbacks &PIC) {
  if (Options.OptBisectLimit)
    PIC.registerShouldRunOptionalPassCallback(
        [this](StringRef Pass, llvm::Any IR) {
          return !watches(Pass) || shouldRun(Pass, IRUnit(IR));
        });
  PIC.registerBeforeNonSkippedPassCallback(
      [this](StringRef Pass, llvm::Any IR) {
        if (watches(Pass))
          before(Pass, IRUnit(IR));
      });
  PIC.registerAfterPassCallback(
      [this](StringRef Pass, llvm::Any IR, const PreservedAnalyses &PA) {
        if (watches(Pass))
          after(Pass, IRUnit(IR), /*Changed=*/!PA.areAllPreserved());
      });
}

bool Instrumentation::shouldRun(StringRef Pass, IRUnit IR) {
  int64_t Limit = *Options.OptBisectLimit;
  bool Run = Limit < 0 || ++Counter <= Limit;
  if (Limit < 0)
    ++Counter;
  Log << "BISECT: " << (Run ? "" : "NOT ") << "running pass (" << Counter
      << ") " << Pass << " on ";
  IR.describe(Log);
  Log << '\n';
  return Run;
}

void Instrumentation::banner(StringRef When, StringRef Pass, IRUnit IR,
                             StringRef Suffix) {
  Log << "// *** IR Dump " << When << ' ' << Pass << " on ";
  IR.describe(Log);
  Log << Suffix << " ***\n";
}

void Instrumentation::before(StringRef Pass, IRUnit IR) {
  if (Options.PrintBeforeAll || llvm::is_contained(Options.PrintBefore, Pass)) {
    banner("Before", Pass, IR);
    IR.print(Log, Options.PrintLocations);
  }
  if (Options.PrintChanged)
    TextBefore = IR.text(Options.PrintLocations);
  if (Options.TimePasses)
    Start = llvm::TimeRecord::getCurrentTime(/*Start=*/true);
}

void Instrumentation::after(StringRef Pass, IRUnit IR, bool Changed) {
  if (Options.TimePasses) {
    llvm::TimeRecord Time = llvm::TimeRecord::getCurrentTime(/*Start=*/false);
    Time -= Start;
    Report.Times[Pass] += Time;
  }
  if (Options.PrintChanged)
    printChange(Pass, IR);
  if (Options.PrintAfterAll || llvm::is_contained(Options.PrintAfter, Pass)) {
    banner("After", Pass, IR);
    IR.print(Log, Options.PrintLocations);
  }
  if (Options.VerifyEach && (Changed || !Verified)) {
    verify(Pass, IR);
    Verified = true;
  }
}

void Instrumentation::printChange(StringRef Pass, IRUnit IR) {
  std::string TextAfter = IR.text(Options.PrintLocations);
  if (TextAfter == TextBefore) {
    banner("After", Pass, IR, " omitted because no change");
    return;
  }
  banner("After", Pass, IR);
  printLineDiff(Log, TextBefore, TextAfter);
}

void Instrumentation::verify(StringRef Pass, IRUnit IR) {
  DiagnosticEngine Faults;
  std::vector<Diagnostic> Found;
  Faults.setHandler([&](const Diagnostic &D) { Found.push_back(D); });
  if (succeeded(IR.verify(Faults)))
    return;
  Report.InvalidAfter = Pass.str();
  InFlightDiagnostic Error = Context.diags().error(IR.loc());
  Error << "internal error: pass '" << Pass << "' left ";
  std::string Unit;
  llvm::raw_string_ostream OS(Unit);
  IR.describe(OS);
  Error << Unit << " invalid";
  for (const Diagnostic &D : Found) {
    Error.note(D.Loc, D.Message);
    for (const Diagnostic &Note : D.Notes)
      Error.note(Note.Loc, Note.Message);
  }
}

void mt::printTimes(llvm::raw_ostream &OS, const PipelineReport &Report) {
  llvm::TimerGroup Group("mytriton-passes", "MyTriton pass execution timing",
                         Report.Times);
  Group.print(OS, /*ResetAfterPrint=*/true);
}
