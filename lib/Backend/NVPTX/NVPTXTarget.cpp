//===- NVPTXTarget.cpp - The target nvptx ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitModule.h"
#include "mytriton/Backend/NVIDIA/CheckTypes.h"
#include "mytriton/Backend/NVPTX/MachineCode.h"
#include "mytriton/Backend/ThreadPipeline.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::nvptx;
using llvm::StringRef;

namespace {

class NVPTXTarget : public Target {
public:
  StringRef name() const override { return "nvptx"; }
  StringRef description() const override {
    return "NVIDIA GPUs through LLVM and PTX, all in this process";
  }
  llvm::ArrayRef<StringRef> stages() const override {
    static constexpr StringRef Stages[] = {"thread", "llvm", "ptx", "cubin"};
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
  bool canExecute() const override { return cuda::isAvailable(); }
  std::string whyNoExecution() const override {
    return cuda::unavailableReason();
  }
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &Options,
                                   DiagnosticEngine &Diags) const override;
};

} // namespace

LogicalResult NVPTXTarget::checkSupported(mt::Module &M,
                                          DiagnosticEngine &Diags) const {
  unsigned Before = Diags.numErrors();
  for (std::unique_ptr<Kernel> &K : M.kernels())
    (void)checkLowersToThreads(*K, Diags);
  (void)checkGPUTypes(M, Diags);
  return success(Diags.numErrors() == Before);
}

static llvm::Expected<std::vector<GPUKernelInfo>>
emitLLVM(mt::Module &M, std::unique_ptr<llvm::Module> &Target,
         const EmissionOptions &Options) {
  return emitModule(M, *Target, Options);
}

std::unique_ptr<Executable> NVPTXTarget::load(Kernel &K,
                                              const TargetOptions &Options,
                                              DiagnosticEngine &Diags) const {
  auto Generate = [Options](mt::Module &M, StringRef Arch) {
    return generate(M, Arch, Options, emitLLVM);
  };
  return loadOnGPU(K, Generate, Diags);
}

LogicalResult NVPTXTarget::emit(mt::Module &M, StringRef Stage,
                                const TargetOptions &Options,
                                llvm::raw_pwrite_stream &OS,
                                DiagnosticEngine &Diags) const {
  if (Stage == "thread") {
    print(OS, M);
    return success();
  }
  if (llvm::Error E = emitStage(M, Stage, Options, emitLLVM, OS))
    return Diags.error(Location()) << llvm::toString(std::move(E));
  return success();
}

std::unique_ptr<Target> mt::createNVPTXTarget() {
  return std::make_unique<NVPTXTarget>();
}
