//===- MLIRTarget.cpp - The target mlir -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../NVPTX/Compiler.h"
#include "PrintModule.h"
#include "mytriton/Backend/MLIR/MLIRPlugin.h"
#include "mytriton/Backend/NVIDIA/CheckTypes.h"
#include "mytriton/Backend/NVPTX/MachineCode.h"
#include "mytriton/Backend/ThreadPipeline.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::mlirtext;
using llvm::StringRef;

namespace {

class MLIRTarget : public Target {
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
  std::string pipeline(StringRef, const TargetOptions &Options) const override {
    return threadPipeline(Options);
  }
  LogicalResult checkSupported(mt::Module &M,
                               DiagnosticEngine &Diags) const override;
  LogicalResult emit(mt::Module &M, StringRef Stage,
                     const TargetOptions &Options, llvm::raw_pwrite_stream &OS,
                     DiagnosticEngine &Diags) const override;
  bool canExecute() const override {
    return cuda::isAvailable() && hasMLIRPlugin();
  }
  std::string whyNoExecution() const override;
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &Options,
                                   DiagnosticEngine &Diags) const override;
};

} // namespace

LogicalResult MLIRTarget::checkSupported(mt::Module &M,
                                         DiagnosticEngine &Diags) const {
  unsigned Before = Diags.numErrors();
  for (std::unique_ptr<Kernel> &K : M.kernels())
    (void)checkLowersToThreads(*K, Diags);
  (void)checkGPUTypes(M, Diags);
  return success(Diags.numErrors() == Before);
}

/// Through text, which MLIR reads in the plugin.
static llvm::Expected<std::vector<GPUKernelInfo>>
emitLLVM(mt::Module &M, std::unique_ptr<llvm::Module> &Target,
         const nvptx::EmissionOptions &Options) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto Infos = printModule(M, *Target, Options, OS);
  if (!Infos)
    return Infos;
  auto Lowered = lowerMLIR(Text, Options.LineInfo, Target->getContext());
  if (!Lowered)
    return Lowered.takeError();
  Target = std::move(*Lowered);
  return Infos;
}

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
  return printModule(M, Scratch, Emission, OS).takeError();
}

LogicalResult MLIRTarget::emit(mt::Module &M, StringRef Stage,
                               const TargetOptions &Options,
                               llvm::raw_pwrite_stream &OS,
                               DiagnosticEngine &Diags) const {
  if (Stage == "thread") {
    print(OS, M);
    return success();
  }
  llvm::Error E = Stage == "mlir"
                      ? emitText(M, Options, OS)
                      : nvptx::emitStage(M, Stage, Options, emitLLVM, OS);
  if (E)
    return Diags.error(Location()) << llvm::toString(std::move(E));
  return success();
}

std::string MLIRTarget::whyNoExecution() const {
  if (!cuda::isAvailable())
    return cuda::unavailableReason();
  return llvm::toString(loadMLIRPlugin());
}

std::unique_ptr<Executable> MLIRTarget::load(Kernel &K,
                                             const TargetOptions &Options,
                                             DiagnosticEngine &Diags) const {
  auto Generate = [Options](mt::Module &M, StringRef Arch) {
    return nvptx::generate(M, Arch, Options, emitLLVM);
  };
  return loadOnGPU(K, Generate, Diags);
}

std::unique_ptr<Target> mt::createMLIRTarget() {
  return std::make_unique<MLIRTarget>();
}
