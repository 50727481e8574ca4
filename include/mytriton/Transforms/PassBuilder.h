//===- PassBuilder.h - Registry of passes, pipelines from text --*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pipeline = [ item { "," item } ] ;
//   item     = name [ "<" options ">" ] | "default" "<" "O" digit ">"
//            | "kernel" "(" pipeline ")" | "module" "(" pipeline ")" ;
//   options  = option { ";" option } ;
//
// Passes on kernels may stand at the top level; neighbours then run together,
// kernel by kernel.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_PASSBUILDER_H
#define MYTRITON_TRANSFORMS_PASSBUILDER_H

#include "mytriton/Transforms/RegisteredPass.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <optional>

namespace mt {

/// What the registry knows about a pass.
struct PassInfo {
  std::string Name;
  std::string Summary;
  llvm::SmallVector<PassOption, 0> Options;
  /// The plugin it comes from, empty for a built-in pass.
  std::string Plugin;
  /// One of the two is set: the kind of IR the pass runs on.
  std::function<void(KernelPassManager &, const PassOptions &)> AddToKernel;
  std::function<void(ModulePassManager &, const PassOptions &)> AddToModule;
};

/// Places in `default<O1>` … `default<O3>`, and in front of the stage `ssa`,
/// where plugins may add passes.
enum class ExtensionPoint : uint8_t {
  PipelineStart, ///< on the IR as it was written
  PipelineEnd,   ///< on optimized tile IR
};

/// A checked pipeline, from which any number of pass managers can be built.
class Pipeline;

class PassBuilder {
public:
  /// Registers the passes and analyses of PassRegistry.def.
  PassBuilder();
  ~PassBuilder();
  PassBuilder(const PassBuilder &) = delete;

  /// `PB.registerKernelPass<"count-ops", CountOpsPass>("counts ops")`. Names
  /// are unique: endPlugin() reports a second pass of the same name.
  template <PassName Name, typename PassT>
  void registerKernelPass(llvm::StringRef Summary,
                          llvm::ArrayRef<PassOption> Options = {}) {
    PassInfo Info = makeInfo(Name, Summary, Options);
    Info.AddToKernel = [](KernelPassManager &PM, const PassOptions &Values) {
      PM.addPass(RegisteredPass<Name, PassT>(Values));
    };
    add(std::move(Info));
  }
  /// As above for a pass that runs on a whole module.
  template <PassName Name, typename PassT>
  void registerModulePass(llvm::StringRef Summary,
                          llvm::ArrayRef<PassOption> Options = {}) {
    PassInfo Info = makeInfo(Name, Summary, Options);
    Info.AddToModule = [](ModulePassManager &PM, const PassOptions &Values) {
      PM.addPass(RegisteredPass<Name, PassT>(Values));
    };
    add(std::move(Info));
  }

  /// Called for every new analysis manager:
  /// `PB.registerAnalyses([](KernelAnalysisManager &AM) { AM.registerPass(…);
  /// })`.
  void registerAnalyses(std::function<void(KernelAnalysisManager &)> Callback) {
    AnalysisCallbacks.push_back(std::move(Callback));
  }
  /// Adds a pipeline to the default ones: `PB.extend(PipelineEnd,
  /// "count-ops")`.
  void extend(ExtensionPoint Where, llvm::StringRef Pipeline);

  /// Adds every known analysis to AM (not PassContextAnalysis, which belongs
  /// to one run).
  void addAnalyses(KernelAnalysisManager &AM) const;

  /// Null if unknown.
  const PassInfo *find(llvm::StringRef Name) const;
  /// All passes, ordered by name.
  std::vector<const PassInfo *> passes() const;

  /// The text `default<O…>` stands for: what the fixed stage `ssa` has been
  /// through, then the optimizer of loops and memory.
  std::string defaultPipeline(unsigned OptLevel) const;
  /// The passes in front of the fixed stage `ssa`: fold,cse,dce and what
  /// plugins add; nothing for level 0.
  std::string ssaPipeline(unsigned OptLevel) const;

  /// Checks Text completely. Null after an error that points into it.
  std::unique_ptr<const Pipeline> parse(llvm::StringRef Text,
                                        DiagnosticEngine &Diags) const;
  /// Builds the passes of P with Workers copies of each pipeline on kernels.
  ModulePassManager build(const Pipeline &P, unsigned Workers = 1) const;

  /// Everything registered from here on belongs to this plugin. Identity is
  /// any address in it; false if the same plugin was added before.
  bool beginPlugin(llvm::StringRef Name, const void *Identity);
  /// Ends it. If any registration failed, takes all of the plugin's back and
  /// returns the reasons.
  llvm::Error endPlugin();

private:
  static PassInfo makeInfo(llvm::StringRef Name, llvm::StringRef Summary,
                           llvm::ArrayRef<PassOption> Options);
  void add(PassInfo Info);
  std::string extended(llvm::StringRef Passes) const;

  struct Extension {
    ExtensionPoint Where;
    std::string Text;
  };
  llvm::StringMap<PassInfo> Passes;
  std::vector<std::function<void(KernelAnalysisManager &)>> AnalysisCallbacks;
  std::vector<Extension> Extensions;
  size_t AnalysesBeforePlugin = 0, ExtensionsBeforePlugin = 0;
  std::string CurrentPlugin;
  struct LoadedPlugin {
    std::string Name;
    const void *Identity;
  };
  llvm::SmallVector<LoadedPlugin, 2> LoadedPlugins;
  std::vector<std::string> AddedByPlugin; // names of passes
  std::vector<std::string> Problems;
};

/// Prints the built pipeline as text that parses back to it.
void printPipeline(llvm::raw_ostream &OS, ModulePassManager &PM);

} // namespace mt

#endif // MYTRITON_TRANSFORMS_PASSBUILDER_H
