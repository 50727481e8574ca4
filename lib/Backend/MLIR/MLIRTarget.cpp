//===- MLIRTarget.cpp - The target mlir -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../NVPTX/Compiler.h"
#include "PrintModule.h"
#include "mytriton/Backend/MLIR/MLIRPlugin.h"
#include "mytriton/Backend/NVIDIA/GPUTarget.h"
#include "mytriton/Backend/NVPTX/MachineCode.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::mlirtext;
using llvm::StringRef;

namespace {

class MLIRTarget : public GPUTarget {
public:
  StringRef name() const override { return "mlir"; }
  StringRef description() const override {
    return "NVIDIA GPUs through MLIR's gpu dialect";
  }
  llvm::ArrayRef<StringRef> stages() const override {
    static constexpr StringRef Stages[] = {"thread", "mlir", "llvm", "ptx",
                                           "cubin"};
    return Stages;
  }
  bool canExecute() const override {
    return GPUTarget::canExecute() && hasMLIRPlugin();
  }
  std::string whyNoExecution() const override;
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &Options,
                                   DiagnosticEngine &Diags) const override;

private:
  LogicalResult emitCode(mt::Module &M, StringRef Stage,
                         const TargetOptions &Options,
                         llvm::raw_pwrite_stream &OS,
                         DiagnosticEngine &Diags) const override;
};

} // namespace

static LogicalResult checkABI(Kernel &K, const TargetOptions &Options,
                              DiagnosticEngine &Diags) {
  if (Options.ArrayABI != MLIRABI::MemRefs)
    return success();
  return checkMemRefs(K, Diags);
}

namespace {
/// Makes LLVM IR through text, which MLIR reads in the plugin.
struct LLVMEmitter {
  MLIRABI ABI;

  explicit LLVMEmitter(const TargetOptions &Options)
      : ABI(Options.ArrayABI.value_or(MLIRABI::Pointers)) {}
  llvm::Expected<std::vector<GPUKernelInfo>>
  operator()(mt::Module &M, std::unique_ptr<llvm::Module> &Target,
             const nvptx::EmissionOptions &Options) const {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    auto Infos = printModule(M, *Target, Options, ABI, OS);
    if (!Infos)
      return Infos;
    auto Lowered = lowerMLIR(Text, Options.LineInfo, Target->getContext());
    if (!Lowered)
      return Lowered.takeError();
    Target = std::move(*Lowered);
    return Infos;
  }
};
} // namespace

static llvm::Error emitText(mt::Module &M, const TargetOptions &Options,
                            llvm::raw_ostream &OS) {
  auto Generator = nvptx::CodeGenerator::get(
      Options.Arch.empty() ? "sm_90a" : StringRef(Options.Arch));
  if (!Generator)
    return Generator.takeError();
  llvm::LLVMContext Ctx;
  llvm::Module Scratch(M.getName(), Ctx);
  Generator->prepare(Scratch);
  nvptx::EmissionOptions Emission;
  Emission.SM = Generator->sm();
  Emission.LineInfo = Options.LineInfo || Options.Debug;
  return printModule(M, Scratch, Emission, Options.ArrayABI, OS).takeError();
}

LogicalResult MLIRTarget::emitCode(mt::Module &M, StringRef Stage,
                                   const TargetOptions &Options,
                                   llvm::raw_pwrite_stream &OS,
                                   DiagnosticEngine &Diags) const {
  unsigned Before = Diags.numErrors();
  for (std::unique_ptr<Kernel> &K : M.kernels())
    (void)checkABI(*K, Options, Diags);
  if (Diags.numErrors() != Before)
    return failure();
  llvm::Error E = Stage == "mlir" ? emitText(M, Options, OS)
                                  : nvptx::emitStage(M, Stage, Options,
                                                     LLVMEmitter(Options), OS);
  if (E)
    return Diags.error(Location()) << llvm::toString(std::move(E));
  return success();
}

std::string MLIRTarget::whyNoExecution() const {
  if (!GPUTarget::canExecute())
    return GPUTarget::whyNoExecution();
  return llvm::toString(loadMLIRPlugin());
}

std::unique_ptr<Executable> MLIRTarget::load(Kernel &K,
                                             const TargetOptions &Options,
                                             DiagnosticEngine &Diags) const {
  if (failed(checkABI(K, Options, Diags)))
    return nullptr;
  auto Generate = [Options](mt::Module &M, StringRef Arch) {
    return nvptx::generate(M, Arch, Options, LLVMEmitter(Options));
  };
  return loadOnGPU(K, Generate, Diags);
}

std::unique_ptr<Target> mt::createMLIRTarget() {
  return std::make_unique<MLIRTarget>();
}
