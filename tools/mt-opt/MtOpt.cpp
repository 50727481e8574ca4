//===- MtOpt.cpp - One run of mt-opt --------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "MtOpt.h"
#include "mytriton/Driver/CrashReproducer.h"
#include "mytriton/Driver/ExpectedDiagnostics.h"
#include "mytriton/Driver/Files.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "mytriton/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mt;
using llvm::MemoryBuffer;
using llvm::StringRef;

static constexpr StringRef Separator = "// -----";

/// The parts between separator lines. Each is padded with the newlines of what
/// stood before it, so that diagnostics count lines of the file.
static std::vector<std::shared_ptr<const MemoryBuffer>>
splitInput(StringRef Text, StringRef Name) {
  std::vector<std::shared_ptr<const MemoryBuffer>> Parts;
  std::string Part;
  size_t Line = 0;
  auto Finish = [&] {
    Parts.push_back(MemoryBuffer::getMemBufferCopy(Part, Name));
    Part.assign(Line, '\n');
  };
  while (!Text.empty()) {
    auto [Current, Rest] = Text.split('\n');
    ++Line;
    if (Current.rtrim() == Separator)
      Finish();
    else
      Part += (Current + "\n").str();
    Text = Rest;
  }
  Finish();
  return Parts;
}

std::optional<llvm::SmallString<0>>
MtOpt::run(std::unique_ptr<MemoryBuffer> Input) {
  StringRef Name = inputName(Options.Input);
  std::vector<std::shared_ptr<const MemoryBuffer>> Parts;
  if (Tool.SplitInputFile)
    Parts = splitInput(Input->getBuffer(), Name);
  else
    Parts.push_back(std::move(Input));
  llvm::SmallString<0> Output;
  bool Failed = false;
  for (const auto &Part : Parts) {
    if (&Part != &Parts.front())
      Output.append({Separator, "\n"});
    Failed |= failed(processPart(Part, Output));
  }
  printReport(Report, Options);
  if (Failed)
    return std::nullopt;
  return Output;
}

LogicalResult MtOpt::processPart(std::shared_ptr<const MemoryBuffer> Part,
                                 llvm::SmallVectorImpl<char> &Output) {
  DiagnosticEngine Diags;
  Options.configure(Diags);
  if (!Tool.VerifyDiagnostics)
    return compile(Part, Output, Diags);
  ExpectedDiagnostics Expected(Part->getBuffer(), inputName(Options.Input));
  Expected.attach(Diags);
  (void)compile(Part, Output, Diags);
  return success(Expected.finish());
}

LogicalResult MtOpt::compile(std::shared_ptr<const MemoryBuffer> Part,
                             llvm::SmallVectorImpl<char> &Output,
                             DiagnosticEngine &Diags) {
  StringRef Name = inputName(Options.Input);
  Diags.addSource(Name, Part);
  Context Ctx;
  std::unique_ptr<Module> M = parseModule(Ctx, Part->getBuffer(), Name, Diags);
  if (!M || failed(verify(*M, Diags)))
    return failure();
  M->setName(llvm::sys::path::stem(Name));
  if (Tool.VerifyRoundtrip && failed(verifyRoundtrip(*M, Diags)))
    return failure();
  PipelineReport Passes;
  LogicalResult Ran =
      C.runPasses(*M, Tool.Pipeline, Options.Compile, Diags, &Passes);
  Report.Stats.merge(Passes.Stats);
  for (const auto &Entry : Passes.Times)
    Report.Times[Entry.first()] += Entry.second;
  if (!Passes.InvalidAfter.empty())
    Reproducer.write();
  if (failed(Ran) ||
      (Tool.VerifyRoundtrip && failed(verifyRoundtrip(*M, Diags))))
    return failure();
  return emit(*M, Output, Diags);
}

LogicalResult MtOpt::emit(Module &M, llvm::SmallVectorImpl<char> &Output,
                          DiagnosticEngine &Diags) {
  StringRef Stage = Options.Emit.empty() ? "ssa" : StringRef(Options.Emit);
  const Target *T = nullptr;
  if ((Stage != "ssa" || !Options.Target.empty()) &&
      !(T = C.targetForStage(Options.Target, Stage, Diags)))
    return failure();
  if (Tool.DisableOutput && Stage == "ssa")
    return success(!Diags.hasErrors());
  llvm::raw_svector_ostream OS(Output);
  return success(
      succeeded(C.compile(M, T, Stage, Options.Compile, OS, Diags, &Report)) &&
      !Diags.hasErrors());
}

static std::string toText(Module &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  PrintOptions Options;
  Options.Locations = true;
  print(OS, M, Options);
  return Text;
}

/// Prints, parses and compares; printing again must give the same bytes.
LogicalResult MtOpt::verifyRoundtrip(Module &M, DiagnosticEngine &Diags) const {
  std::string Text = toText(M), Why;
  DiagnosticEngine ParseDiags;
  ParseDiags.addSourceText("<printed>", Text);
  std::unique_ptr<Module> Again =
      parseModule(M.context(), Text, "<printed>", ParseDiags);
  if (!Again)
    return Diags.error({}) << "printed IR does not parse";
  if (!structurallyEqual(M, *Again, &Why))
    return Diags.error({}) << "printed IR reads back differently: " << Why;
  if (toText(*Again) != Text)
    return Diags.error({}) << "printed IR prints differently when read back";
  return success();
}
