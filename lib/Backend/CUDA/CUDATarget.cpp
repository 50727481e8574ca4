//===- CUDATarget.cpp - The target cuda -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "CUDAExecutable.h"
#include "mytriton/Backend/CUDA/CUDASource.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/Backend/NVIDIA/NVRTC.h"
#include "mytriton/Backend/Target.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using llvm::StringRef;

namespace {

class CUDATarget : public Target {
public:
  StringRef name() const override { return "cuda"; }
  StringRef description() const override {
    return "NVIDIA GPUs through CUDA C++";
  }
  llvm::ArrayRef<StringRef> stages() const override {
    static constexpr StringRef Stages[] = {"thread", "cuda", "ptx", "cubin"};
    return Stages;
  }
  std::string pipeline(StringRef, const TargetOptions &Options) const override {
    return threadPipeline(Options);
  }
  LogicalResult checkSupported(Module &M,
                               DiagnosticEngine &Diags) const override;
  LogicalResult emit(Module &M, StringRef Stage, const TargetOptions &Options,
                     llvm::raw_pwrite_stream &OS,
                     DiagnosticEngine &Diags) const override;
  bool canExecute() const override { return cuda::isAvailable(); }
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &Options,
                                   DiagnosticEngine &Diags) const override {
    return loadOnGPU(K, Options, Diags);
  }

private:
  LogicalResult compile(Module &M, StringRef Text, StringRef Stage,
                        const TargetOptions &Options,
                        llvm::raw_pwrite_stream &OS,
                        DiagnosticEngine &Diags) const;
};

} // namespace

LogicalResult CUDATarget::checkSupported(Module &M,
                                         DiagnosticEngine &Diags) const {
  unsigned Before = Diags.numErrors();
  for (std::unique_ptr<Kernel> &K : M.kernels())
    (void)checkLowersToThreads(*K, Diags);
  (void)checkCUDATypes(M, Diags);
  return success(Diags.numErrors() == Before);
}

LogicalResult CUDATarget::compile(Module &M, StringRef Text, StringRef Stage,
                                  const TargetOptions &Options,
                                  llvm::raw_pwrite_stream &OS,
                                  DiagnosticEngine &Diags) const {
  NVRTCOptions NVRTC;
  if (!Options.Arch.empty())
    NVRTC.Arch = Options.Arch;
  NVRTC.EmitPTX = Stage == "ptx";
  NVRTC.Debug = Options.Debug;
  llvm::Expected<NVRTCResult> Result =
      compileWithNVRTC(Text, (M.getName() + ".cu").str(), NVRTC);
  if (!Result)
    return Diags.error(Location()) << llvm::toString(Result.takeError());
  OS << Result->Code;
  return success();
}

LogicalResult CUDATarget::emit(Module &M, StringRef Stage,
                               const TargetOptions &Options,
                               llvm::raw_pwrite_stream &OS,
                               DiagnosticEngine &Diags) const {
  if (Stage == "thread") {
    print(OS, M);
    return success();
  }
  CUDASource Source = emitCUDA(M);
  if (Stage != "cuda")
    return compile(M, Source.Text, Stage, Options, OS, Diags);
  OS << Source.Text;
  return success();
}

std::unique_ptr<Target> mt::createCUDATarget() {
  return std::make_unique<CUDATarget>();
}
