//===- CUDATarget.cpp - The target cuda -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "mytriton/Backend/CUDA/CUDASource.h"
#include "mytriton/Backend/NVIDIA/GPUExecutable.h"
#include "mytriton/Backend/NVIDIA/GPUTarget.h"
#include "mytriton/Backend/NVIDIA/NVRTC.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using llvm::StringRef;

namespace {

class CUDATarget : public GPUTarget {
public:
  StringRef name() const override { return "cuda"; }
  StringRef description() const override {
    return "NVIDIA GPUs through CUDA C++";
  }
  llvm::ArrayRef<StringRef> stages() const override {
    static constexpr StringRef Stages[] = {"thread", "cuda", "ptx", "cubin"};
    return Stages;
  }
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &Options,
                                   DiagnosticEngine &Diags) const override;

private:
  LogicalResult emitCode(Module &M, StringRef Stage,
                         const TargetOptions &Options,
                         llvm::raw_pwrite_stream &OS,
                         DiagnosticEngine &Diags) const override;
};

} // namespace

static llvm::Expected<std::string> compileText(const Module &M, StringRef Text,
                                               StringRef Arch, bool EmitPTX,
                                               const TargetOptions &Options) {
  NVRTCOptions NVRTC;
  if (!Arch.empty())
    NVRTC.Arch = Arch;
  NVRTC.EmitPTX = EmitPTX;
  NVRTC.LineInfo = Options.LineInfo || Options.Debug;
  llvm::Expected<NVRTCResult> Result =
      compileWithNVRTC(Text, (M.getName() + ".cu").str(), NVRTC);
  if (!Result)
    return Result.takeError();
  return std::move(Result->Code);
}

LogicalResult CUDATarget::emitCode(Module &M, StringRef Stage,
                                   const TargetOptions &Options,
                                   llvm::raw_pwrite_stream &OS,
                                   DiagnosticEngine &Diags) const {
  CUDASourceOptions Emission;
  Emission.LineInfo = Options.LineInfo;
  CUDASource Source = emitCUDA(M, Emission);
  if (Stage == "cuda") {
    OS << Source.Text;
    return success();
  }
  llvm::Expected<std::string> Code =
      compileText(M, Source.Text, Options.Arch, Stage == "ptx", Options);
  if (!Code)
    return Diags.error(Location()) << llvm::toString(Code.takeError());
  OS << *Code;
  return success();
}

/// Machine code of M's first kernel for a launcher.
static llvm::Expected<GPUBinary> generate(Module &M, StringRef Arch,
                                          const TargetOptions &Options) {
  CUDASourceOptions Emission;
  Emission.LineInfo = Options.LineInfo;
  CUDASource Source = emitCUDA(M, Emission);
  // An architecture asked for wins over the device's own.
  StringRef For = Options.Arch.empty() ? Arch : StringRef(Options.Arch);
  llvm::Expected<std::string> Code =
      compileText(M, Source.Text, For, /*EmitPTX=*/false, Options);
  if (!Code)
    return Code.takeError();
  return makeBinary(Source.Kernels.front(), std::move(*Code));
}

std::unique_ptr<Executable> CUDATarget::load(Kernel &K,
                                             const TargetOptions &Options,
                                             DiagnosticEngine &Diags) const {
  auto Generate = [Options](Module &M, StringRef Arch) {
    return generate(M, Arch, Options);
  };
  return loadOnGPU(K, Generate, Diags);
}

std::unique_ptr<Target> mt::createCUDATarget() {
  return std::make_unique<CUDATarget>();
}
