//===- NVPTXTarget.cpp - The target nvptx ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitModule.h"
#include "mytriton/Backend/NVIDIA/GPUTarget.h"
#include "mytriton/Backend/NVPTX/MachineCode.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::nvptx;
using llvm::StringRef;

namespace {

class NVPTXTarget : public GPUTarget {
public:
  StringRef name() const override { return "nvptx"; }
  StringRef description() const override {
    return "NVIDIA GPUs through LLVM and PTX, all in this process";
  }
  llvm::ArrayRef<StringRef> stages() const override {
    static constexpr StringRef Stages[] = {"thread", "llvm", "ptx", "cubin"};
    return Stages;
  }
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &Options,
                                   DiagnosticEngine &Diags) const override;

private:
  LogicalResult emitCode(mt::Module &M, StringRef Stage,
                         const TargetOptions &Options,
                         llvm::raw_pwrite_stream &OS,
                         DiagnosticEngine &Diags) const override;
};

} // namespace

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

LogicalResult NVPTXTarget::emitCode(mt::Module &M, StringRef Stage,
                                    const TargetOptions &Options,
                                    llvm::raw_pwrite_stream &OS,
                                    DiagnosticEngine &Diags) const {
  if (llvm::Error E = emitStage(M, Stage, Options, emitLLVM, OS))
    return Diags.error(Location()) << llvm::toString(std::move(E));
  return success();
}

std::unique_ptr<Target> mt::createNVPTXTarget() {
  return std::make_unique<NVPTXTarget>();
}
