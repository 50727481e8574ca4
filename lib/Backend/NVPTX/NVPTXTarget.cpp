//===- NVPTXTarget.cpp - The target nvptx ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "EmitModule.h"
#include "mytriton/Backend/NVIDIA/Assembler.h"
#include "mytriton/Backend/NVIDIA/CheckTypes.h"
#include "mytriton/Backend/NVIDIA/GPUExecutable.h"
#include "mytriton/Backend/Target.h"
#include "mytriton/Backend/ThreadPipeline.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
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

namespace {

/// M's kernels on their way to machine code for one architecture.
class Compilation {
public:
  /// Emits and optimizes LLVM IR.
  static llvm::Expected<Compilation> start(mt::Module &M, StringRef Arch,
                                           bool WrapAll,
                                           const TargetOptions &Options);
  llvm::Module &ir() { return *Lowered; }
  std::string ptx() { return Generator.writePTX(*Lowered); }
  /// PTX itself where the driver is the assembler.
  llvm::Expected<std::string> binary(bool ForDriver);
  const GPUKernelInfo &firstKernel() const { return Infos.front(); }

private:
  Compilation(CodeGenerator Generator)
      : Generator(std::move(Generator)),
        Ctx(std::make_unique<llvm::LLVMContext>()) {}

  CodeGenerator Generator;
  AssemblerOptions Assembly;
  std::unique_ptr<llvm::LLVMContext> Ctx;
  std::unique_ptr<llvm::Module> Lowered;
  std::vector<GPUKernelInfo> Infos;
};

} // namespace

llvm::Expected<Compilation> Compilation::start(mt::Module &M, StringRef Arch,
                                               bool WrapAll,
                                               const TargetOptions &Options) {
  llvm::Expected<CodeGenerator> Generator = CodeGenerator::get(Arch);
  if (!Generator)
    return Generator.takeError();
  Compilation C(std::move(*Generator));
  C.Assembly.Arch = Arch.str();
  C.Assembly.LineInfo = Options.LineInfo || Options.Debug;
  C.Lowered = std::make_unique<llvm::Module>(M.getName(), *C.Ctx);
  C.Generator.prepare(*C.Lowered);
  EmissionOptions Emission;
  Emission.SM = C.Generator.sm();
  Emission.WrapAll = WrapAll;
  Emission.LineInfo = C.Assembly.LineInfo;
  C.Infos = emitModule(M, *C.Lowered, Emission);
  if (llvm::Error E = C.Generator.optimize(*C.Lowered, Options.OptLevel))
    return E;
  return C;
}

llvm::Expected<std::string> Compilation::binary(bool ForDriver) {
  Assembly.ForDriver = ForDriver;
  return assemblePTX(ptx(), Assembly);
}

static llvm::Error emitStage(mt::Module &M, StringRef Stage,
                             const TargetOptions &Options,
                             llvm::raw_pwrite_stream &OS) {
  StringRef Arch = Options.Arch.empty() ? "sm_90a" : StringRef(Options.Arch);
  auto C = Compilation::start(M, Arch, /*WrapAll=*/false, Options);
  if (!C)
    return C.takeError();
  if (Stage == "llvm") {
    C->ir().print(OS, nullptr);
    return llvm::Error::success();
  }
  llvm::Expected<std::string> Code =
      Stage == "ptx" ? C->ptx() : C->binary(/*ForDriver=*/false);
  if (!Code)
    return Code.takeError();
  OS << *Code;
  return llvm::Error::success();
}

/// Machine code of M's first kernel for a launcher.
static llvm::Expected<GPUBinary> generate(mt::Module &M, bool WrapAll,
                                          StringRef Arch,
                                          const TargetOptions &Options) {
  // An architecture asked for wins over the device's own.
  StringRef For = Options.Arch.empty() ? Arch : StringRef(Options.Arch);
  auto C = Compilation::start(M, For, WrapAll, Options);
  if (!C)
    return C.takeError();
  llvm::Expected<std::string> Code = C->binary(/*ForDriver=*/true);
  if (!Code)
    return Code.takeError();
  return makeBinary(C->firstKernel(), std::move(*Code));
}

std::unique_ptr<Executable> NVPTXTarget::load(Kernel &K,
                                              const TargetOptions &Options,
                                              DiagnosticEngine &Diags) const {
  auto Generate = [Options](mt::Module &M, bool WrapAll, StringRef Arch) {
    return generate(M, WrapAll, Arch, Options);
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
  if (llvm::Error E = emitStage(M, Stage, Options, OS))
    return Diags.error(Location()) << llvm::toString(std::move(E));
  return success();
}

std::unique_ptr<Target> mt::createNVPTXTarget() {
  return std::make_unique<NVPTXTarget>();
}
