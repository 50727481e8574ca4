//===- PassBuilder.cpp - Registry of passes -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mytriton/Transforms/PassBuilder.h"
#include "mytriton/Transforms/Pipeline.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

PassBuilder::~PassBuilder() = default;

PassInfo PassBuilder::makeInfo(StringRef Name, StringRef Summary,
                               llvm::ArrayRef<PassOption> Options) {
  PassInfo Info;
  Info.Name = Name.str();
  Info.Summary = Summary.str();
  Info.Options.assign(Options.begin(), Options.end());
  return Info;
}

/// True if pipelines can spell Name.
static bool isPassName(StringRef Name) {
  return !Name.empty() && Name != "default" && Name != "kernel" &&
         Name != "module" && llvm::all_of(Name, [](char C) {
           return llvm::isAlnum(C) || C == '-' || C == '_' || C == '.';
         });
}

void PassBuilder::add(PassInfo Info) {
  if (!isPassName(Info.Name)) {
    Problems.push_back("'" + Info.Name + "' cannot be the name of a pass");
    return;
  }
  Info.Plugin = CurrentPlugin;
  auto [It, Inserted] = Passes.try_emplace(Info.Name, std::move(Info));
  if (Inserted)
    return;
  const std::string &Owner = It->second.Plugin;
  Problems.push_back("pass '" + It->second.Name + "' exists already " +
                     (Owner.empty() ? std::string("in MyTriton itself")
                                    : "in plugin '" + Owner + "'"));
}

void PassBuilder::extend(ExtensionPoint Where, StringRef Pipeline) {
  Extensions.push_back({Where, Pipeline.str(), CurrentPlugin});
}

void PassBuilder::addAnalyses(KernelAnalysisManager &AM) const {
  for (const auto &Callback : AnalysisCallbacks)
    Callback(AM);
}

const PassInfo *PassBuilder::find(StringRef Name) const {
  auto It = Passes.find(Name);
  return It == Passes.end() ? nullptr : &It->second;
}

std::vector<const PassInfo *> PassBuilder::passes() const {
  std::vector<const PassInfo *> Result;
  for (const auto &Entry : Passes)
    Result.push_back(&Entry.second);
  llvm::sort(Result, [](auto *A, auto *B) { return A->Name < B->Name; });
  return Result;
}

std::string PassBuilder::defaultPipeline(unsigned OptLevel) const {
  if (OptLevel == 0)
    return "";
  llvm::SmallVector<StringRef> Parts;
  for (const Extension &E : Extensions)
    if (E.Where == ExtensionPoint::PipelineStart)
      Parts.push_back(E.Text);
  Parts.push_back("fold,cse,dce");
  for (const Extension &E : Extensions)
    if (E.Where == ExtensionPoint::PipelineEnd)
      Parts.push_back(E.Text);
  return llvm::join(Parts, ",");
}

void PassBuilder::beginPlugin(StringRef Name) {
  CurrentPlugin = Name.str();
  AnalysesBeforePlugin = AnalysisCallbacks.size();
}

llvm::Error PassBuilder::endPlugin() {
  std::string Plugin = std::move(CurrentPlugin);
  CurrentPlugin.clear();
  // A pipeline that a plugin adds must be one, or every -O2 would fail later.
  for (const Extension &E : Extensions) {
    if (E.Plugin != Plugin)
      continue;
    DiagnosticEngine Diags;
    Diags.setHandler([&](const Diagnostic &D) {
      Problems.push_back("in pipeline '" + E.Text + "': " + D.Message);
    });
    (void)parse(E.Text, Diags);
  }
  if (Problems.empty())
    return llvm::Error::success();
  for (auto It = Passes.begin(), End = Passes.end(); It != End;) {
    auto Current = It++;
    if (Current->second.Plugin == Plugin)
      Passes.erase(Current);
  }
  AnalysisCallbacks.resize(AnalysesBeforePlugin);
  llvm::erase_if(Extensions,
                 [&](const Extension &E) { return E.Plugin == Plugin; });
  std::string All = llvm::join(Problems, "; ");
  Problems.clear();
  return llvm::createStringError(All);
}

ModulePassManager PassBuilder::build(const Pipeline &P,
                                     unsigned Workers) const {
  ModulePassManager Result;
  for (const Pipeline::Group &G : P.groups()) {
    if (G.OnModule) {
      for (const Pipeline::Item &I : G.Items)
        I.Pass->AddToModule(Result, I.Options);
      continue;
    }
    std::vector<KernelPassManager> Copies(Workers);
    for (KernelPassManager &PM : Copies)
      for (const Pipeline::Item &I : G.Items)
        I.Pass->AddToKernel(PM, I.Options);
    Result.addPass(ModuleToKernelPassAdaptor(std::move(Copies)));
  }
  return Result;
}

void mt::printPipeline(llvm::raw_ostream &OS, ModulePassManager &PM) {
  PM.printPipeline(OS, [](StringRef ClassName) { return ClassName; });
}
