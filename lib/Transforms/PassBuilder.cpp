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
  std::string Name = Info.Name;
  auto [It, Inserted] = Passes.try_emplace(Name, std::move(Info));
  if (Inserted) {
    AddedByPlugin.push_back(std::move(Name));
    return;
  }
  const std::string &Owner = It->second.Plugin;
  Problems.push_back("pass '" + It->second.Name + "' exists already " +
                     (Owner.empty() ? std::string("in MyTriton itself")
                                    : "in plugin '" + Owner + "'"));
}

void PassBuilder::extend(ExtensionPoint Where, StringRef Pipeline) {
  Extensions.push_back({Where, Pipeline.str()});
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

/// Passes between what plugins put at the start and at the end.
std::string PassBuilder::extended(StringRef Passes) const {
  llvm::SmallVector<StringRef> Parts;
  for (const Extension &E : Extensions)
    if (E.Where == ExtensionPoint::PipelineStart)
      Parts.push_back(E.Text);
  Parts.push_back(Passes);
  for (const Extension &E : Extensions)
    if (E.Where == ExtensionPoint::PipelineEnd)
      Parts.push_back(E.Text);
  return llvm::join(Parts, ",");
}

static constexpr const char *SSAPasses = "fold,cse,dce";
/// Carried values first: what they hide, licm and mem-opt then see.
static constexpr const char *LoopPasses = "loop-simplify,licm,mem-opt";

std::string PassBuilder::ssaPipeline(unsigned OptLevel) const {
  return OptLevel == 0 ? "" : extended(SSAPasses);
}

std::string PassBuilder::defaultPipeline(unsigned OptLevel) const {
  if (OptLevel == 0)
    return "";
  std::string Passes = (llvm::Twine(SSAPasses) + "," + LoopPasses).str();
  if (OptLevel == 1)
    return extended(Passes + ",cse,dce");
  // What unrolling makes of induction variables folds, and accesses of one
  // iteration meet those of the next.
  Passes += OptLevel == 2 ? ",unroll" : ",unroll<max-trips=16;max-ops=1024>";
  return extended(Passes + ",fold,mem-opt,cse,dce");
}

bool PassBuilder::beginPlugin(StringRef Name, const void *Identity) {
  for (const LoadedPlugin &P : LoadedPlugins) {
    if (P.Identity == Identity)
      return false;
    if (P.Name == Name)
      Problems.push_back("another plugin called '" + P.Name + "' is loaded");
  }
  LoadedPlugins.push_back({Name.str(), Identity});
  CurrentPlugin = Name.str();
  AddedByPlugin.clear();
  AnalysesBeforePlugin = AnalysisCallbacks.size();
  ExtensionsBeforePlugin = Extensions.size();
  return true;
}

llvm::Error PassBuilder::endPlugin() {
  CurrentPlugin.clear();
  // A pipeline that a plugin adds must be one, or every -O2 would fail later.
  for (const Extension &E :
       llvm::drop_begin(Extensions, ExtensionsBeforePlugin)) {
    DiagnosticEngine Diags;
    Diags.setHandler([&](const Diagnostic &D) {
      Problems.push_back("in pipeline '" + E.Text + "': " + D.Message);
    });
    (void)parse(E.Text, Diags);
  }
  if (Problems.empty())
    return llvm::Error::success();
  for (const std::string &Name : AddedByPlugin)
    Passes.erase(Name);
  AnalysisCallbacks.resize(AnalysesBeforePlugin);
  LoadedPlugins.pop_back();
  Extensions.resize(ExtensionsBeforePlugin);
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
